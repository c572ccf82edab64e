from django.utils import timezone

from config.http.cache import Validity
from config.http.links import base_url
from graph.api.entity import entity_with_relationships, published_on, tags_of
from graph.api.parameters import EntityParameters
from graph.journal.tail import country_tag, entity_tag
from graph.kinds import KINDS, Kind
from graph.past import show_as_of
from graph.queries.entities import load_parts
from snapshots.countries.facts import load_country_facts
from snapshots.countries.snapshot import country_snapshot
from snapshots.pages.base import Page
from snapshots.pages.linked_data import linked_data
from snapshots.pages.sections import facts, relationship_tables
from snapshots.pictures import network
from snapshots.pictures.bars import bars_of_party
from snapshots.pictures.seats import hemicycle
from snapshots.pictures.timeline import timeline
from snapshots.results.by_party import results_of_party


class EntityPage(Page):
    """The page of an entity with its relationships. For a country, it shows the snapshot. ``?at=`` chooses a day."""

    parameters = EntityParameters

    def get_context_data(self, slug, **kwargs):
        at, today = self.read_parameters()["at"], timezone.localdate()
        found = published_on(slug, at or today)
        show = _country if found.kind == Kind.COUNTRY else _entity
        self.template_name, shown, tags = show(found, at or today, base_url(self.request), is_past=at is not None)
        # The form shows today's date.
        self.validity = Validity(tags, today)
        entity = shown["entity"]
        return super().get_context_data(
            **shown,
            kind=KINDS[found.kind],
            area="countries" if found.kind == Kind.COUNTRY else "",
            facts=facts(entity),
            linked_data=linked_data(entity),
            at=at,
            today=today,
            **kwargs,
        )


def _entity(found, day, base_url, *, is_past):
    """Return (template, context, cache tags) for the page of an entity that is not a country."""
    document, page = entity_with_relationships(found, day, base_url, only_valid=is_past)
    relationships = document["relationships"]
    elections = results_of_party(found.pk) if found.kind == Kind.PARTY else []
    elections = [row for row in elections if row.date <= day.isoformat()]
    context = {
        "entity": document["entity"],
        "tables": relationship_tables(relationships),
        "hidden": page.total - len(relationships),
        "elections": elections,
        "pictures": _pictures(found, relationships, elections, day),
    }
    return "snapshots/entity.html", context, tags_of(found)


def _pictures(found, relationships, elections, day):
    """Return (file name, text, width, height) for each picture that shows something."""
    drawn = timeline(relationships, day)
    # Of hundreds of members, a timeline would show a few at random.
    if drawn and drawn.hidden and found.kind != Kind.POLITICIAN:
        drawn = None
    bars = bars_of_party(elections)
    return [
        *([("results.svg", f"Election results of {found.name}", bars.width, bars.height)] if bars else []),
        *([("timeline.svg", f"Timeline of {found.name}", drawn.width, drawn.height)] if drawn else []),
        *([("network.svg", f"Relationships of {found.name}", network.WIDTH, network.HEIGHT)] if relationships else []),
    ]


def _country(found, day, base_url, *, is_past):
    """Return (template, context, cache tags) for the page of a country."""
    load_parts(found)
    is_past = is_past and day < timezone.localdate()
    if is_past:
        show_as_of(found, {}, day)
    # The snapshot takes names and sources from the entity itself.
    country_facts = load_country_facts(found, day, is_past=is_past)
    snapshot = country_snapshot(country_facts, base_url)
    chambers = [(row, hemicycle(row["composition"])) for row in snapshot["institutions"]]
    tags = frozenset({country_tag(found.country_code), *map(entity_tag, country_facts.foreign_slugs)})
    return "snapshots/country.html", {"entity": snapshot["country"], "snapshot": snapshot, "chambers": chambers}, tags
