from datetime import UTC, datetime, timedelta
from functools import lru_cache

from django.http import HttpResponse, HttpResponsePermanentRedirect
from django.urls import reverse
from django.utils import timezone
from django.utils.http import http_date

from config.http.cache import Validity
from config.http.exceptions import MovedPermanently
from config.http.renderers import JSONRenderer

NEVER = datetime.fromtimestamp(0, UTC)
MAX_AGE = 60
"""Seconds for which a client or a shared cache may reuse a response (``max-age`` of the header Cache-Control)."""

_json = JSONRenderer()
# Many entities were last changed by the same import.
_http_date = lru_cache(http_date)
USUAL_PER_MINUTE = 600
"""The largest number of requests per minute from one IP address to paths whose requests do not count towards the rate
limit of the API. Without this limit, one client could make all others wait."""
HIGHER_PER_MINUTE = 1_200
"""The largest number of requests per minute from one IP address to the feeds and the search. It is higher than
USUAL_PER_MINUTE, because a client may send a search request for each letter that a person types."""


class ReadOnlyMixin:
    """A mixin for API views that allow only GET, HEAD and OPTIONS. An old slug redirects to the current slug."""

    http_method_names = ["get", "head", "options"]
    format_kwarg = None

    def initial(self, request, *args, **kwargs):
        """Choose the renderer, and skip the other steps of Django REST framework. They are not needed, because the API
        has neither versions nor permissions, and middlewares identify the caller."""
        request.accepted_renderer, request.accepted_media_type = self.perform_content_negotiation(request)

    def options(self, request, *args, **kwargs):
        """Return 204 with the header ``Allow``."""
        # A response of the framework would be rendered, and a renderer of pages has no template for it.
        response = HttpResponse(status=204)
        del response["Content-Type"]
        return response

    def handle_exception(self, exc):
        return moved(self.request, exc) if isinstance(exc, MovedPermanently) else super().handle_exception(exc)


def moved(request, exception: MovedPermanently) -> HttpResponse:
    """Return a 308 redirect to the URL of the request, in which the slug is replaced by the current one
    (``exception.slug``)."""
    match, query = request.resolver_match, request.META.get("QUERY_STRING")
    # The first argument in the URL pattern is the slug.
    first, *_ = match.kwargs
    path = reverse(match.view_name, kwargs=match.kwargs | {first: exception.slug})
    return HttpResponsePermanentRedirect(f"{path}?{query}" if query else path, preserve_request=True)


class CountedMixin(ReadOnlyMixin):
    """A mixin for API views whose requests count towards the rate limit. The middleware counts the requests to every
    view with a ``throttle_scope``: the name of the endpoint in the usage statistics. A URL pattern can set another name
    than "graph". Shared caches must not store the responses."""

    throttle_scope = "graph"

    def finalize_response(self, request, response, *args, **kwargs):
        response = super().finalize_response(request, response, *args, **kwargs)
        response.setdefault("Cache-Control", f"private, max-age={MAX_AGE}")
        return response


class PublicMixin(ReadOnlyMixin):
    """A mixin for API views whose response is the same for every client. Their requests do not count towards the rate
    limit of the API. Instead, ``per_minute`` is the largest number of requests per minute from one IP address."""

    max_age = MAX_AGE
    per_minute = USUAL_PER_MINUTE

    def finalize_response(self, request, response, *args, **kwargs):
        response = super().finalize_response(request, response, *args, **kwargs)
        response.setdefault("Cache-Control", f"public, max-age={self.max_age}")
        return response


def not_in_this_second(moment: datetime) -> datetime:
    # HTTP dates have whole seconds, and another change may be written within the current second.
    return min(moment, timezone.now() - timedelta(seconds=1))


def json_response(document: dict, modified: datetime, validity: Validity | None = None) -> HttpResponse:
    """Return a 200 response. ``modified`` is sent as Last-Modified. If ``validity`` is given, this process stores the
    response for the time that the `Validity` allows."""
    # The response class of REST framework would choose the renderer later, which takes several times as long.
    headers = {"Last-Modified": _http_date(modified.timestamp())}
    response = HttpResponse(_json.render(document), JSONRenderer.media_type, headers=headers)
    response.validity = validity
    return response


def page_response(document: dict, modified: datetime, total: int, next_url: str | None, validity=None) -> HttpResponse:
    """Return a 200 response with one page of a list. ``total`` is the number of rows on all pages. ``next_url`` is the
    URL of the next page, or None on the last one. ``modified`` is sent as Last-Modified. If ``validity`` is given, this
    process stores the response for the time that the `Validity` allows."""
    response = json_response(document, modified, validity)
    response["X-Total-Count"] = str(total)
    if next_url:
        response["Link"] = f'<{next_url}>; rel="next"'
    return response


def throttle_scope_of(view) -> str | None:
    """Return the view's name in the usage statistics, such as "entity". Return None if requests to the view do not
    count towards the rate limit."""
    scope = getattr(view, "initkwargs", {}).get("throttle_scope")
    return scope or getattr(getattr(view, "cls", None), "throttle_scope", None)


def per_minute_of(view) -> int:
    return getattr(getattr(view, "cls", None), "per_minute", USUAL_PER_MINUTE)
