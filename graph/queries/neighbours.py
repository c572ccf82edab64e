"""Find the most important neighbours (related entities) of an entity, which the picture of its network shows first."""

from datetime import date, timedelta

from graph.kinds import HEADS, Kind
from graph.queries.entities import EntityRecord
from graph.queries.sql import fetch_all, read_queries
from graph.queries.statuses import IS_CURRENT

SQL = read_queries(__file__, IS_CURRENT=IS_CURRENT, HEADS=", ".join(f"'{office_type}'" for office_type in HEADS))
QUERIES = {Kind.PARTY: SQL.LEADERS, Kind.OFFICE: SQL.LEADERS, Kind.COUNTRY: SQL.SEATED, Kind.IDEOLOGY: SQL.SEATED}
"""Maps the kind of an entity to the SQL that finds its important neighbours (related entities). Entities of other kinds
have no important neighbours."""
LONGEST_TERM = timedelta(days=6 * 366)
"""The longest term of a chamber. Older compositions (seats by party) are ignored."""


def important_neighbours(entity: EntityRecord, day: date, limit: int) -> list[tuple[str, str, str]]:
    """Return (type of the relationship, slug, name) of at most ``limit`` entities that are related to this one, the
    most important first. For a party or office, these are its politicians who lead or led the country. For a country or
    ideology, these are its parties with the most seats. For other kinds, return []."""
    sql = QUERIES.get(entity.kind)
    days = {"day": day.isoformat(), "since": (day - LONGEST_TERM).isoformat()}
    return fetch_all(sql, {"pk": entity.pk, "country": entity.country_code, "limit": limit, **days}) if sql else []
