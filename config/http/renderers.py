from functools import lru_cache

import orjson
from rest_framework.exceptions import NotAcceptable
from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.renderers import BaseRenderer

OPTIONS = orjson.OPT_UTC_Z | orjson.OPT_OMIT_MICROSECONDS


class JSONRenderer(BaseRenderer):
    """Writes JSON. Times have no microseconds, and UTC is written as ``Z``. Decimals become numbers. For None, the body
    is empty."""

    media_type = "application/json"
    format = "json"
    charset = None

    def render(self, data, accepted_media_type=None, renderer_context=None) -> bytes:
        return b"" if data is None else orjson.dumps(data, default=float, option=OPTIONS)


class FileRenderer(BaseRenderer):
    """Makes Django REST framework accept requests for the media type of a file, such as text/csv. It does not define
    ``render``, because the view itself writes the file."""

    charset = "utf-8"

    def __init__(self, media_type: str, format: str):
        self.media_type, self.format = media_type, format


class AcceptHeaderNegotiation(BaseContentNegotiation):
    """Choose the first renderer whose media type the Accept header allows (RFC 9110, 12.5.1). Raise NotAcceptable if
    there is none."""

    def select_renderer(self, request, renderers, format_suffix=None):
        accept = request.META.get("HTTP_ACCEPT", "").strip() or "*/*"
        for renderer in renderers:
            if accepts(accept, renderer.media_type):
                return renderer, renderer.media_type
        raise NotAcceptable(f"This path has {' or '.join(renderer.media_type for renderer in renderers)}.")


@lru_cache(maxsize=1000)
def accepts(accept: str, media_type: str) -> bool:
    """Return True if an Accept header allows the media type. If several parts of the header match, the most specific
    part decides. A part with ``q=0`` forbids the media type."""
    ranges = (media_type, f"{media_type.partition('/')[0]}/*", "*/*")
    qualities = dict(_quality(part) for part in accept.split(","))
    return next((qualities[name] > 0 for name in ranges if name in qualities), False)


def _quality(part):
    name, *parameters = (piece.strip().lower() for piece in part.split(";"))
    weight = next((text[2:] for text in parameters if text.startswith("q=")), "1")
    try:
        return name, float(weight)
    except ValueError:
        return name, 1.0
