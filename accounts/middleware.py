"""Identify the caller of a request, count the request, and set the rate limit headers."""

from django.utils.cache import patch_vary_headers

from accounts import limits, use
from accounts.callers import InvalidKey, anonymous_caller, identify_caller
from config.http.middleware.input_checks import PATHS_FOR_ANY_HOST
from config.http.problems import DATABASE_ERRORS, database_unavailable, error_response, is_api_path, problem_response
from config.http.views import throttle_scope_of

CHALLENGE = 'Bearer error="invalid_token"'


class RateLimitMiddleware:
    """Identify the caller of each request below /api and /feed, count it, and set the rate limit headers.

    This middleware wraps the one that makes error documents and 304 responses, so that these have the headers too. All
    other pages have a separate limit.
    """

    def __init__(self, get_response):
        self.get_response = get_response

    def __call__(self, request):
        if not is_api_path(request.path_info):
            return self._page(request)
        response = self._api_response(request)
        # Shared caches must not reuse the response to one key, or to an invalid key, for another caller.
        patch_vary_headers(response, ("Authorization",))
        limits.set_headers(response, getattr(request, "usage", None) or limits.peek(request, request.caller))
        return response

    def process_view(self, request, view, args, kwargs):
        """Count the request if its view has a ``throttle_scope``; return a 429 response above the allowance."""
        scope = throttle_scope_of(view)
        if not scope or request.method == "OPTIONS":
            return None
        request.usage = usage = limits.count(request, request.caller)
        use.record(request.caller, scope, usage)
        return _too_many(request, usage) if usage.is_exceeded else None

    def _page(self, request):
        """Return the page, or 429 above the limit for pages (`throttle_page`). Health checks have no limit."""
        is_health_check = request.path_info in PATHS_FOR_ANY_HOST
        wait = 0 if is_health_check else limits.throttle_page(request)
        if not wait:
            return self.get_response(request)
        return error_response(request, "too-many-requests", headers={"Retry-After": str(wait)})

    def _api_response(self, request):
        request.caller = anonymous_caller(request.META)
        try:
            request.caller = identify_caller(request.META)
        except InvalidKey:
            request.usage = limits.count(request, request.caller)
            return problem_response(request, "unauthorized", headers={"WWW-Authenticate": CHALLENGE})
        except DATABASE_ERRORS as error:
            # The key may be valid, so the caller is neither rejected nor served as anonymous.
            return database_unavailable(request, error)
        return self.get_response(request)


def _too_many(request, usage):
    detail = f"The {usage.tier.allowance} requests that this minute holds are used up; {usage.seconds_left} s are left."
    headers = {"Retry-After": str(usage.seconds_left)}
    return problem_response(request, "too-many-requests", detail=detail, headers=headers)
