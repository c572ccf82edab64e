"""Identify the caller of a request, count the request, reject it after too many requests, and set the rate limit
headers. Also send stored responses without Django, and run fewer middlewares for requests to the API."""

from django.conf import settings
from django.core.handlers.base import BaseHandler
from django.db import close_old_connections
from django.http import HttpResponse
from django.utils.cache import patch_vary_headers
from django.utils.datastructures import CaseInsensitiveMapping
from django.utils.deprecation import MiddlewareMixin

from accounts import limits, use
from accounts.callers import InvalidKey, anonymous_caller, identify_caller
from config.http.cache import StoredResponse, responses
from config.http.database import time_limit
from config.http.delivery import Delivery, cache_key, constant_headers, deliver, is_read_by_scripts, request_id
from config.http.middleware.input_checks import PATHS_FOR_ANY_HOST
from config.http.middleware.responses import compress
from config.http.problem_types import code_of_status
from config.http.problems import DATABASE_ERRORS, database_unavailable, error_response, is_api_path
from config.http.views import per_minute_of, throttle_scope_of

CHALLENGE = 'Bearer error="invalid_token"'
FILES = "/downloads/"
COUNTED = "accounts.counted"
"""The name of a variable in the WSGI environment. It is set if a request was counted before Django handled it, so that
Django does not count it again. The value is (caller, use of the rate limit, seconds to wait)."""
NOT_STORED = "accounts.not_stored"
"""The name of a variable in the WSGI environment. It is set if no stored response to the request was found, so that
Django does not look for one again."""
SHARED_CACHE_KEYS = ("Accept-Encoding", "Authorization", "origin")


def deliver_stored(meta: dict) -> Delivery | None:
    """Return the stored response to a GET or HEAD request, and count the request. ``meta`` is the WSGI environment.
    Return None if Django must make the response, for example because no response is stored, the API key is invalid, the
    database fails, or the caller has sent too many requests. If the request is counted although the result is None,
    ``meta[COUNTED]`` is set, so that Django does not count it again."""
    if COUNTED in meta or NOT_STORED in meta or not is_public(meta["PATH_INFO"]):
        # A health check must not wait for the database, which responses.get() may query for changes.
        return None
    # Both responses.get() and identify_caller() may query the database.
    time_limit.start()
    try:
        stored = responses.get(cache_key(meta))
        caller = stored and identify_caller(meta)
    except (InvalidKey, *DATABASE_ERRORS):
        return None
    finally:
        if time_limit.stop():
            # Django would close old connections after the request, but it does not handle this one.
            close_old_connections()
    if stored is None:
        meta[NOT_STORED] = True
        return None
    usage, wait = _count(meta, caller, stored.counted_as, stored.per_minute)
    headers = _headers(meta["PATH_INFO"], usage) | {"X-Request-Id": request_id(meta)}
    delivery = None if wait else deliver(meta, stored, headers)
    if delivery is None:
        # Django makes the response with the error, and must not count the request again.
        meta[COUNTED] = caller, usage, wait
    return delivery


class ApiHandler(BaseHandler):
    """Makes the responses to GET and HEAD requests to the API, and to pages that are the same for every visitor. It
    runs the middlewares in the setting API_MIDDLEWARE, which are fewer than those in MIDDLEWARE."""

    def load_middleware(self, is_async=False):
        """Load the middlewares in the setting API_MIDDLEWARE. Django's method always reads the setting MIDDLEWARE, so
        this method replaces that setting while Django's method runs."""
        all_middleware, settings.MIDDLEWARE = settings.MIDDLEWARE, settings.API_MIDDLEWARE
        try:
            super().load_middleware(is_async)
        finally:
            settings.MIDDLEWARE = all_middleware

    @staticmethod
    def is_for(request) -> bool:
        """Return True if this handler should make the response. Requests that must be redirected to HTTPS need all
        middlewares."""
        is_read = request.method in ("GET", "HEAD") and is_public(request.path_info)
        return is_read and (request.is_secure() or not settings.SECURE_SSL_REDIRECT)

    def respond(self, request) -> Delivery | HttpResponse:
        """Return the response to a request: the stored one if there is one, otherwise a new one. Store a new response
        if it has status 200 and a `Validity`, which says how long it may be used.

        If the status is 200 or 304, the result is a `Delivery`, a tuple (status, headers, body). For a streamed body or
        another status, it is an HttpResponse."""
        delivery = deliver_stored(request.META)
        if delivery:
            return delivery
        request.request_id = request_id(request.META)
        generation = responses.generation
        response = self.get_response(request)
        patch_vary_headers(response, SHARED_CACHE_KEYS)
        headers = _headers(request.path_info, request.usage) | {"X-Request-Id": request.request_id}
        if response.status_code == 200 and not response.streaming:
            delivery = _store(request, response, generation, headers)
            if delivery:
                return delivery
            response = error_response(request, code_of_status(412))
        return _with_headers(request, response, headers)


class ApiMiddleware:
    """Let `ApiHandler` respond to GET and HEAD requests to the API and to public pages. The other middlewares in the
    setting MIDDLEWARE handle all other requests."""

    def __init__(self, get_response):
        self.get_response = get_response
        self._handler = ApiHandler()
        self._handler.load_middleware()

    def __call__(self, request):
        if not self._handler.is_for(request):
            return self.get_response(request)
        response = self._handler.respond(request)
        return _http_response(*response) if isinstance(response, tuple) else response


def is_public(path: str) -> bool:
    """Return True if the path belongs to the API, or to a page that is the same for every visitor."""
    return is_api_path(path) or path in ("/", "/downloads") or path.startswith(settings.PUBLIC_PAGES)


def _has_caller(path):
    return is_api_path(path) or path.startswith(FILES)


def _headers(path, usage):
    # People who read pages have no use for the headers of the rate limit.
    return limits.headers(usage) if is_api_path(path) else {}


class CallerMiddleware(MiddlewareMixin):
    """Identify the caller of a request, and store it in ``request.caller``. Count the request, and store the caller's
    use of the rate limit in ``request.usage``. Respond with 401 to an invalid API key, with 429 to too many requests,
    and with 503 if the key cannot be checked because the database is unavailable."""

    def __call__(self, request):
        request.usage = None
        try:
            request.caller = identify_caller(request.META)
        except (InvalidKey, *DATABASE_ERRORS) as error:
            request.caller = anonymous_caller(request.META)
            # If the database is unavailable, the key may be valid, so respond with 503 instead of 401.
            reject = self._unauthorized if isinstance(error, InvalidKey) else database_unavailable
            response = reject(request, error)
        else:
            response = self.get_response(request)
        # If no view was called, for example because of an unknown path, process_view has not counted the request.
        return response if request.usage else self._count(request, None, per_minute_of(None)) or response

    def process_view(self, request, view, args, kwargs):
        """Count the request. Return a 429 response if the caller has sent too many requests, otherwise None."""
        return self._count(request, request.method != "OPTIONS" and throttle_scope_of(view), per_minute_of(view))

    def _unauthorized(self, request, error):
        response = self._count(request, "unauthorized", 0)
        headers = {"WWW-Authenticate": CHALLENGE}
        return response or error_response(request, "unauthorized", detail=str(error), headers=headers)

    def _count(self, request, scope, per_minute):
        counted = request.META.get(COUNTED)
        if counted:
            request.caller, request.usage, wait = counted
        else:
            request.usage, wait = _count(request.META, request.caller, scope, per_minute)
        return _too_many(request, wait) if wait else None


class RateLimitMiddleware(CallerMiddleware):
    """Limit the requests to the API, to files and to HTML pages. All responses of the API and all files get rate limit
    headers, even if the response is an error."""

    def __call__(self, request):
        if not _has_caller(request.path_info):
            return self._page(request)
        response = super().__call__(request)
        # Shared caches must not reuse the response to one key, or to an invalid key, for another caller.
        patch_vary_headers(response, ("Authorization",))
        return _set_headers(response, limits.headers(request.usage))

    def process_view(self, request, view, args, kwargs):
        if _has_caller(request.path_info):
            return super().process_view(request, view, args, kwargs)
        per_minute = getattr(getattr(view, "view_class", None), "posts_per_minute", 0)
        if request.method != "POST" or not per_minute:
            return None
        # Forms that need no account can write to the database, so each IP address may send only a few of them.
        wait = limits.seconds_to_wait(request.META, view.view_class.__name__, per_minute)
        return _too_many_pages(request, wait) if wait else None

    def _page(self, request):
        """Return the response for an HTML page, or a 429 response if the IP address has requested too many pages.
        Health checks have no limit."""
        is_health_check = request.path_info in PATHS_FOR_ANY_HOST
        wait = 0 if is_health_check else limits.seconds_to_wait(request.META, "pages", limits.PAGES_PER_MINUTE)
        if not wait:
            return self.get_response(request)
        return _too_many_pages(request, wait)


def _too_many_pages(request, wait):
    return error_response(request, "too-many-requests", headers={"Retry-After": str(wait)})


def _count(meta, caller, scope, per_minute):
    """Count a request. Return (usage of the rate limit, seconds to wait). The seconds are 0 if the request may be
    served.

    ``scope`` is the name of the endpoint in the usage statistics. If it is given, the request counts towards the rate
    limit, and is also added to the usage statistics. If ``scope`` is None or "", the request does not count towards the
    rate limit. Instead, one IP address may send at most ``per_minute`` such requests per minute."""
    if not scope:
        return limits.throttle_path(meta, caller, per_minute)
    usage = limits.count(caller)
    use.record(caller, scope, usage)
    return usage, usage.seconds_left if usage.is_exceeded else 0


def _store(request, response, generation, headers):
    """Store a new response for later requests if it has a `Validity`, which says how long it may be used. Return the
    response to this request as a tuple (status, headers, body), or None if a precondition of the request fails.

    ``generation`` is the value of ``responses.generation`` before the response was made. If data has changed since
    then, the response is not stored. ``headers`` are headers for this request only, so they are not stored."""
    view = request.resolver_match and request.resolver_match.func
    scope = throttle_scope_of(view)
    stored = StoredResponse(response, is_secure=request.is_secure(), counted_as=scope, per_minute=per_minute_of(view))
    if stored.validity:
        responses.put(cache_key(request.META), stored, generation)
    return deliver(request.META, stored, headers)


def _http_response(status, headers, body):
    response = HttpResponse(body, status=status)
    # These headers were checked and encoded before. Django would do that again for each one.
    response.headers = CaseInsensitiveMapping(headers)
    return response


def _with_headers(request, response, headers):
    headers = constant_headers(request.is_secure(), is_read_by_scripts(request.META)) | headers
    return compress(request, _set_headers(response, headers))


def _set_headers(response, headers):
    if "Link" in response and "Link" in headers:
        headers = headers | {"Link": f"{response['Link']}, {headers['Link']}"}
    for name, value in headers.items():
        response[name] = value
    return response


def _too_many(request, wait):
    usage = request.usage
    detail = f"Too many requests: {wait} s are left until the next one is served."
    if usage.is_exceeded:
        detail = f"The {usage.tier.allowance} requests that this minute holds are used up; {wait} s are left."
    return error_response(request, "too-many-requests", detail=detail, headers={"Retry-After": str(wait)})
