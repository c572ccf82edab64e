"""Read the public changes in the journal, the newest first. The feeds show them."""

from datetime import datetime
from typing import NamedTuple

import orjson

from graph.queries.sql import fetch_all, moment_of, read_queries

SQL = read_queries(__file__)


class ChangedEntity(NamedTuple):
    name: str
    kind: str
    slug: str
    country_code: str
    description: str


class ChangeRow(NamedTuple):
    """One change of an entity, as the feeds show it. ``slug`` is the slug of the entity after the change. ``fields``
    maps changed fields to [old value, new value]."""

    pk: int
    action: str
    slug: str
    fields: dict
    at: datetime


def newest_changes(
    kind: str, country_code: str, *, entities: int, per_entity: int
) -> list[tuple[ChangedEntity, ChangeRow]]:
    """Return the newest public changes as pairs (entity, change), the newest change first. Only published entities of
    this ``kind`` and country are included; "" means all kinds or all countries. The pairs are about the entities that
    changed last: at most ``entities`` of them, each with at most ``per_entity`` changes."""
    filters = {"kind": kind, "country_code": country_code}
    where = " ".join(f"AND e.{name} = %({name})s" for name, value in filters.items() if value)
    rows = fetch_all(SQL.NEWEST.format(where=where), filters | {"entities": entities, "per_entity": per_entity})
    return [(ChangedEntity._make(row[:5]), _change(*row[5:])) for row in rows]


def changes_of(entity: int, most: int) -> list[ChangeRow]:
    """Return the newest public changes of the entity with this primary key, at most ``most``."""
    return [_change(*row) for row in fetch_all(SQL.OF_ENTITY, {"entity": entity, "most": most})]


def _change(pk, action, slug, fields, at):
    return ChangeRow(pk, action, slug, orjson.loads(fields), moment_of(at))
