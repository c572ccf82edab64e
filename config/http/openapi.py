"""The OpenAPI document: helpers to describe one path, and a hook that describes what all paths have in common."""

import re

from django import forms
from django.urls import resolve
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse

from config.http.documents import COMPONENTS, STRING, Document, ref
from config.http.problems import MEDIA_TYPE
from config.http.views import throttle_scope_of

JSON = "application/json"
PROBLEMS_OF_EVERY_PATH = {
    "400": "A parameter is unknown, repeated, empty or out of range; `errors` names it",
    "401": "The API key is invalid, expired or revoked",
    "405": "Read-only; `Allow` names the methods",
    "406": "The Accept header excludes JSON",
    "500": "The service failed",
    "503": "The database is unavailable; retry after `Retry-After` seconds",
}
PROBLEMS_OF_COUNTED_PATHS = {"429": "The allowance of this minute is used up; retry after `Retry-After` seconds"}
CONDITIONS = {
    "If-None-Match": "The ETag of a response that the client has; 304 when nothing has changed",
    "If-Modified-Since": "The Last-Modified of a response that the client has; ignored when If-None-Match is present",
}
REQUEST_HEADERS = {
    "X-Request-Id": "The client's own identifier of the request, 8 to 64 letters, digits and hyphens",
}
HEADERS_OF_200 = {
    "ETag": "SHA-256 of the content, the same on every server; weak when the response is compressed",
    "Last-Modified": "When the content last changed",
    "Cache-Control": "`private` where the request was counted, otherwise `public`",
    "Vary": "The request headers that the response depends on",
}
RETRY_AFTER = {"Retry-After": "Whole seconds to wait"}
HEADERS_OF_PROBLEMS = {
    "401": {"WWW-Authenticate": 'Bearer error="invalid_token"'},
    "429": RETRY_AFTER,
    "503": RETRY_AFTER,
}
HEADERS_OF_EVERY_RESPONSE = {
    "X-Request-Id": "Identifier of the request in the logs",
    "X-API-Tier": "`anonymous`, `researcher` or `pro`",
    "X-RateLimit-Limit": "Requests a minute, over all counted paths",
    "X-RateLimit-Remaining": "Requests left in this window; uncounted paths do not change it",
    "X-RateLimit-Reset": "Seconds until the next window",
    "RateLimit-Policy": "The limit as a structured field; named `…-degraded` while each process counts by itself",
    "RateLimit": "The same two numbers as a structured field (draft-ietf-httpapi-ratelimit-headers-10)",
}
API_KEY = {"type": "http", "scheme": "bearer", "description": "An API key; requests without a key are anonymous"}
UNCACHED_PATHS = {"/api/me"}
"""No cache stores their responses, so they take no conditions."""


def parameters(*bound_forms: forms.Form) -> list[OpenApiParameter]:
    """The query parameters that the fields of the forms validate."""
    return [
        OpenApiParameter(name, _schema_of(field), description=field.help_text, required=field.required)
        for form in bound_forms
        for name, field in form.fields.items()
    ]


def path_parameter(name: str, schema: dict, description: str) -> OpenApiParameter:
    """A part of the path."""
    return OpenApiParameter(name, schema, "path", description=description, required=True)


def response_header(name: str, description: str, schema=str) -> OpenApiParameter:
    """A header of the 200 response."""
    return OpenApiParameter(name, schema, "header", description=description, response=[200])


def page_headers(total: str) -> list[OpenApiParameter]:
    """The headers of a response that is one page of a list; ``total`` says what X-Total-Count counts."""
    link = response_header("Link", 'The next page: `<…>; rel="next"`; absent on the last page')
    return [response_header("X-Total-Count", total, int), link]


def ok(document: type[Document], description: str) -> dict:
    """The 200 response that holds this document."""
    return {(200, JSON): OpenApiResponse(ref(document.component), description)}


def problem(status: int, description: str) -> dict:
    """A problem response."""
    return {(status, MEDIA_TYPE): OpenApiResponse(ref("Problem"), description)}


def describe_every_path(result, generator, request, public):
    """Add the declared documents, and to every path the headers and problems that all paths have.

    It is a postprocessing hook of drf-spectacular.
    """
    components = result["components"]
    components.setdefault("schemas", {}).update(COMPONENTS)
    components["securitySchemes"] = {"key": API_KEY}
    for path, operations in result["paths"].items():
        for operation in operations.values():
            operation["security"] = [{}, {"key": []}]
            _describe(operation, is_cacheable=path not in UNCACHED_PATHS, is_counted=_is_counted(path))
    return result


def _schema_of(field):
    length = getattr(field, "max_length", None)
    return getattr(field, "json_schema", {"type": "string", "minLength": 1, "maxLength": length})


def _is_counted(path):
    return throttle_scope_of(resolve(re.sub("{.*?}", "any", path)).func) is not None


def _describe(operation, *, is_cacheable, is_counted):
    request_headers = REQUEST_HEADERS | (CONDITIONS if is_cacheable else {})
    operation.setdefault("parameters", []).extend(
        {"name": name, "in": "header", "schema": STRING, "description": text} for name, text in request_headers.items()
    )
    responses = operation["responses"]
    if is_cacheable:
        responses.setdefault("304", {"description": "Not modified: the response that the client has is still valid"})
    for status, text in (PROBLEMS_OF_EVERY_PATH | (PROBLEMS_OF_COUNTED_PATHS if is_counted else {})).items():
        responses.setdefault(status, {"description": text, "content": {MEDIA_TYPE: {"schema": ref("Problem")}}})
    for status, response in responses.items():
        response.setdefault("headers", {}).update(_headers(status, is_cacheable))


def _headers(status, is_cacheable):
    of_status = HEADERS_OF_200 if status == "200" and is_cacheable else HEADERS_OF_PROBLEMS.get(status, {})
    headers = HEADERS_OF_EVERY_RESPONSE | of_status
    return {name: {"schema": STRING, "description": text} for name, text in headers.items()}
