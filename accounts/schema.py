"""What the OpenAPI document says of every path alike: the headers of answers and the problems any path can have."""

from accounts.problem_types import PROBLEM_TYPES
from accounts.problems import MEDIA_TYPE

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
    "405": "Read-only; `Allow` names the methods",
    "406": "The Accept header excludes JSON",
    "500": "The service failed",
    "503": "The database is away; ask again after `Retry-After` seconds",
}
REQUEST_HEADERS = {
    "If-None-Match": "The ETag of the answer you hold; 304 when nothing has changed",
    "If-Modified-Since": "The Last-Modified of the answer you hold; looked at only without If-None-Match",
    "X-Request-Id": "Your own name for the request, 8 to 64 letters, digits and hyphens",
}
HEADERS_OF_200 = {
    "ETag": "SHA-256 of the content, the same on every server; weak when the answer is compressed",
    "Last-Modified": "When the answer last became what it is",
    "Cache-Control": "`private` where the request was counted, else `public`",
    "Vary": "The request headers that the answer depends on",
}
HEADERS_OF_503 = {"Retry-After": "Whole seconds to wait"}
REQUEST_ID = {"X-Request-Id": "Name of the request in the logs"}


def describe_every_path(result, generator, request, public):
    """A hook of the schema generator."""
    result["components"].setdefault("schemas", {})["Problem"] = PROBLEM
    for operations in result["paths"].values():
        for operation in operations.values():
            _describe(operation)
    return result


def _describe(operation):
    operation.setdefault("parameters", []).extend(
        {"name": name, "in": "header", "schema": STRING, "description": text} for name, text in REQUEST_HEADERS.items()
    )
    responses = operation["responses"]
    responses.setdefault("304", {"description": "Not modified: what you hold is still the answer"})
    for status, text in ANY_PATH_CAN_SAY.items():
        content = {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}}
        responses.setdefault(status, {"description": text, "content": content})
    for status, response in responses.items():
        response.setdefault("headers", {}).update(_headers(status))


def _headers(status):
    told = REQUEST_ID | (HEADERS_OF_200 if status == "200" else {}) | (HEADERS_OF_503 if status == "503" else {})
    return {name: {"schema": STRING, "description": text} for name, text in told.items()}
