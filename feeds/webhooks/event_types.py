"""Load the types of events from ``event_types.csv``, and examples of their data from ``examples.json``. These are data
of events as the service sends them, but their mode is "test"."""

from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import NamedTuple

import orjson

from config.http.tables import read_csv


class EventType(NamedTuple):
    """A type of event. ``about`` says what such an event is about: "entity", "election", "race" or "webhook"."""

    name: str
    about: str
    description: str


# Documentation, forms and filters list the same types, so these are data.
EVENT_TYPES = {row["name"]: EventType(**row) for row in read_csv(__file__, "event_types.csv")}
"""Every type by its name."""
CHOSEN_TYPES = [name for name, row in EVENT_TYPES.items() if row.about != "webhook"]
"""The types that an endpoint can choose; a ping reaches every endpoint."""


class ElectionEvent(StrEnum):
    SCHEDULED = "election.scheduled"
    RESCHEDULED = "election.rescheduled"
    PHASE_CHANGED = "election.phase_changed"


class RaceEvent(StrEnum):
    UPDATED = "race.updated"
    CALLED = "race.called"
    CALL_RETRACTED = "race.call_retracted"
    CORRECTED = "race.corrected"
    CERTIFIED = "race.certified"


PING = "webhook.ping"


@cache
def examples() -> dict[str, dict]:
    """Map the types of events to example data."""
    return orjson.loads(Path(__file__).with_name("examples.json").read_bytes())
