"""Convert an entity of a catalogue (files with the whole graph) to dictionaries with its facts, names, identifiers and
citations. The dictionaries of two catalogues can be compared and merged."""

from collections.abc import Mapping

from graph.actions.facts import ENTITY_FACTS
from graph.interchange.dump import PARTS
from graph.journal.history import COMPOSED
from graph.kinds import KINDS

KEY_LENGTH = 2
"""The number of fields that identify an item of a list in the dump of an entity. For example, an identifier has two:
its scheme and its value."""


def is_same(one: Mapping, other: Mapping, kind: str) -> bool:
    """Return True if two records of an entity have the same status, facts, names, identifiers and citations. Texts that
    the service composed from the facts, such as descriptions, are not compared."""
    names = ("status", *PARTS)
    return facts_of(one, kind) == facts_of(other, kind) and all(
        _comparable(n, one) == _comparable(n, other) for n in names
    )


def parts_of(name: str, record: Mapping) -> dict[tuple, tuple]:
    """Return the other names, the identifiers or the citations of an entity as a dictionary. ``name`` says which:
    "other_names", "identifiers" or "citations". ``record`` is the entity in the format of a dump. A key is a tuple with
    the first KEY_LENGTH fields of an item, which identify it. The value is a tuple with its other fields."""
    rows = record.get(name, ())
    return {tuple(row[:KEY_LENGTH]): tuple(map(_comparable_value, row[KEY_LENGTH:])) for row in rows}


def _comparable_value(value):
    """Convert a value from the database to the form that it has in the files of a catalogue, so that both can be
    compared. For example, a date becomes an ISO text."""
    return value if isinstance(value, list | str) else str(value)


def _comparable(name, record):
    return parts_of(name, record) if name in PARTS else record.get(name)


def facts_of(record: Mapping, kind: str) -> dict:
    """Map the names of an entity's facts to their values. ``record`` is the entity in the format of a dump. A text that
    the service has composed, such as a description, has the value None."""
    values = {name: record.get(name) for name in ENTITY_FACTS} | {
        name: record["details"].get(name) for name in KINDS[kind].stored_fields
    }
    return values | {name: None for name, flag in COMPOSED.items() if name in values and record.get(flag, True)}
