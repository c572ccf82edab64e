from hashlib import sha256
from urllib.parse import urlencode

from django.http import HttpResponse
from django.utils.http import http_date
from rest_framework.renderers import BaseRenderer
from rest_framework.viewsets import ViewSet

from config.http.cache import get_cached, set_cached
from config.http.exceptions import InvalidParameters
from config.http.links import base_url
from config.http.parameters import NoParameters, read_parameters
from config.http.views import PublicMixin, json_response
from feeds.api import schema
from feeds.api.documents import change_document, grown, modified
from feeds.api.parameters import ChangesParameters, FeedParameters, cursor_of
from feeds.syndication import feed_of_all, feed_of_entity
from graph.api.lookup import published_entity
from graph.models import Change, Entity


class RssRenderer(BaseRenderer):
    """Stands for what the feed answers, which is written already; anything else has no body."""

    media_type = "application/rss+xml"
    format = "rss"

    def render(self, data, accepted_media_type=None, renderer_context=None) -> bytes:
        return b""


class XmlRenderer(RssRenderer):
    media_type = "application/xml"


class TextXmlRenderer(RssRenderer):
    media_type = "text/xml"


class FeedViewSet(PublicMixin, ViewSet):
    """What changed, for feed readers; whoever takes any XML is answered with RSS."""

    renderer_classes = [RssRenderer, XmlRenderer, TextXmlRenderer]

    @schema.feed
    def list(self, request):
        asked, _ = read_parameters(request.GET, FeedParameters)
        return self._rss(feed_of_all, asked["type"], asked["country"])

    @schema.entity_feed
    def retrieve(self, request, slug):
        read_parameters(request.GET, NoParameters)
        return self._rss(feed_of_entity, published_entity(slug, Entity.objects.all()))

    def _rss(self, feed, *about):
        # Read first: what is written meanwhile makes the next response newer, not this one.
        at, place = grown()
        headers = {"Last-Modified": http_date(modified(at).timestamp())}
        key = f"feed:{place}:{at.timestamp()}:{sha256(self.request.build_absolute_uri().encode()).hexdigest()}"
        body = get_cached(key)
        if body is None:
            body = feed(self.request._request, *about, at)
            set_cached(key, body)
        return HttpResponse(body, "application/rss+xml; charset=utf-8", headers=headers)


class ChangeViewSet(PublicMixin, ViewSet):
    """The journal from any place on, the oldest first."""

    @schema.changes
    def list(self, request):
        asked, _ = read_parameters(request.GET, ChangesParameters)
        at, _ = grown()
        at = modified(at)
        rows = list(_asked_for(asked)[: asked["limit"] + 1])
        shown = rows[: asked["limit"]]
        following = self._following(shown[-1].position if shown else self._known(asked["since"]))
        more = len(rows) > len(shown)
        response = json_response(
            {"changes": [change_document(row) for row in shown], "next": following, "more": more}, at
        )
        if more:
            response["Link"] = f'<{following}>; rel="next"'
        return response

    def _known(self, since):
        """A place that this journal does not have was given by another, and would silently skip what this one says."""
        if since and not Change.objects.filter(position__gte=since).exists():
            detail = "Lies beyond the end of the journal; begin anew without it."
            raise InvalidParameters([{"parameter": "since", "detail": detail}])
        return since

    def _following(self, position):
        query = self.request.GET.dict() | {"since": cursor_of(position)}
        return f"{base_url(self.request)}{self.request.path}?{urlencode(query)}"


def _asked_for(asked):
    changes = Change.objects.public().after(asked["since"])
    changes = changes.of_kind(asked["type"]) if asked["type"] else changes
    return changes.in_country(asked["country"]) if asked["country"] else changes
