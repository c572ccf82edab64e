"""Stream responses whose bodies are large or take long to make, a few of them at once."""

from collections.abc import Iterable
from threading import BoundedSemaphore

from django.conf import settings
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse

from config.http.problems import error_response

_streams = BoundedSemaphore(settings.DJANGO_THREADS)
"""A semaphore that limits how many bodies are streamed at once. A stream occupies a thread until the client has all of
it, so slow clients must leave threads for other requests."""
RETRY_AFTER = "10"


class _CountedStream(StreamingHttpResponse):
    """A streamed response. It occupies one place of the semaphore `_streams`, which the caller acquires before. The
    place is released when the server closes the response, after the last part or if the client disconnects."""

    def close(self):
        if not self.closed:
            _streams.release()
        super().close()


def stream(request: HttpRequest, parts: Iterable[bytes], **options) -> HttpResponse:
    """Return a response that streams the ``parts`` of a body. If this process streams as many bodies as DJANGO_THREADS
    already, return a 429 response instead. ``options`` are keyword arguments of `StreamingHttpResponse`, such as
    ``headers``."""
    if not _streams.acquire(blocking=False):
        return error_response(request, "too-many-requests", headers={"Retry-After": RETRY_AFTER})
    return _CountedStream(parts, **options)
