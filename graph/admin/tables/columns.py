"""The columns of tables for the export and import of entities, as fields of django-import-export."""

import json
import re
from datetime import datetime
from operator import attrgetter

from django.core.exceptions import ValidationError
from django.db.models import CharField, DecimalField, IntegerField, JSONField, TextField
from import_export.fields import Field
from import_export.widgets import Widget

from graph.actions.facts import fact_of, set_facts
from graph.admin.fields import clean_text
from graph.admin.tables.files import quoted, unescape
from graph.kinds import KINDS
from graph.models import DETAILS, Entity, Identifier, OtherName
from graph.models.fields import PartialDateField, RoundsField
from graph.text import typed_dates

CLEAR = "-"
"""The text of a table cell that deletes the stored value when the table is imported. An empty cell does not change
it."""
UNCHANGED = "imports do not change it"
INTEGER = re.compile(r"[0-9]{1,18}")
DECIMAL = re.compile(r"[0-9]{1,9}(?:[.,][0-9]{1,9})?")
NAME_DETAILS = re.compile(r"(?P<name>.+) \[(?P<lang>[a-z]{2,3})?(?:, )?(?P<kind>alias|acronym|native|former)?\]")


class CellWidget(Widget):
    """Converts the text of a table cell to a value and back. ``read(text)`` returns the value, and raises ValueError or
    ValidationError if the text is invalid. ``write(value)`` returns the text. Without ``write``, the value itself is
    written to the cell."""

    def __init__(self, read=clean_text, write=None):
        super().__init__()
        self.read, self.write = read, write

    def clean(self, value, row=None, **kwargs):
        return self.read(value)

    def render(self, value, obj=None, **kwargs):
        return self.write(value) if self.write else value


def read_integer(cell: str) -> int:
    if not INTEGER.fullmatch(cell.strip()):
        raise ValueError(f"{quoted(cell)} is not a whole number. Write it with digits only.")
    return int(cell)


def read_decimal(cell: str) -> str:
    if not DECIMAL.fullmatch(cell.strip()):
        raise ValueError(f"{quoted(cell)} is not a number like 71.99.")
    return cell.strip().replace(",", ".")


def read_positions(cell: str) -> list[dict]:
    try:
        positions = json.loads(cell)
    except (ValueError, RecursionError):
        raise ValueError("Positions are JSON: a list of objects with topic, position and source.") from None
    rows = positions if isinstance(positions, list) else [None]
    if any(not isinstance(row, dict) or not all(isinstance(part, str) for part in row.values()) for row in rows):
        raise ValueError("Positions are a list of objects with topic, position and source, all of them text.")
    return [{clean_text(name): clean_text(part) for name, part in row.items()} for row in rows]


def write_json(value: list) -> str:
    return json.dumps(value, ensure_ascii=False) if value else ""


def read_rounds(cell: str) -> list[dict]:
    try:
        return json.loads(cell)
    except (ValueError, RecursionError):
        raise ValueError("Rounds are JSON: a list of objects with round, date, turnout and candidates.") from None


class LinesWidget(Widget):
    """Converts a table cell with several lines to a list of database rows, which are not stored, and back. Each line is
    a row. ``key(row)`` returns what identifies a row. If two lines have the same key, ValueError is raised."""

    def __init__(self, read_line, write_line, key):
        super().__init__()
        self.read_line, self.write_line, self.key = read_line, write_line, key

    def clean(self, value, row=None, **kwargs):
        rows = [self.read_line(line) for line in map(clean_text, value.split("\n")) if line]
        if len({self.key(row) for row in rows}) < len(rows):
            raise ValueError("The same name or identifier is there twice.")
        for each in rows:
            each.clean_fields(exclude=["entity"])
        return rows

    def render(self, value, obj=None, **kwargs):
        return "\n".join(sorted(map(self.write_line, value or ())))


def read_name(line: str) -> OtherName:
    """Convert a line of a cell, such as ``Bundeskanzlerin [de, native]``, to an `OtherName` that is not stored. The
    brackets with language and kind are optional. Without a kind, it is an alias. Raise ValueError if the brackets are
    invalid."""
    if not line.endswith("]"):
        return OtherName(name=line)
    found = NAME_DETAILS.fullmatch(line)
    if not found or not (found["lang"] or found["kind"]):
        raise ValueError("After a name, brackets contain its language or kind, as in “Tory [en, acronym]”.")
    return OtherName(name=found["name"], lang=found["lang"] or "", kind=found["kind"] or OtherName.Kind.ALIAS)


def write_name(row: OtherName) -> str:
    details = ", ".join(filter(None, [row.lang, "" if row.kind == OtherName.Kind.ALIAS else row.kind]))
    if not details and row.name.endswith("]"):
        details = OtherName.Kind.ALIAS.value  # Otherwise, an import would read the brackets of the name as its details.
    return f"{row.name} [{details}]" if details else row.name


def read_identifier(line: str) -> Identifier:
    scheme, found, value = line.partition(": ")
    if not found:
        raise ValueError("An identifier is a scheme, a colon, a blank and a value, as in “wikidata: Q567”.")
    return Identifier(scheme=scheme, value=value)


def write_identifier(row: Identifier) -> str:
    return f"{row.scheme}: {row.value}"


NAMES = LinesWidget(read_name, write_name, key=attrgetter("name", "lang"))
IDENTIFIERS = LinesWidget(read_identifier, write_identifier, key=write_identifier)
WIDGETS = {
    PartialDateField: CellWidget(lambda cell: typed_dates.read(clean_text(cell))),
    IntegerField: CellWidget(read_integer),
    DecimalField: CellWidget(read_decimal),
    RoundsField: CellWidget(read_rounds, write_json),
    JSONField: CellWidget(read_positions, write_json),
    (CharField, TextField): CellWidget(),
}


class Column(Field):
    """The base class of the columns of a table for export and import. ``about`` explains the column to editors.
    Subclasses define ``edit(entity, value)``, which adds the new value to the planned changes of the entity, without
    saving it. If ``value`` is None, the stored value is to be deleted."""

    def __init__(self, name, widget, about):
        super().__init__(attribute=name, column_name=name, widget=widget)
        self.about = about

    def text(self, entity) -> str:
        value = self.export(entity)
        return "" if value is None else str(value)

    def save(self, instance, row, is_m2m=False, **kwargs):
        """Compare a cell of the imported row with the stored value. If they differ, add the new value to the planned
        changes of the entity, without writing to the database. Raise ValueError if the cell is invalid."""
        cell, before = row[self.column_name], self.text(instance)
        # Do not validate an unchanged cell: an old value may be invalid by newer rules.
        if unescape(cell) == before:
            return
        try:
            self.edit(instance, None if cell.strip() == CLEAR else self.widget.clean(unescape(cell)))
        except ValidationError as error:
            raise ValueError(" ".join(error.messages)) from None
        after = self.text(instance)
        if after != before:
            instance.changed_cells.append((self.column_name, before, after))


class FixedColumn(Column):
    """A column that an import never changes, such as the slug. If ``reason`` is not empty, a cell that differs from the
    stored value of an existing entity is an error, and ``reason`` is in its message. If ``reason`` is empty, such a
    cell is ignored."""

    def __init__(self, name, about, *, write=str, reason=""):
        super().__init__(name, CellWidget(write=write), about)
        self.reason = reason

    def save(self, instance, row, is_m2m=False, **kwargs):
        cell = unescape(row[self.column_name]).strip()
        if self.reason and instance.pk and cell != (stored := self.text(instance)):
            raise ValueError(f"It is {quoted(stored)}, not {quoted(cell)}: {self.reason}.")


class FactColumn(Column):
    """A column for one fact of an entity, such as its name or its year of birth."""

    def __init__(self, fact, model, *, about, name=""):
        self.fact, self.field = fact, model._meta.get_field(fact)
        widget = next(widget for types, widget in WIDGETS.items() if isinstance(self.field, types))
        super().__init__(name or fact, widget, about)

    def get_value(self, instance):
        return fact_of(instance, self.fact)

    def edit(self, entity, value):
        if value is None and not self.field.null:
            value = [] if isinstance(self.field, JSONField) else ""
        if set_facts(entity, entity.details, {self.fact: value}):
            entity.edit.facts[self.fact] = value


class PartsColumn(Column):
    """A column whose cells have all other names of an entity, or all its identifiers, one on each line."""

    def get_value(self, instance):
        edited = getattr(instance.edit, self.attribute) if hasattr(instance, "edit") else None
        return getattr(instance, f"stored_{self.attribute}", ()) if edited is None else edited

    def edit(self, entity, value):
        setattr(entity.edit, self.attribute, value or [])


def columns_of(kind: str) -> dict[str, Column]:
    columns = [
        FixedColumn("slug", "The slug of the entity"),
        FactColumn("name", Entity, about="The name that is shown"),
        FixedColumn("country_code", "For new entities: ISO 3166-1 alpha-2, lower case", reason=UNCHANGED),
        FixedColumn("status", "For new entities: draft, or empty", reason="publish or withdraw the entity instead"),
        FactColumn("description", Entity, about="One or two sentences. If cleared, it is composed"),
        *(_details_column(kind, fact) for fact in KINDS[kind].stored_fields),
        PartsColumn("other_names", NAMES, "One per line"),
        PartsColumn("identifiers", IDENTIFIERS, "One per line"),
        FixedColumn("updated_at", "The last change; read only", write=datetime.isoformat),
    ]
    return {column.column_name: column for column in columns}


def _details_column(kind, fact):
    choices = DETAILS[kind]._meta.get_field(fact).choices
    about = next((entry.description for entry in KINDS[kind].metadata if entry.name == fact), "")
    if choices:
        about = f"One of: {', '.join(str(value) for value, _ in choices)}"
    # The status of an election and the status of its entity are different.
    name = f"{kind}_{fact}" if fact == "status" else fact
    return FactColumn(fact, DETAILS[kind], about=about, name=name)
