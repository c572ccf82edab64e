"""What the OpenAPI document says of ``/api/me``."""

from drf_spectacular.utils import OpenApiResponse, extend_schema

from accounts.tiers import TIERS

COUNT = {"type": "integer", "minimum": 0}
MOMENT_OR_NULL = {"type": ["string", "null"], "format": "date-time"}


def _an_object(properties, **more):
    return {"type": "object", "properties": properties, "required": list(properties), **more}


COUNTS = {
    "served": COUNT | {"description": "Let through"},
    "refused": COUNT | {"description": "Past the allowance, answered 429"},
}
DAY = {
    "day": {"type": "string", "format": "date", "description": "UTC"},
    **COUNTS,
    "busiest_minute": COUNT | {"description": "The most requests of the account in one window"},
    "endpoints": {"type": "object", "additionalProperties": _an_object(COUNTS)},
}
KEY = {
    "name": {"type": "string", "description": "In the owner's words"},
    "shown": {"type": "string", "description": "Its first characters"},
    "created_at": {"type": "string", "format": "date-time"},
    "expires_at": MOMENT_OR_NULL,
    "last_used_at": MOMENT_OR_NULL | {"description": "To the hour"},
}
COMPONENTS = {
    "DayOfUse": _an_object(DAY),
    "MyKey": _an_object(KEY, type=["object", "null"], description="The key that was sent; null without one"),
    "Me": _an_object(
        {
            "tier": {"type": "string", "enum": list(TIERS)},
            "limit": COUNT | {"description": "Requests a minute, over all counted endpoints"},
            "remaining": COUNT | {"description": "Of them, in this window"},
            "reset": {"type": "integer", "minimum": 1, "description": "Seconds until the next window"},
            "degraded": {"type": "boolean", "description": "Whether this process counts for itself just now"},
            "key": {"$ref": "#/components/schemas/MyKey"},
            "use": {
                "type": "array",
                "items": {"$ref": "#/components/schemas/DayOfUse"},
                "description": "Of the account, on the last 30 days that have any, some seconds old",
            },
        }
    ),
}

me = extend_schema(
    operation_id="get_me",
    summary="Your tier, what is left, and your use",
    description="With a key or without. Not counted against any limit.",
    responses={
        (200, "application/json"): OpenApiResponse({"$ref": "#/components/schemas/Me"}, "What holds for the caller")
    },
)


def add_components(result, generator, request, public):
    """A hook of the schema generator."""
    result["components"].setdefault("schemas", {}).update(COMPONENTS)
    return result
