from datetime import UTC, datetime, timedelta
from hashlib import sha256
from urllib.parse import urlencode

from django.http import HttpResponse
from django.utils import timezone
from django.utils.http import http_date
from rest_framework.renderers import BaseRenderer
from rest_framework.viewsets import ViewSet

from config.http.cache import get_cached, set_cached
from config.http.exceptions import InvalidParameters
from config.http.links import base_url
from config.http.parameters import read_parameters
from config.http.views import PublicMixin, json_response
from feeds.api import schema
from feeds.api.documents import ChangeDocument, ChangesResponse
from feeds.api.parameters import ChangesParameters, FeedParameters, encode_position
from feeds.rss import feed_of_all, feed_of_entity
from graph.api.lookup import published_entity
from graph.journal.journal import assign_missing_positions, journal_head
from graph.models import Change, Entity

ONE_SECOND = timedelta(seconds=1)


class RssRenderer(BaseRenderer):
    """Let the Accept header choose RSS. It renders nothing, because the view returns the finished RSS document."""

    media_type = "application/rss+xml"
    format = "rss"

    def render(self, data, accepted_media_type=None, renderer_context=None) -> bytes:
        return b""


class XmlRenderer(RssRenderer):
    media_type = "application/xml"


class TextXmlRenderer(RssRenderer):
    media_type = "text/xml"


class FeedViewSet(PublicMixin, ViewSet):
    """Return the latest changes as RSS feeds. A client that accepts any XML media type gets RSS."""

    renderer_classes = [RssRenderer, XmlRenderer, TextXmlRenderer]

    @schema.feed
    def list(self, request):
        params, _ = read_parameters(request.GET, FeedParameters)
        return self._rss(feed_of_all, params["type"], params["country"])

    @schema.entity_feed
    def retrieve(self, request, slug):
        read_parameters(request.GET)
        return self._rss(feed_of_entity, published_entity(slug, Entity.objects.all()))

    def _rss(self, write_feed, *args):
        # The head is read before the feed: a change that is written meanwhile makes the next response newer.
        written_at, position = _journal_head()
        url = sha256(self.request.build_absolute_uri().encode()).hexdigest()
        # Any write to the journal changes the key, so a cached feed is never out of date.
        key = f"feed:{position}:{written_at.timestamp()}:{url}"
        body = get_cached(key)
        if body is None:
            body = write_feed(self.request._request, *args, written_at)
            set_cached(key, body)
        headers = {"Last-Modified": http_date(_last_modified(written_at).timestamp())}
        return HttpResponse(body, "application/rss+xml; charset=utf-8", headers=headers)


class ChangeViewSet(PublicMixin, ViewSet):
    """Return the changes in the change journal as JSON, oldest first, from any position on."""

    @schema.changes
    def list(self, request):
        params, _ = read_parameters(request.GET, ChangesParameters)
        written_at, _ = _journal_head()
        modified = _last_modified(written_at)
        # One row more than requested shows whether there is a next page.
        rows = list(_changes(params)[: params["limit"] + 1])
        shown, more = rows[: params["limit"]], len(rows) > params["limit"]
        next_url = self._next_url(shown[-1].position if shown else _existing_position(params["since"]))
        changes = [ChangeDocument.render(row) for row in shown]
        response = json_response(ChangesResponse.render(None, changes=changes, next=next_url, more=more), modified)
        if more:
            response["Link"] = f'<{next_url}>; rel="next"'
        return response

    def _next_url(self, position):
        query = self.request.GET.dict() | {"since": encode_position(position)}
        return f"{base_url(self.request)}{self.request.path}?{urlencode(query)}"


def _journal_head():
    """Return the time when positions were last assigned, and the last position in the change journal.

    First, assign the missing positions. For an empty journal, return 1970-01-01 and 0.
    """
    assign_missing_positions()
    # The newest ``at`` in the journal is not that time: a long import writes changes with the time of its start.
    written_at, position = journal_head()
    return written_at or datetime.fromtimestamp(0, UTC), position


def _last_modified(written_at):
    # HTTP dates have whole seconds, and another change may be written within this one.
    return min(written_at, timezone.now() - ONE_SECOND)


def _existing_position(position):
    """Return the position, or raise InvalidParameters for one after the last: it comes from another journal."""
    if position and not Change.objects.filter(position__gte=position).exists():
        detail = "Lies beyond the end of the journal; start again without it."
        raise InvalidParameters([{"parameter": "since", "detail": detail}])
    return position


def _changes(params):
    changes = Change.objects.public().after(params["since"])
    changes = changes.of_kind(params["type"]) if params["type"] else changes
    return changes.in_country(params["country"]) if params["country"] else changes
