"""Define the widgets of the table columns. A widget writes a value into a cell, and reads it from a cell."""

import json
import re

from import_export.widgets import Widget

from graph.admin.fields import clean_text
from graph.models import Identifier, OtherName
from graph.text import typed_dates

CLEAR = "-"
"""The cell text that clears the value of the entity. An empty cell leaves the value unchanged."""
FORMULA = re.compile(r"'*[=+\-@\t\r]")
ESCAPED_FORMULA = re.compile(r"'+[=+\-@\t\r]")
INTEGER = re.compile(r"[0-9]{1,18}")
DECIMAL = re.compile(r"[0-9]{1,9}(?:[.,][0-9]{1,9})?")
NAME_DETAILS = re.compile(r"(?P<name>.+) \[(?P<lang>[a-z]{2,3})?(?:, )?(?P<kind>alias|acronym|native|former)?\]")


def escape(text: str) -> str:
    """Return the text, with an apostrophe before it if a spreadsheet could run it as a formula."""
    # Texts that already look escaped get one more, so that `unescape` always returns the original.
    return f"'{text}" if FORMULA.match(text) else text


def unescape(text: str) -> str:
    return text[1:] if ESCAPED_FORMULA.match(text) else text


def quoted(text: str, limit: int = 60) -> str:
    return f"“{text if len(text) <= limit else text[: limit - 1] + '…'}”"


class TextWidget(Widget):
    def clean(self, value, row=None, **kwargs):
        return clean_text(value)


class DateWidget(Widget):
    def clean(self, value, row=None, **kwargs):
        return typed_dates.read(clean_text(value))


class IntegerWidget(Widget):
    def clean(self, value, row=None, **kwargs):
        if not INTEGER.fullmatch(value.strip()):
            raise ValueError(f"{quoted(value)} is not a whole number. Write it with digits only.")
        return int(value)


class DecimalWidget(Widget):
    def clean(self, value, row=None, **kwargs):
        if not DECIMAL.fullmatch(value.strip()):
            raise ValueError(f"{quoted(value)} is not a number like 71.99.")
        return value.strip().replace(",", ".")


class PositionsWidget(Widget):
    """Writes and reads political positions as JSON, because their texts may contain any separator."""

    def clean(self, value, row=None, **kwargs):
        try:
            positions = json.loads(value)
        except (ValueError, RecursionError):
            raise ValueError("Positions are JSON: a list of objects with topic, position and source.") from None
        rows = positions if isinstance(positions, list) else [None]
        if any(not isinstance(row, dict) or not all(isinstance(part, str) for part in row.values()) for row in rows):
            raise ValueError("Positions are a list of objects with topic, position and source, all of them text.")
        return [{clean_text(name): clean_text(part) for name, part in row.items()} for row in rows]

    def render(self, value, obj=None, **kwargs):
        return json.dumps(value, ensure_ascii=False) if value else ""


class LinesWidget(Widget):
    """The base class of widgets whose cell has several rows of a related table, one per line and sorted."""

    def clean(self, value, row=None, **kwargs):
        rows = [self.read_line(line) for line in map(clean_text, value.split("\n")) if line]
        if len({self.key(row) for row in rows}) < len(rows):
            raise ValueError("The same name or identifier is there twice.")
        for each in rows:
            each.clean_fields(exclude=["entity"])
        return rows

    def render(self, value, obj=None, **kwargs):
        return "\n".join(sorted(map(self.write_line, value or ())))


class NamesWidget(LinesWidget):
    """Writes and reads other names, one per line, like ``Bundeskanzlerin [de, native]``.

    The brackets contain the language and the kind of the name. A name without a kind is an alias.
    """

    def read_line(self, line):
        if not line.endswith("]"):
            return OtherName(name=line)
        found = NAME_DETAILS.fullmatch(line)
        if not found or not (found["lang"] or found["kind"]):
            raise ValueError("After a name, brackets contain its language or kind, as in “Tory [en, acronym]”.")
        return OtherName(name=found["name"], lang=found["lang"] or "", kind=found["kind"] or OtherName.Kind.ALIAS)

    def key(self, row):
        return row.name, row.lang

    def write_line(self, row):
        details = ", ".join(filter(None, [row.lang, "" if row.kind == OtherName.Kind.ALIAS else row.kind]))
        if not details and row.name.endswith("]"):
            details = OtherName.Kind.ALIAS.value  # Without it the brackets of the name would be read as its details.
        return f"{row.name} [{details}]" if details else row.name


class IdentifiersWidget(LinesWidget):
    """Writes and reads identifiers, one per line, like ``wikidata: Q567``: the scheme and the value."""

    def read_line(self, line):
        scheme, found, value = line.partition(": ")
        if not found:
            raise ValueError("An identifier is a scheme, a colon, a blank and a value, as in “wikidata: Q567”.")
        return Identifier(scheme=scheme, value=value)

    def key(self, row):
        return row.scheme, row.value

    def write_line(self, row):
        return f"{row.scheme}: {row.value}"
