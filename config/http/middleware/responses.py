from django.middleware.gzip import GZipMiddleware
from django.utils.cache import patch_vary_headers
from django.utils.deprecation import MiddlewareMixin

from config.http.delivery import accepts_gzip, request_id
from config.http.problems import DATABASE_ERRORS, database_unavailable

POLICY = ", ".join(f"{feature}=()" for feature in ("camera", "geolocation", "microphone", "payment", "usb"))
SMALLEST_BODY = 1000
COMPRESSED_TYPES = {"application/gzip", "application/zip"}


class RequestIdMiddleware(MiddlewareMixin):
    """Store an ID in ``request.request_id`` and in the response header ``X-Request-Id``: the ID that the client has
    sent in this header, or a new ID if it has sent none or an invalid one. With the ID, a request can be found in the
    logs of the client and of the service."""

    def __call__(self, request):
        request.request_id = request_id(request.META)
        response = self.get_response(request)
        response["X-Request-Id"] = request.request_id
        return response


class PermissionsPolicyMiddleware(MiddlewareMixin):
    def process_response(self, request, response):
        response["Permissions-Policy"] = POLICY
        return response


class CompressionMiddleware(GZipMiddleware):
    """Compress the body of a response if the client accepts gzip. Bodies of fewer than 1000 bytes and compressed files
    are left out. Streamed bodies are compressed whatever their size. Unlike Django's middleware, this one does not
    compress if the header is ``Accept-Encoding: gzip;q=0``, which forbids gzip."""

    def process_response(self, request, response):
        if response.get("Content-Type") in COMPRESSED_TYPES:
            return response
        if not response.streaming and len(response.content) < SMALLEST_BODY:
            return response
        if not accepts_gzip(request.headers.get("Accept-Encoding", "")):
            patch_vary_headers(response, ("Accept-Encoding",))
            return response
        return super().process_response(request, response)


def compress(request, response):
    return CompressionMiddleware(lambda request: None).process_response(request, response)


class DatabaseErrorMiddleware(MiddlewareMixin):
    """Return 503 if a view has raised one of DATABASE_ERRORS: an OperationalError or InterfaceError of Django."""

    def process_exception(self, request, exception):
        return database_unavailable(request, exception) if isinstance(exception, DATABASE_ERRORS) else None
