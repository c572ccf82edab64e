"""Convert the record of an entity to mappings of its facts, names, identifiers and citations, which can be compared and
merged."""

from collections.abc import Mapping

from django.db.models import Model

from graph.actions.facts import ENTITY_FACTS
from graph.interchange.dump import PARTS
from graph.journal.history import COMPOSED
from graph.kinds import KINDS

KEY_LENGTHS = {"other_names": 2, "identifiers": 2, "citations": 2}
"""How many of the first fields of a part identify it within its entity."""


def is_same(one: Mapping, other: Mapping, kind: str) -> bool:
    """Return True if two records of an entity have the same status, facts, names, identifiers and citations. Texts that
    the service composed from the facts, such as descriptions, are not compared."""
    names = ("status", *PARTS)
    return facts_of(one, kind) == facts_of(other, kind) and all(
        _comparable(n, one) == _comparable(n, other) for n in names
    )


def part_key(name: str, part: Model) -> tuple:
    """Return the key of a database row in a list of its entity. ``name`` is the name of the list, such as
    "identifiers". The key is made from values such as (scheme, value), so the same row has the same key in the record
    of a catalogue."""
    if name == "citations":
        return part.source.slug, part.url
    return tuple(getattr(part, field) for field in PARTS[name][1][: KEY_LENGTHS[name]])


def parts_of(name: str, record: Mapping) -> dict[tuple, tuple]:
    """Map the keys of the rows in the list ``name`` of a record, such as "identifiers", to the other values of the
    rows."""
    length = KEY_LENGTHS[name]
    return {
        tuple(row[:length]): tuple(_comparable_value(value) for value in row[length:]) for row in record.get(name, ())
    }


def _comparable_value(value):
    """Convert a value to the form that it has in the files of a catalogue, so that stored and new values can be
    compared. A date becomes an ISO text."""
    return value if isinstance(value, list | str) else str(value)


def _comparable(name, record):
    return parts_of(name, record) if name in PARTS else record.get(name)


def facts_of(record: Mapping, kind: str) -> dict:
    """Map the names of all facts in the record to their values. If the service composed a text, such as a description,
    its value is None."""
    values = {name: record.get(name) for name in ENTITY_FACTS} | {
        name: record["details"].get(name) for name in KINDS[kind].stored_fields
    }
    return values | {name: None for name, flag in COMPOSED.items() if name in values and record.get(flag, True)}
