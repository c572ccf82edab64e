"""Other names and identifiers in one cell: one a line, as no name holds a line break.

``Bundeskanzlerin [de, native]``: the language and the kind, which is an alias where none is told; and
``wikidata: Q567``.
"""

import re

from django.db.models import Prefetch, QuerySet

from graph.admin.fields import clean_text
from graph.models import Entity, Identifier, OtherName

ABOUT = re.compile(r"(?P<name>.+) \[(?P<lang>[a-z]{2,3})?(?:, )?(?P<kind>alias|acronym|native|former)?\]")


def with_names(entities: QuerySet) -> QuerySet:
    """Fetch what `names_told` and `identifiers_told` tell, as lists: a query set for each entity costs more than it."""
    parts = (("other_names", "given_names"), ("identifiers", "given_identifiers"))
    return entities.prefetch_related(*(Prefetch(name, to_attr=given) for name, given in parts))


def names_told(entity: Entity) -> str:
    """The names in the order of the alphabet, one a line; nothing of an entity that is not stored yet."""
    return "\n".join(sorted(name_told(row) for row in getattr(entity, "given_names", ())))


def name_told(row: OtherName) -> str:
    about = [row.lang, "" if row.kind == OtherName.Kind.ALIAS else row.kind]
    about = ", ".join(filter(None, about))
    if not about and row.name.endswith("]"):
        about = OtherName.Kind.ALIAS.value
    return f"{row.name} [{about}]" if about else row.name


def identifiers_told(entity: Entity) -> str:
    return "\n".join(sorted(identifier_told(row) for row in getattr(entity, "given_identifiers", ())))


def identifier_told(row: Identifier) -> str:
    return f"{row.scheme}: {row.value}"


def read_names(text: str) -> list[OtherName]:
    """The names of a cell, unsaved; raises ValueError where one is told twice or a bracket is not understood."""
    return _each_once([_read_name(line) for line in _lines(text)], lambda row: (row.name, row.lang))


def read_identifiers(text: str) -> list[Identifier]:
    """The identifiers of a cell, unsaved; raises ValueError where one is told twice or has no scheme."""
    rows = [_read_identifier(line) for line in _lines(text)]
    return _each_once(rows, lambda row: (row.scheme, row.value))


def _lines(text):
    return [line for line in map(clean_text, text.split("\n")) if line]


def _read_name(line):
    if not line.endswith("]"):
        return OtherName(name=line)
    found = ABOUT.fullmatch(line)
    if not found or not (found["lang"] or found["kind"]):
        raise ValueError("A name in brackets is followed by its language or kind, as in “Tory [en, acronym]”.")
    return OtherName(name=found["name"], lang=found["lang"] or "", kind=found["kind"] or OtherName.Kind.ALIAS)


def _read_identifier(line):
    scheme, found, value = line.partition(": ")
    if not found:
        raise ValueError("An identifier is a scheme, a colon, a blank and a value, as in “wikidata: Q567”.")
    return Identifier(scheme=scheme, value=value)


def _each_once(rows, key):
    if len({key(row) for row in rows}) < len(rows):
        raise ValueError("One of them is told twice.")
    return rows
