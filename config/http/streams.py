"""Stream responses whose bodies are large or take long to make. The number of streams at the same time is limited."""

from collections import Counter
from collections.abc import Iterable, Iterator
from threading import Lock

from django.conf import settings
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse

from config.http.places import Places
from config.http.problems import error_response

MOST = max(1, settings.THREADS // 4)
"""The largest number of bodies that are streamed at the same time. Each stream occupies a thread until the client has
received the whole body. The limit leaves threads for other requests if clients are slow."""
MOST_OF_A_CALLER = max(1, MOST // 4)
RETRY_AFTER = "10"
BUSY = "Too many files are being downloaded at the moment."

_lock = Lock()
_open: Counter[str] = Counter()
"""Maps each caller to the number of its open streams. A caller is a text such as "account:7" or an IP address (see
``Caller.counted_as``)."""
_places = Places(settings.DJANGO_THREADS)
"""Limits how many threads make a part of a body at the same time. Many more threads may wait until their clients have
received a part."""


class _CountedStream(StreamingHttpResponse):
    """A streamed response. The function `stream` has added 1 to the number of open streams of the ``caller`` in
    ``_open``. The server calls `close` after the last part, or when the client disconnects. Then `close` subtracts 1
    again."""

    def __init__(self, parts, caller, **options):
        super().__init__(_made_in_turn(parts), **options)
        self._caller = caller

    def close(self):
        if not self.closed:
            with _lock:
                _open[self._caller] -= 1
                if not _open[self._caller]:
                    del _open[self._caller]
        super().close()


def stream(request: HttpRequest, parts: Iterable[bytes], **options) -> HttpResponse:
    """Return a response that streams the ``parts`` of a body. Return a 429 response instead if the caller has
    MOST_OF_A_CALLER open streams already, or all callers together have MOST. ``options`` are keyword arguments of
    `StreamingHttpResponse`, such as ``headers``."""
    caller = request.caller.counted_as
    with _lock:
        is_free = _open.total() < MOST and _open[caller] < MOST_OF_A_CALLER
        if is_free:
            _open[caller] += 1
    if not is_free:
        return error_response(request, "too-many-requests", detail=BUSY, headers={"Retry-After": RETRY_AFTER})
    return _CountedStream(parts, caller, **options)


def _made_in_turn(parts: Iterable[bytes]) -> Iterator[bytes]:
    iterator = iter(parts)
    while True:
        _places.acquire()
        try:
            part = next(iterator, None)
        finally:
            _places.release()
        if part is None:
            return
        yield part
