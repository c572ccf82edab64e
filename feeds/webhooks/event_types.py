"""Load the types of events and their descriptions from ``event_types.csv``."""

from enum import StrEnum
from typing import NamedTuple

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
