from django.utils.cache import patch_vary_headers

from accounts import limits, use
from accounts.callers import BadKey, caller_at_address, caller_of
from accounts.middleware.gate import ASKED_BY_ADDRESS
from accounts.problems import DATABASE_ERRORS, answer, answers_with_problems, database_away, problem

CHALLENGE = 'Bearer error="invalid_token"'


class AllowanceMiddleware:
    """Finds the caller of everything below /api and /feed, counts what is counted, and tells every answer's caller.

    Stands outside whatever turns answers into others (problems, 304), so that those tell it too.
    """

    def __init__(self, get_response):
        self.get_response = get_response

    def __call__(self, request):
        if not answers_with_problems(request.path_info):
            return self._page(request)
        response = self._answer(request)
        # A cache on the way keeps no answer to one key for another, nor for one that is bad.
        patch_vary_headers(response, ("Authorization",))
        limits.tell(response, getattr(request, "usage", None) or limits.look(request, request.caller))
        return response

    def process_view(self, request, view, args, kwargs):
        """Counts where the view says by its ``throttle_scope`` that it is counted; 429 past the allowance."""
        scope = limits.scope_of(view)
        if not scope or request.method == "OPTIONS":
            return None
        request.usage = usage = limits.count(request, request.caller)
        use.record(request.caller, scope, usage)
        return _too_many(request, usage) if usage.is_exceeded else None

    def _page(self, request):
        """Pages for people are not counted against an allowance; there is a guard, and machines ask past it."""
        of_machines = request.path_info in ASKED_BY_ADDRESS
        wait = 0 if of_machines else limits.guard(request, caller_at_address(request.META))
        if not wait:
            return self.get_response(request)
        return answer(request, "too-many-requests", headers={"Retry-After": str(wait)})

    def _answer(self, request):
        request.caller = caller_at_address(request.META)
        try:
            request.caller = caller_of(request.META)
        except BadKey:
            request.usage = limits.count(request, request.caller)
            return problem(request, "unauthorized", headers={"WWW-Authenticate": CHALLENGE})
        except DATABASE_ERRORS as error:
            # Neither is the key known to be bad, nor is who sent it anonymous.
            return database_away(request, error)
        return self.get_response(request)


def _too_many(request, usage):
    detail = f"The {usage.tier.allowance} requests that this minute holds are used up; {usage.seconds_left} s are left."
    return problem(request, "too-many-requests", detail=detail, headers={"Retry-After": str(usage.seconds_left)})
