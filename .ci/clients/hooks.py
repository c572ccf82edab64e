"""Hooks for schemathesis, which sends requests that it generates from the OpenAPI document. The hooks choose values
that the document cannot describe, such as slugs of the graph."""

import random
from datetime import UTC, datetime
from ipaddress import ip_address
from itertools import count

import schemathesis
from schemathesis import GenerationMode

SLUGS = {
    "/api/graph": ("emmanuel-macron", "france", "socialist-party-fr", "social-democracy", "president-of-france"),
    "/feed": ("emmanuel-macron", "france"),
    "/api/results": ("iceland-1946-legislative", "united-kingdom-2019-legislative"),
    "/api/snapshot": ("france", "japan", "tuvalu"),
}
RACES = ("national", "aberavon")
DAYS = ("at", "as_of", "updated_since")
"""Query parameters with a date or time that must not be in the future."""
FIRST_ADDRESS, CALLS = int(ip_address("10.0.0.1")), count()
DEFAULT_LIMIT = 20
OF_THE_GRAPH = ("version", "cursor", "since")
"""Query parameters that are removed from generated requests. Their valid values come from earlier responses, so a
generated value would be invalid."""


@schemathesis.hook
def before_call(context, case, *args):
    """Change a generated request before schemathesis sends it. Each request gets another IP address, so that no rate
    limit applies.

    If the request agrees with the OpenAPI document, its path gets slugs of the graph. Query parameters that the service
    would reject, such as a day in the future, are removed."""
    # Hypothesis seeds `random` again for each case, so random addresses would repeat.
    address = ip_address(FIRST_ADDRESS + next(CALLS))
    case.headers = {**(case.headers or {}), "X-Forwarded-For": str(address)}
    if case.meta.generation.mode != GenerationMode.POSITIVE:
        return
    if case.query:
        case.query = {name: value for name, value in case.query.items() if is_valid_today(name, str(value))}
        # A schema cannot say that the offset must be a multiple of the limit.
        if "offset" in case.query:
            offset, limit = int(case.query["offset"]), int(case.query.get("limit", DEFAULT_LIMIT))
            case.query["offset"] = offset - offset % limit
    slugs = next((slugs for beginning, slugs in SLUGS.items() if case.path.startswith(beginning)), ())
    choices = {"slug": slugs, "country": slugs, "race": RACES}
    case.path_parameters = {name: random.choice(choices[name]) for name in case.path_parameters or {}}


def is_valid_today(name, value):
    if name == "country":
        return value == "fr"
    if name not in DAYS:
        return name not in OF_THE_GRAPH
    try:
        moment = datetime.fromisoformat(value)
    except ValueError:
        # A pattern cannot say how many days a month has.
        return False
    return moment.replace(tzinfo=moment.tzinfo or UTC) < datetime.now(UTC)
