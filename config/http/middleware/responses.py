from django.core.exceptions import SuspiciousOperation
from django.middleware.gzip import GZipMiddleware
from django.middleware.security import SecurityMiddleware
from django.utils.cache import patch_vary_headers
from django.utils.deprecation import MiddlewareMixin

from config.http.delivery import accepts_gzip, request_id
from config.http.problem_types import code_of_status
from config.http.problems import (
    DATABASE_ERRORS,
    MEDIA_TYPE,
    bad_request,
    database_unavailable,
    is_api_path,
    problem_response,
)

POLICY = ", ".join(f"{feature}=()" for feature in ("camera", "geolocation", "microphone", "payment", "usb"))
SMALLEST_BODY = 1000
COMPRESSED_TYPES = {"application/gzip", "application/zip"}
COPIED_HEADERS = ("Allow", "Retry-After", "WWW-Authenticate", "Vary")


class RequestIdMiddleware(MiddlewareMixin):
    """Set the response header ``X-Request-Id`` to the ID that the client has sent, or to a new ID. By this ID, the logs
    of the client can be compared with those of the service."""

    def __call__(self, request):
        request.request_id = request_id(request.META)
        response = self.get_response(request)
        response["X-Request-Id"] = request.request_id
        return response


class HttpsMiddleware(SecurityMiddleware):
    """Redirect from HTTP to HTTPS, as Django's own middleware does. If the URL of the redirect would be unsafe, return
    400. Django would respond with 400 too, but it would also log an error."""

    def process_request(self, request):
        try:
            return super().process_request(request)
        except SuspiciousOperation as error:
            return bad_request(request, error)

    def process_response(self, request, response):
        # The headers are set by Django's SecurityMiddleware, which must be in the settings for Django's system check.
        return response


class PermissionsPolicyMiddleware(MiddlewareMixin):
    def process_response(self, request, response):
        response["Permissions-Policy"] = POLICY
        return response


class CompressionMiddleware(GZipMiddleware):
    """Compress bodies of at least 1000 bytes, unless they are compressed files. Do not compress if the client forbids
    gzip by ``gzip;q=0`` (Django's own middleware would compress)."""

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


class ProblemMiddleware(MiddlewareMixin):
    """Replace Django's own error responses below /api and /feed by problem documents (RFC 9457)."""

    def __call__(self, request):
        response = self.get_response(request)
        is_problem = response.get("Content-Type", "").startswith(MEDIA_TYPE)
        if response.status_code < 400 or is_problem or not is_api_path(request.path_info):
            return response
        headers = {name: response[name] for name in COPIED_HEADERS if name in response}
        return problem_response(request, code_of_status(response.status_code), headers=headers)

    def process_exception(self, request, exception):
        """Return 503 if a view has raised a database error."""
        return database_unavailable(request, exception) if isinstance(exception, DATABASE_ERRORS) else None
