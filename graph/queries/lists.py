from bisect import bisect_right
from dataclasses import dataclass, replace
from datetime import date, datetime
from operator import itemgetter

from django.db import connection

from graph.kinds import Kind
from graph.models.display_order import numbers_of
from graph.models.entities import AFTER_Z, LAST_CHARACTER
from graph.queries.cached import CachedValues, JournalHead
from graph.queries.sql import as_parameters, fetch_all, read_queries
from graph.queries.statuses import HAS_STATUS, days_left
from graph.queries.subjects import MOST_LISTS, common_subjects, subject_list
from graph.queries.totals import published_total
from graph.text.folding import typed_slug

MOST_OLD = 2_000
"""If a list has more entities than this, and is filtered by ``updated_since``, its pages are read in the order of
slugs. In a shorter list, the entities are found by the time of their last change."""

SQL = read_queries(__file__)
BEFORE_SLUG_TO = "e.slug < %(slug_to)s"
IN_SLUG_RANGE = f"e.slug >= %(slug_from)s AND {BEFORE_SLUG_TO}"
HIDDEN_SLUG = "(e.slug || '')"
"""An SQL expression with the value of the slug. With this expression, the database cannot use the index of slugs. So it
finds a range of names by the index of names, which is faster."""
OF_KIND, HIDDEN_KIND = "e.kind = %(kind)s", "(e.kind || '') = %(kind)s"
"""Two SQL conditions on the kind, with the same meaning. With HIDDEN_KIND, SQLite cannot use the index of kinds. So
SQLite reads only a range of names by the index of names, and not all politicians."""
IN_NAME_RANGES = [f"e.name >= %(name{number}_from)s AND e.name < %(name{number}_to)s" for number in (0, 1)]


@dataclass(frozen=True)
class EntitySelection:
    """Which published entities a page of a list shows. The fields from ``kind`` to ``statuses`` are filters; an empty
    one matches all. ``statuses`` are pairs (type, status). For each pair, an entity must be the subject of a
    relationship of this type and status. ``after`` is the last slug of the previous page."""

    journal: JournalHead
    day: date
    limit: int
    kind: str = ""
    country_code: str = ""
    text: str = ""
    updated_since: datetime | None = None
    statuses: tuple[tuple[str, str], ...] = ()
    after: str = ""

    @property
    def selects_subjects(self) -> bool:
        """Return True if the cached lists of politicians in `graph.queries.subjects` can answer the request. The
        request must filter by the status of a relationship, must not search for a text, and must not choose another
        kind than politicians."""
        return bool(self.statuses) and not self.text and self.kind in ("", Kind.POLITICIAN)

    @property
    def key(self) -> "EntitySelection":
        return replace(self, journal=JournalHead(None, None, None), limit=0, after="")


@dataclass(frozen=True)
class EntityPage:
    rows: list[tuple]
    total: int
    has_more: bool


_totals = CachedValues()
_common = CachedValues(most=MOST_LISTS)


def select_entities(selection: EntitySelection) -> EntityPage:
    if selection.selects_subjects:
        pks, order = _subjects(selection)
        if order is not None:
            return _page_of(order, selection)
        return _page(_rows(selection, [_conditions(selection, is_dense=True)]), len(pks), selection.limit)
    total = _total(selection)
    conditions = _conditions(selection, is_dense=total > MOST_OLD)
    rows = _rows(selection, _parts(selection, conditions))
    return _page(sorted(rows, key=lambda row: row[2]), total, selection.limit)


def _page(rows, total, limit):
    return EntityPage(rows[:limit], total, len(rows) > limit)


def _rows(selection, parts):
    selects = [_select(f"part{number}", conditions) for number, conditions in enumerate(parts)]
    return fetch_all(" UNION ALL ".join(selects), _parameters(selection))


def _select(name, conditions):
    if any("e.name >=" in condition for condition in conditions):
        slug, start = HIDDEN_SLUG, f"{HIDDEN_SLUG} > %(after)s"
    else:
        slug, start = "e.slug", "e.slug >= %(start)s"
    # The slug has a lower limit already (``start``). With a second one, SQLite would start reading the index at the
    # wrong one.
    conditions = [BEFORE_SLUG_TO if condition == IN_SLUG_RANGE else condition for condition in conditions]
    where = " AND ".join(["e.status = 'published'", start, *conditions])
    return f"SELECT * FROM ({SQL.ROWS} WHERE {where} ORDER BY {slug} LIMIT %(limit)s) AS {name}"  # noqa: S608 - joins its own constants


def _conditions(selection, *, is_dense=False):
    conditions = [condition for name, condition in SIMPLE.items() if getattr(selection, name)]
    if selection.updated_since:
        # With COALESCE, the database cannot use the index of the times. In a long list, it finds rows faster by slug.
        column = "COALESCE(e.updated_at, e.updated_at)" if is_dense else "e.updated_at"
        conditions.append(f"{column} >= %(updated_since)s")
    for number, (_, status) in enumerate(selection.statuses):
        conditions.append(SQL.HAS_RELATIONSHIP.format(name=f"type{number}", status=HAS_STATUS[status]))
    return conditions


SIMPLE = {"kind": OF_KIND, "country_code": "e.country_code = %(country_code)s"}


def _parts(selection, conditions):
    """Return the SQL conditions of a query that consists of subqueries, which are joined by UNION ALL. The result has a
    list of conditions for each subquery. All subqueries have the ``conditions``. If the ``selection`` has a text, one
    subquery finds it in slugs, and the others find it in names. No entity is found by two subqueries."""
    named = conditions if selection.country_code else [HIDDEN_KIND if part == OF_KIND else part for part in conditions]
    return [
        [*(named if IN_NAME_RANGES[0] in part or IN_NAME_RANGES[1] in part else conditions), *part]
        for part in _text_parts(selection.text)
    ]


def _text_parts(text):
    """Return the SQL conditions that find the entities whose slug or name begins with ``text``. The query consists of
    subqueries, which are joined by UNION ALL. The result has a list of conditions for each subquery. No entity is found
    by two subqueries. If ``text`` is "", return [[]]: one subquery without conditions."""
    if not text:
        return [[]]
    # Use ranges instead of LIKE, because both databases can then read an index.
    in_slug = [IN_SLUG_RANGE] if typed_slug(text) else []
    ranges = IN_NAME_RANGES[: len(_beginnings(text))]
    return [in_slug] * bool(in_slug) + [[in_name, *(f"NOT ({part})" for part in in_slug)] for in_name in ranges]


def _beginnings(text):
    return sorted({text, text[:1].upper() + text[1:]})


def _parameters(selection):
    values = {
        "after": selection.after,
        "limit": selection.limit + 1,
        "kind": selection.kind,
        "country_code": selection.country_code,
        "day": selection.day.isoformat(),
        "days_left": days_left(selection.day),
    }
    if selection.updated_since:
        values["updated_since"] = connection.ops.adapt_datetimefield_value(selection.updated_since)
    for number, (relationship_type, _) in enumerate(selection.statuses):
        values[f"type{number}_lowest"], values[f"type{number}_highest"] = numbers_of(relationship_type)
    text = selection.text
    for number, beginning in enumerate(_beginnings(text)):
        values |= {f"name{number}_from": beginning, f"name{number}_to": beginning + LAST_CHARACTER}
    folded = typed_slug(text)
    # All slugs after ``after`` are at least ``after`` with a hyphen, because the hyphen sorts before all other
    # characters of slugs.
    start = max(folded, f"{selection.after}-" if selection.after else "")
    return values | {"start": start, "slug_from": folded, "slug_to": folded + AFTER_Z}


def _total(selection):
    if not (selection.text or selection.updated_since or selection.statuses):
        return published_total(selection.kind, selection.country_code, selection.journal)
    return _totals.get(selection.journal, selection.key, lambda: _count_quickly(selection))


def _count_quickly(selection):
    """Return the number of selected entities. If the only filters are ``updated_since``, a kind and a country, first
    count the entities that have not changed since then. If they are fewer than MOST_OLD, subtract their number from the
    cached number of all entities of this kind and country. In all other cases, count the selected entities
    themselves."""
    if selection.updated_since and not (selection.text or selection.statuses):
        conditions = [condition for name, condition in SIMPLE.items() if getattr(selection, name)]
        where = " AND ".join(["e.status = 'published'", "e.updated_at < %(updated_since)s", *conditions])
        sql = f"SELECT COUNT(*) FROM (SELECT 1 FROM graph_entity e WHERE {where} LIMIT %(limit)s) AS older"  # noqa: S608 - joins its own constants
        older = fetch_all(sql, _parameters(selection) | {"limit": MOST_OLD})[0][0]
        if older < MOST_OLD:
            return published_total(selection.kind, selection.country_code, selection.journal) - older
    return _count(selection)


def _count(selection):
    """Return the number of selected published entities."""
    counts = []
    for part in _parts(selection, _conditions(selection)):
        where = " AND ".join(part)
        counts.append(f"(SELECT COUNT(*) FROM graph_entity e WHERE {where})")  # noqa: S608 - joins its own constants
        counts.append(f"-(SELECT COUNT(*) FROM graph_entity e WHERE e.status IN ('draft', 'withdrawn') AND {where})")  # noqa: S608 - joins its own constants
    return fetch_all(f"SELECT {' + '.join(counts)}", _parameters(selection))[0][0]


def _subjects(selection):
    head, country_code, updated_since = selection.journal, selection.country_code, selection.updated_since
    lists = [subject_list(*status, selection.day, country_code) for status in selection.statuses]
    if len(lists) == 1 and not updated_since:
        return lists[0].get(head)
    return _common.get(head, selection.key, lambda: common_subjects(lists, country_code, updated_since, head))


def _page_of(order, selection):
    start = bisect_right(order, selection.after, key=itemgetter(0))
    pairs = order[start : start + selection.limit + 1]
    if not pairs:
        return EntityPage([], len(order), False)
    names, parameters = as_parameters(pk for _, pk in pairs)
    rows = fetch_all(f"{SQL.ROWS} WHERE e.id IN ({names}) AND e.status = 'published'", parameters)
    rows = sorted(rows, key=lambda row: row[2])[: selection.limit]
    # If an entity was withdrawn after the order was read, there are fewer rows than pairs.
    return EntityPage(rows, len(order), len(pairs) > selection.limit and bool(rows))
