"""Read the body of each form within a time limit. Django has no such limit, so slow clients would block its threads."""

from threading import BoundedSemaphore
from time import monotonic

from django.conf import settings

from config.http.problems import error_response, is_api_path

LARGEST_FORM, LARGEST_UPLOAD = 64 * 1024, 12 * 1024 * 1024
"""The largest body of a form and of an upload, in bytes. Only editors can upload files. A usual form has less than 1
kB."""
SECONDS_FOR_FORM, SECONDS_FOR_UPLOAD = 2, 60
MOST_FORMS, MOST_UPLOADS = 2, 1
"""How many threads may read small bodies (forms) at the same time, and how many other threads may read large bodies
(uploads). The server must have more threads than both numbers together."""
PIECE = 64
"""How many bytes are read at once. The server waits until it has them all, and only then is the time limit checked."""
RETRY_AFTER = "2"


class BodyMiddleware:
    """Read the body of each POST request to a page. Requests to the API are passed on, because the API accepts no
    bodies. A body without Content-Length counts as empty.

    Respond with 400 if the body is too large or too slow. Only a few threads may read bodies at the same time, so that
    slow clients leave threads for other requests. If all these threads are busy, respond with 429."""

    def __init__(self, get_response):
        self.get_response = get_response
        self._forms, self._uploads = BoundedSemaphore(MOST_FORMS), BoundedSemaphore(MOST_UPLOADS)

    def __call__(self, request):
        if request.method != "POST" or is_api_path(request.path_info):
            return self.get_response(request)
        return self._read(request) or self.get_response(request)

    def _read(self, request):
        """Store the body in the request and return None, or return an error response."""
        length = _content_length(request)
        is_form = length <= LARGEST_FORM
        may_upload = request.path_info.startswith(settings.PATHS_OF_EDITORS)
        if length > (LARGEST_UPLOAD if may_upload else LARGEST_FORM):
            return error_response(request, "bad-request")
        readers = self._forms if is_form else self._uploads
        if not readers.acquire(blocking=False):
            return error_response(request, "too-many-requests", headers={"Retry-After": RETRY_AFTER})
        try:
            body = _read_until(request, length, monotonic() + (SECONDS_FOR_FORM if is_form else SECONDS_FOR_UPLOAD))
        finally:
            readers.release()
        if body is None:
            return error_response(request, "bad-request")
        # If this attribute is set, Django does not read the body from the connection.
        request._body = body
        return None


def _read_until(request, length, deadline):
    """Return the body of a request, or None if it is not complete before the ``deadline``, a monotonic time."""
    body = bytearray()
    while len(body) < length:
        # Do not iterate over the input instead: Granian 2.8 ends an iteration at the first end of a line.
        piece = request.environ["wsgi.input"].read(min(PIECE, length - len(body)))
        if not piece or monotonic() > deadline:
            return None
        body += piece
    return bytes(body)


def _content_length(request):
    try:
        return int(request.META.get("CONTENT_LENGTH") or 0)
    except ValueError:
        return 0
