"""Examples of the data of each type of event. ``examples.json`` has the data of events as the service sends them, but
their mode is "test"."""

from functools import cache
from pathlib import Path

import orjson


@cache
def examples() -> dict[str, dict]:
    """Map the types of events to example data."""
    return orjson.loads(Path(__file__).with_suffix(".json").read_bytes())
