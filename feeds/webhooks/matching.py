"""Decide which webhook endpoints receive an event."""

from collections.abc import Iterable

from feeds.models import WebhookEndpoint
from feeds.webhooks.events import Event
from graph.models import Change
from graph.results import Mode

SLUG_FILTERS = ("entities", "elections")


def matches(endpoint: WebhookEndpoint, event: Event) -> bool:
    """Return True if the endpoint receives the event, because the event matches all filters of the endpoint that are
    not empty. The filters ``entities`` and ``elections`` count as one: the event must be about an entity in one of the
    two lists. Events of rehearsals (test elections) are received only with the setting ``includes_test``."""
    if event.mode == Mode.TEST and not endpoint.includes_test:
        return False
    slugs = {*endpoint.entities, *endpoint.elections}
    return (
        _allows(endpoint.event_types, event.type)
        and _allows(endpoint.kinds, event.kind)
        and _allows(endpoint.countries, event.country)
        and (not slugs or not slugs.isdisjoint(event.slugs))
    )


def follow_new_slug(endpoints: Iterable[WebhookEndpoint], change: Change) -> list[WebhookEndpoint]:
    """If the change renames an entity, replace its old slug in the filters of the ``endpoints`` with the new one. If
    the change merges it into another entity, replace its slug with that of the other entity. Do not save the endpoints.
    Return the endpoints whose filters have changed."""
    if change.action == Change.Action.RENAMED:
        old, new = change.fields["slug"][0], change.slug
    elif change.action == Change.Action.MERGED:
        old, new = change.slug, change.fields["into"][1]
    else:
        return []
    return [endpoint for endpoint in endpoints if _replace(endpoint, old, new)]


def _allows(chosen, value):
    return not chosen or value in chosen


def _replace(endpoint, old, new):
    filters = [name for name in SLUG_FILTERS if old in getattr(endpoint, name)]
    for name in filters:
        slugs = (new if slug == old else slug for slug in getattr(endpoint, name))
        setattr(endpoint, name, list(dict.fromkeys(slugs)))
    return bool(filters)
