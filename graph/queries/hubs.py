"""Read the relationships of hubs, page by page. A hub is an entity with too many relationships to read them all at
once."""

from functools import cache

from graph.models.display_order import numbers_of
from graph.models.freshness import stale_before
from graph.queries.cached import CachedValues
from graph.queries.relationships import SQL, RelationshipRow, Relationships, Selection
from graph.queries.sql import fetch_all, read_queries
from graph.queries.statuses import HAS_STATUS, HAS_UNKNOWN_START, IS_CURRENT, IS_NOT_CURRENT, STARTS_LATER, days_left
from graph.relations import RELATIONSHIP_TYPES

FEW, SHARE_OF_FEW = 1000, 0.1
"""Two limits that decide how the database reads the current relationships of a hub (an entity with very many
relationships):

- If there are at most FEW, and they are at most a tenth of all its relationships, the database finds them by an index
  of days, and then sorts them.
- Otherwise, the database reads them from an index that already has the order of the page.
"""
CURRENT, NOT_CURRENT = 0, 1
DISPLAY_ORDER = "r.display_order"

IS_VALID = read_queries(__file__, STARTS_LATER=STARTS_LATER, HAS_UNKNOWN_START=HAS_UNKNOWN_START).IS_VALID
ENDS = {"outgoing": ("subject_id", "object_id", "object_name"), "incoming": ("object_id", "subject_id", "subject_name")}
"""Maps the direction of a relationship, as seen from an entity, to three columns: (primary key of the entity, primary
key of the other entity, name of the other entity)."""

_cached = CachedValues()


def select_from_hub(selection: Selection) -> Relationships:
    """Return one page of the relationships of a hub, an entity with very many relationships. ``changed_at`` of the page
    is the time of the newest change in the whole graph."""
    directions = _directions(selection)
    if not directions:
        return Relationships([], 0, False, selection.journal.newest)
    is_few, total = _counts(selection, directions)
    rows: list[RelationshipRow] = []
    for group, after in _groups(selection):
        if len(rows) <= selection.limit:
            sql = _page_sql(directions, group, selection.filters, after is not None, is_few and group == CURRENT)
            rows += _rows(sql, selection, after, selection.limit + 1 - len(rows))
    return Relationships(rows[: selection.limit], total, len(rows) > selection.limit, selection.journal.newest)


def _groups(selection):
    """Yield (group, position) for each group of relationships that the page can show: first CURRENT, then NOT_CURRENT.
    ``position`` is the sort key of the last relationship on the previous page, without its first number (the group). It
    is None if the page begins with the first relationship of the group."""
    first, *values = selection.after or (CURRENT,)
    for group in (CURRENT, NOT_CURRENT):
        if group < first or (selection.status and (selection.status == "current") != (group == CURRENT)):
            continue
        yield group, values if values and group == first else None


def _rows(sql, selection, after, limit):
    rows = [RelationshipRow._make(row) for row in fetch_all(sql, _parameters(selection, after, limit))]
    day = selection.day.isoformat()
    return sorted(rows, key=lambda row: row.sort_key(day))[:limit]


def _directions(selection):
    types = [RELATIONSHIP_TYPES[selection.type]] if selection.type else RELATIONSHIP_TYPES.values()
    found = {"outgoing": [row for row in types if row.subject == selection.kind]}
    found["incoming"] = [row for row in types if row.object == selection.kind]
    wanted = [selection.direction] if selection.direction else found
    return tuple((name, ", ".join(f"'{row}'" for row in found[name])) for name in wanted if found[name])


def _parameters(selection, after, limit):
    order, name, pk = after or (0, "", 0)
    lowest, highest = numbers_of(selection.type) if selection.type else (0, 0)
    return {
        "pk": selection.pk,
        "day": selection.day.isoformat(),
        "days_left": days_left(selection.day),
        "fresh_since": stale_before(selection.day).isoformat(),
        "lowest": lowest,
        "highest": highest,
        "order": order,
        "name": name,
        "after": pk,
        "limit": limit,
    }


def _conditions(direction, filters):
    only_valid, relationship_type, _, status = filters
    conditions = [f"r.{ENDS[direction][0]} = %(pk)s"]
    if relationship_type:
        conditions.append(f"{DISPLAY_ORDER} BETWEEN %(lowest)s AND %(highest)s")
    if status:
        conditions.append(HAS_STATUS[status])
    if only_valid:
        # "display_order >= 0" is always true. With this condition, SQLite chooses the index that shows which rows have
        # ended.
        conditions += [f"{DISPLAY_ORDER} >= 0", IS_VALID]
    return conditions


@cache
def _page_sql(directions, group, filters, is_after, is_few):
    parts = [_part_sql(direction, types, group, filters, is_after) for direction, types in directions]
    sql = " UNION ALL ".join(f"SELECT * FROM ({part}) AS part{number}" for number, part in enumerate(parts))  # noqa: S608 - joins its own constants
    # The plus sign prevents SQLite from using the index of the display order. Instead, it finds few rows by the days
    # and sorts them.
    return sql.replace(DISPLAY_ORDER, f"+{DISPLAY_ORDER}") if is_few else sql


def _part_sql(direction, types, group, filters, is_after):
    _, _, name = ENDS[direction]
    conditions = _conditions(direction, filters)
    # The index of the days can be used only with a condition on the type.
    conditions += [f"r.type IN ({types})", IS_CURRENT] if group == CURRENT else [IS_NOT_CURRENT]
    if is_after:
        conditions.append(f"({DISPLAY_ORDER}, r.{name}, r.id) > (%(order)s, %(name)s, %(after)s)")
    where = " AND ".join([*conditions, "n.status = 'published'"])
    columns = SQL.OUTGOING if direction == "outgoing" else SQL.INCOMING
    return f"{columns} WHERE {where} ORDER BY {DISPLAY_ORDER}, r.{name}, r.id LIMIT %(limit)s"


def _counts(selection, directions):
    sql = _counts_sql(directions, selection.filters)
    key = (selection.pk, selection.day, selection.filters)
    few, total = _cached.get(selection.journal, key, lambda: fetch_all(sql, _parameters(selection, None, FEW + 1))[0])
    return few <= min(FEW, total * SHARE_OF_FEW), total


@cache
def _counts_sql(directions, filters):
    return f"SELECT ({_few_sql(directions)}), {_total_sql(directions, filters)}"


def _few_sql(directions):
    parts = [
        f"SELECT 1 FROM graph_relationship r WHERE r.{ENDS[direction][0]} = %(pk)s "  # noqa: S608 - joins its own constants
        f"AND r.type IN ({types}) AND {IS_CURRENT}"
        for direction, types in directions
    ]
    return f"SELECT COUNT(*) FROM ({' UNION ALL '.join(parts)} LIMIT %(limit)s) AS few"  # noqa: S608 - joins its own constants


def _total_sql(directions, filters):
    counts = []
    for direction, _ in directions:
        _, neighbour, _ = ENDS[direction]
        where = " AND ".join(_conditions(direction, filters))
        counts.append(f"(SELECT COUNT(*) FROM graph_relationship r WHERE {where})")  # noqa: S608 - joins its own constants
        # In a CROSS JOIN, SQLite reads the first table first: the few unpublished entities. The plus sign prevents it
        # from reading all relationships of the hub for each of them, by the index of the display order.
        where = where.replace(DISPLAY_ORDER, f"+{DISPLAY_ORDER}")
        counts.append(
            "-(SELECT COUNT(*) FROM graph_entity n CROSS JOIN graph_relationship r "  # noqa: S608 - joins its own constants
            f"WHERE n.status IN ('draft', 'withdrawn') AND r.{neighbour} = n.id AND {where})"
        )
    return " + ".join(counts)
