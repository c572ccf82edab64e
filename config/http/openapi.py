"""What the OpenAPI document says of every path alike: the headers of answers and the problems any path can have."""

import re

from django.urls import resolve

from config.http.problem_types import PROBLEM_TYPES
from config.http.problems import MEDIA_TYPE
from config.http.views import throttle_scope_of

STRING = {"type": "string"}
PROBLEM = {
    "type": "object",
    "description": "RFC 9457",
    "properties": {
        "type": STRING | {"format": "uri-reference", "description": "The page that explains this type of problem"},
        "title": {"type": "string", "enum": sorted({problem.title for problem in PROBLEM_TYPES.values()})},
        "status": {"type": "integer"},
        "detail": STRING,
        "instance": STRING | {"format": "uri-reference", "description": "The path asked for"},
        "request_id": {"type": ["string", "null"]},
        "errors": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {"parameter": {"type": ["string", "null"]}, "detail": STRING},
                "required": ["parameter", "detail"],
            },
        },
        "suggestions": {"type": "array", "items": STRING, "maxItems": 3},
    },
    "required": ["type", "title", "status", "detail", "instance", "request_id"],
}
ANY_PATH_CAN_SAY = {
    "400": "A parameter is unknown, repeated, empty or out of range; `errors` names it",
    "401": "A key was sent, and it is not one that is live",
    "405": "Read-only; `Allow` names the methods",
    "406": "The Accept header excludes JSON",
    "500": "The service failed",
    "503": "The database is away; ask again after `Retry-After` seconds",
}
COUNTED_PATHS_CAN_SAY = {"429": "The allowance of this minute is used up; ask again after `Retry-After` seconds"}
CONDITIONS = {
    "If-None-Match": "The ETag of the answer you hold; 304 when nothing has changed",
    "If-Modified-Since": "The Last-Modified of the answer you hold; looked at only without If-None-Match",
}
REQUEST_HEADERS = {
    "X-Request-Id": "Your own name for the request, 8 to 64 letters, digits and hyphens",
}
HEADERS_OF_200 = {
    "ETag": "SHA-256 of the content, the same on every server; weak when the answer is compressed",
    "Last-Modified": "When the answer last became what it is",
    "Cache-Control": "`private` where the request was counted, else `public`",
    "Vary": "The request headers that the answer depends on",
}
TIME_TO_WAIT = {"Retry-After": "Whole seconds to wait"}
HEADERS_OF_PROBLEMS = {
    "401": {"WWW-Authenticate": 'Bearer error="invalid_token"'},
    "429": TIME_TO_WAIT,
    "503": TIME_TO_WAIT,
}
HEADERS_OF_EVERY_ANSWER = {
    "X-Request-Id": "Name of the request in the logs",
    "X-API-Tier": "`anonymous`, `researcher` or `pro`",
    "X-RateLimit-Limit": "Requests a minute, over all counted paths",
    "X-RateLimit-Remaining": "What is left of them in this window; uncounted paths leave it as it is",
    "X-RateLimit-Reset": "Seconds until the next window",
    "RateLimit-Policy": "The same as a structured field; the name ends in `-degraded` while processes count alone",
    "RateLimit": "What is left and until when, as a structured field (draft-ietf-httpapi-ratelimit-headers-10)",
}
KEY = {"type": "http", "scheme": "bearer", "description": "An API key; without one you ask anonymously"}
PRIVATE = {"/api/me"}
"""No cache keeps it, so that there are no conditions."""


def describe_every_path(result, generator, request, public):
    """A hook of the schema generator."""
    components = result["components"]
    components.setdefault("schemas", {})["Problem"] = PROBLEM
    components["securitySchemes"] = {"key": KEY}
    for path, operations in result["paths"].items():
        for operation in operations.values():
            operation["security"] = [{}, {"key": []}]
            _describe(operation, is_kept=path not in PRIVATE, is_counted=_is_counted(path))
    return result


def _is_counted(path):
    return throttle_scope_of(resolve(re.sub("{.*?}", "any", path)).func) is not None


def _describe(operation, *, is_kept, is_counted):
    asked = REQUEST_HEADERS | (CONDITIONS if is_kept else {})
    operation.setdefault("parameters", []).extend(
        {"name": name, "in": "header", "schema": STRING, "description": text} for name, text in asked.items()
    )
    responses = operation["responses"]
    if is_kept:
        responses.setdefault("304", {"description": "Not modified: what you hold is still the answer"})
    for status, text in (ANY_PATH_CAN_SAY | (COUNTED_PATHS_CAN_SAY if is_counted else {})).items():
        content = {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}}
        responses.setdefault(status, {"description": text, "content": content})
    for status, response in responses.items():
        response.setdefault("headers", {}).update(_headers(status, is_kept))


def _headers(status, is_kept):
    of_status = HEADERS_OF_200 if status == "200" and is_kept else HEADERS_OF_PROBLEMS.get(status, {})
    told = HEADERS_OF_EVERY_ANSWER | of_status
    return {name: {"schema": STRING, "description": text} for name, text in told.items()}
