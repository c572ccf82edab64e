from urllib.parse import urlencode

from django.http import HttpResponse
from django.utils.http import http_date
from rest_framework.viewsets import ViewSet

from config.http import cursors
from config.http.cache import Validity
from config.http.exceptions import InvalidParameters
from config.http.links import base_url
from config.http.parameters import read_parameters
from config.http.renderers import FileRenderer
from config.http.views import HIGHER_PER_MINUTE, NEVER, PublicMixin, json_response, not_in_this_second
from feeds.api import schema
from feeds.api.parameters import ChangesParameters, FeedParameters
from feeds.api.schema import ChangeDocument, ChangesResponse
from feeds.rss import feed_of_all, feed_of_entity
from graph.api.lookup import check_country, published_entity
from graph.journal.journal import LIST, journal_head
from graph.journal.tail import ANY_CHANGE, country_tag, entity_tag
from graph.models import Change, Entity


class FeedViewSet(PublicMixin, ViewSet):
    per_minute = HIGHER_PER_MINUTE

    def get_renderers(self):
        return [FileRenderer(name, "rss") for name in ("application/rss+xml", "application/xml", "text/xml")]

    @schema.feed
    def list(self, request):
        params, _ = read_parameters(request.GET, FeedParameters)
        tag = country_tag(params["country"]) if params["country"] else ANY_CHANGE
        return self._rss(tag, feed_of_all, params["type"], params["country"])

    @schema.entity_feed
    def retrieve(self, request, slug):
        read_parameters(request.GET)
        # A 404 response without suggestions is cheaper. Feed readers do not use suggestions, but repeat the request.
        entity = published_entity(slug, lambda slug: Entity.objects.filter(slug=slug).first(), suggests=False)
        return self._rss(entity_tag(slug), feed_of_entity, entity)

    def _rss(self, tag, write_feed, *args):
        # Read this time before the feed. If a change is written meanwhile, the next response has a newer Last-Modified.
        written_at = _assigned_at()
        body = write_feed(self.request._request, *args, written_at)
        headers = {"Last-Modified": http_date(not_in_this_second(written_at).timestamp())}
        response = HttpResponse(body, "application/rss+xml; charset=utf-8", headers=headers)
        response.validity = Validity(frozenset({tag}))
        return response


class ChangeViewSet(PublicMixin, ViewSet):
    """The API endpoint that lists the public changes in the journal, the oldest first."""

    @schema.changes
    def list(self, request):
        params, _ = read_parameters(request.GET, ChangesParameters)
        written_at = _assigned_at()
        modified = not_in_this_second(written_at)
        changes = Change.objects.public().after(params["since"])
        changes = changes.of_kind(params["type"]) if params["type"] else changes
        changes = changes.in_country(params["country"]) if params["country"] else changes
        # Read one row more than the page shows. If there is such a row, there is a next page.
        rows = list(changes[: params["limit"] + 1])
        if not rows:
            check_country(params["country"])
        shown, more = rows[: params["limit"]], len(rows) > params["limit"]
        next_url = self._next_url(shown[-1].position if shown else _existing_position(params["since"]))
        changes = [ChangeDocument.render(row) for row in shown]
        document = ChangesResponse.render(changes=changes, next=next_url, more=more)
        response = json_response(document, modified, Validity(frozenset({ANY_CHANGE})))
        if more:
            response["Link"] = f'<{next_url}>; rel="next"'
        return response

    def _next_url(self, position):
        query = self.request.GET.dict() | {"since": cursors.encode([LIST, position])}
        return f"{base_url(self.request)}{self.request.path}?{urlencode(query)}"


def _assigned_at():
    """Return the later of two times:

    - when changes last got their numbers in the change journal,
    - when a source was last edited.

    Return 1970-01-01 if neither has happened. First give numbers to the changes that do not have one yet, unless
    another process is doing this."""
    # Do not use the newest ``at`` of a change: all changes of an import have the time at which the import started.
    return journal_head()[0] or NEVER


def _existing_position(position):
    """Check the ``position`` in a client's cursor: the number of a change in the journal, or 0. Return it if it is not
    higher than the number of the last change. Otherwise, the cursor is from another database: raise
    InvalidParameters."""
    if position and not Change.objects.filter(position__gte=position).exists():
        detail = "Lies beyond the end of the journal; start again without it."
        raise InvalidParameters([{"parameter": "since", "detail": detail}])
    return position
