from config.http.documents import TIMESTAMP, ref
from feeds.webhooks.event_types import EVENT_TYPES, examples
from feeds.webhooks.payloads import EVENT_DATA

HEADERS = {
    "webhook-id": "The same for each attempt to deliver an event",
    "webhook-timestamp": "When it was sent, in seconds since 1970",
    "webhook-signature": "`v1,` and the HMAC-SHA256 in Base64; two, separated by a blank, while a secret is replaced",
}
RESPONSES = {
    "2XX": {"description": "Received"},
    "410": {"description": "Disables the endpoint"},
    "default": {"description": "Failure: there is another attempt"},
}


def describe_webhooks(result, generator, request, public):
    """Add a section ``webhooks`` with all types of events to ``result``, the OpenAPI document. Return the changed
    ``result``. drf-spectacular calls this hook."""
    result["webhooks"] = {row.name: {"post": _operation(row)} for row in EVENT_TYPES.values()}
    return result


def _operation(event_type):
    content = {"schema": _body(event_type)}
    if event_type.name in examples():
        content["example"] = {
            "type": event_type.name,
            "timestamp": "2026-05-01T20:15:00Z",
            "data": examples()[event_type.name],
        }
    return {
        "operationId": event_type.name.replace(".", "_"),
        "summary": event_type.description,
        "tags": ["Webhooks"],
        "security": [],
        "parameters": [
            {"name": name, "in": "header", "required": True, "schema": {"type": "string"}, "description": text}
            for name, text in HEADERS.items()
        ],
        "requestBody": {"required": True, "content": {"application/json": content}},
        "responses": RESPONSES,
    }


def _body(event_type):
    members = {
        "type": {"type": "string", "const": event_type.name, "description": "Type of the event"},
        "timestamp": TIMESTAMP | {"description": "When it happened"},
        "data": ref(EVENT_DATA[event_type.about].component) | {"description": "What happened"},
    }
    return {"type": "object", "properties": members, "required": list(members)}
