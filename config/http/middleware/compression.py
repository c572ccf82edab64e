import re

from django.middleware.gzip import GZipMiddleware
from django.utils.cache import patch_vary_headers

SMALLEST_BODY = 1000
REFUSED = re.compile(r"\bgzip\s*;\s*q=0(?:\.0{0,3})?\s*(?:,|$)")


class CompressionMiddleware(GZipMiddleware):
    """gzip for bodies of at least 1 kB when asked for; the strong ETag becomes weak, as its bytes differ."""

    def process_response(self, request, response):
        if not response.streaming and len(response.content) < SMALLEST_BODY:
            return response
        if REFUSED.search(request.headers.get("Accept-Encoding", "")):
            patch_vary_headers(response, ("Accept-Encoding",))
            return response
        return super().process_response(request, response)
