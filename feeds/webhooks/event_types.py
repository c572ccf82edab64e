"""Load the types of webhook events from ``event_types.csv``, and an example of the data of each type from
``examples.json``. Only the ping has no example. The examples are like data that the service sends, but their mode is
"test"."""

from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import NamedTuple

import orjson

from config.http.tables import read_csv


class EventType(NamedTuple):
    """A type of webhook event, such as "race.called". ``about`` says what such an event is about: "entity", "election",
    "race" or "webhook"."""

    name: str
    about: str
    description: str


# The types are in a file, because documentation, forms and filters all list them.
EVENT_TYPES = {row["name"]: EventType(**row) for row in read_csv(__file__, "event_types.csv")}
"""Maps the name of each type of webhook event, such as "race.called", to its `EventType`."""
CHOSEN_TYPES = [name for name, row in EVENT_TYPES.items() if row.about != "webhook"]
"""The names of the types that the owner of an endpoint can choose. The ping is missing, because every endpoint receives
it."""


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
    """Return {name of a type of event: example of its data}. The ping has no example. The result is cached, so do not
    change it."""
    return orjson.loads(Path(__file__).with_name("examples.json").read_bytes())
