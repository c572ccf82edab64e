"""Load the types of events and their descriptions from ``event_types.csv``."""

import csv
from enum import StrEnum
from pathlib import Path
from typing import NamedTuple


class EventType(NamedTuple):
    """A type of event. ``about`` says what such an event is about: "entity", "election", "race" or "webhook"."""

    name: str
    about: str
    description: str


# Documentation, forms and filters list the same types, so these are data.
with Path(__file__).with_suffix(".csv").open(newline="") as file:
    EVENT_TYPES = {row["name"]: EventType(**row) for row in csv.DictReader(file)}
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
