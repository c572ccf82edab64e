import re
from uuid import uuid4

WELL_FORMED = re.compile(r"[A-Za-z0-9-]{8,64}")


class RequestIdMiddleware:
    """Set ``X-Request-Id``, to the client's own if it is well-formed, so that the logs of both can be compared."""

    def __init__(self, get_response):
        self.get_response = get_response

    def __call__(self, request):
        given = request.headers.get("X-Request-Id", "")
        request.request_id = given if WELL_FORMED.fullmatch(given) else str(uuid4())
        response = self.get_response(request)
        response["X-Request-Id"] = request.request_id
        return response
