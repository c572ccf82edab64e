"""Examples of the data of each type of event. ``examples.json`` has data of real events, with the mode "test"."""

from functools import cache
from pathlib import Path

import orjson


@cache
def examples() -> dict[str, dict]:
    """Return the data of an example by type of event."""
    return orjson.loads(Path(__file__).with_suffix(".json").read_bytes())


def example(event_type: str) -> dict:
    """Return the data of an example. Raise KeyError if there is no such type of event."""
    return examples()[event_type]
