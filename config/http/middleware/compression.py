import re

from django.middleware.gzip import GZipMiddleware
from django.utils.cache import patch_vary_headers

SMALLEST_BODY = 1000
GZIP_EXCLUDED = re.compile(r"\bgzip\s*;\s*q=0(?:\.0{0,3})?\s*(?:,|$)")


class CompressionMiddleware(GZipMiddleware):
    """Compress bodies of at least 1 kB when the client accepts gzip; the ETag becomes weak, because the bytes differ.

    Django's own middleware ignores ``q=0``.
    """

    def process_response(self, request, response):
        if not response.streaming and len(response.content) < SMALLEST_BODY:
            return response
        if GZIP_EXCLUDED.search(request.headers.get("Accept-Encoding", "")):
            patch_vary_headers(response, ("Accept-Encoding",))
            return response
        return super().process_response(request, response)
