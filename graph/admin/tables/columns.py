"""What stands in which column of a kind's table, and how a cell is read."""

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from django.db.models import CharField, DecimalField, Field, IntegerField, JSONField, TextField

from graph.admin.fields import clean_text
from graph.admin.tables import names
from graph.kinds import KINDS
from graph.models import DETAILS, Entity
from graph.models.fields import PartialDateField
from graph.text import typed_dates

CLEARED = "-"
"""What stands in a cell that is to be emptied; an empty cell leaves the value."""
WHOLE = re.compile(r"[0-9]{1,18}")
DECIMAL = re.compile(r"[0-9]{1,9}(?:[.,][0-9]{1,9})?")


OF_ALL_KINDS = {
    "slug": "What the entity is known by",
    "name": "As it is shown",
    "country_code": "Of a new entity: ISO 3166-1 alpha-2, lower case",
    "status": "Of a new entity: draft, or empty",
    "description": "One or two sentences; emptied, it is composed of the facts",
    "other_names": "One a line",
    "identifiers": "One a line",
    "updated_at": "When it was changed last; read, never written",
}


class NotReadable(ValueError):
    """The cell holds no value of its column; the message says why, to an editor."""


@dataclass(frozen=True)
class Column:
    """``show(entity)`` is the value of a cell; ``fact`` the name under which verbs know it, where they do."""

    name: str
    show: Callable[[Entity], object]
    fact: str = ""
    field: Field | None = None
    about: str = ""

    def text(self, entity: Entity) -> str:
        """The cell as text, the same for equal values."""
        return as_text(self.show(entity))

    def read(self, text: str):
        """The value that the text of a cell tells; raises NotReadable, ValidationError."""
        return _reader(self.field)(text)

    @property
    def emptied(self):
        """What the fact is when it is cleared."""
        if isinstance(self.field, JSONField):
            return []
        return None if self.field.null else ""


@cache
def columns_of(kind: str) -> dict[str, Column]:
    """The columns by name, in the order of the table."""
    shared = [_of_entity(name) for name in ("slug", "name", "country_code", "status", "description")]
    facts = [_of_details(kind, name, {column.name for column in shared}) for name in KINDS[kind].stored_fields]
    others = [
        Column("other_names", names.names_told, about=OF_ALL_KINDS["other_names"]),
        Column("identifiers", names.identifiers_told, about=OF_ALL_KINDS["identifiers"]),
        Column("updated_at", lambda entity: entity.updated_at.isoformat(), about=OF_ALL_KINDS["updated_at"]),
    ]
    return {column.name: column for column in [*shared, *facts, *others]}


def as_text(value) -> str:
    """As CSV holds a value; what is not known is empty."""
    return "" if value is None else str(value)


def _of_entity(name):
    fact = name if name in ("name", "description") else ""
    return Column(name, lambda entity: getattr(entity, name), fact, Entity._meta.get_field(name), OF_ALL_KINDS[name])


def _of_details(kind, name, taken):
    """An election's status is another thing than whether the outside is told of it."""
    field = DETAILS[kind]._meta.get_field(name)
    shown = _positions_shown if isinstance(field, JSONField) else lambda value: value
    header = f"{kind}_{name}" if name in taken else name
    about = next((entry.description for entry in KINDS[kind].metadata if entry.name == name), "")
    if field.choices:
        about = f"One of: {', '.join(str(value) for value, _ in field.choices)}"
    return Column(header, lambda entity: shown(getattr(entity.details, name, None)), name, field, about)


def _positions_shown(value):
    return json.dumps(value, ensure_ascii=False) if value else ""


def _reader(field):
    readers = {
        PartialDateField: _read_date,
        IntegerField: _read_whole,
        DecimalField: _read_decimal,
        JSONField: _read_positions,
        (CharField, TextField): clean_text,
    }
    return next(read for types, read in readers.items() if isinstance(field, types))


def _read_date(text):
    try:
        return typed_dates.read(clean_text(text))
    except typed_dates.NotATypedDate as error:
        raise NotReadable(str(error)) from None


def _read_whole(text):
    if not WHOLE.fullmatch(text.strip()):
        raise NotReadable(f"{shortened(text)} is no whole number, written with digits alone.")
    return int(text)


def _read_decimal(text):
    if not DECIMAL.fullmatch(text.strip()):
        raise NotReadable(f"{shortened(text)} is no number like 71.99.")
    return text.strip().replace(",", ".")


def _read_positions(text):
    try:
        told = json.loads(text)
    except (ValueError, RecursionError):
        raise NotReadable("Positions are JSON: a list of objects with topic, position and source.") from None
    rows = told if isinstance(told, list) else [None]
    if any(not isinstance(row, dict) or not all(isinstance(value, str) for value in row.values()) for row in rows):
        raise NotReadable("Positions are a list of objects with topic, position and source, all of them text.")
    return [{clean_text(name): clean_text(value) for name, value in row.items()} for row in rows]


def shortened(text: str, most: int = 60) -> str:
    """The text in quotes, cut where it is long."""
    return f"“{text if len(text) <= most else text[: most - 1] + '…'}”"
