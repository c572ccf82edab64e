"""The JSON renderer, and the choice of a renderer by the Accept header."""

import orjson
from rest_framework.exceptions import NotAcceptable
from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.renderers import BaseRenderer

OPTIONS = orjson.OPT_UTC_Z | orjson.OPT_OMIT_MICROSECONDS


class JSONRenderer(BaseRenderer):
    """UTF-8 unescaped, keys in the order of the document; times to the second in UTC, decimals as numbers."""

    media_type = "application/json"
    format = "json"
    charset = None

    def render(self, data, accepted_media_type=None, renderer_context=None) -> bytes:
        return b"" if data is None else orjson.dumps(data, default=float, option=OPTIONS)


class AcceptHeaderNegotiation(BaseContentNegotiation):
    """Choose the first renderer that the Accept header does not exclude (RFC 9110, 12.5.1)."""

    def select_parser(self, request, parsers):
        return next(iter(parsers), None)

    def select_renderer(self, request, renderers, format_suffix=None):
        accept = request.headers.get("Accept", "").strip() or "*/*"
        for renderer in renderers:
            if accepts(accept, renderer.media_type):
                return renderer, renderer.media_type
        raise NotAcceptable(f"This path has {' or '.join(renderer.media_type for renderer in renderers)}.")


def accepts(accept: str, media_type: str) -> bool:
    """Whether the header accepts the media type; its most specific range decides, and ``q=0`` excludes."""
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
