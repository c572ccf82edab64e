"""Prepare JSON documents of the API for pages: facts with labels, identifiers, and tables of relationships."""

from config.http.tables import read_csv
from graph.kinds import HEADS, OfficeType
from graph.models import Status
from graph.relations import RelationshipType
from snapshots.labels import heading

SHOWN_OTHERWISE = frozenset(
    {"overview", "political_positions", "election_year", "rounds", "country", "ideology", "office"}
)
"""Metadata of an entity that its page does not list as facts, because the description or a table of the page has the
same information with dates."""
FIRST_FACTS = "founded_year", "ended", "kind", "date", "status"
TABLE_ORDER = (
    RelationshipType.HAS_IDEOLOGY,
    RelationshipType.HOLDS_OFFICE,
    RelationshipType.MEMBER_OF_PARTY,
    RelationshipType.PARTICIPATED_IN_ELECTION,
    RelationshipType.CONTAINS_OFFICE,
    RelationshipType.ELECTED_IN_ELECTION,
)
"""The types of relationships whose tables come first on a page, in this order. All other tables come last."""
FIELDS = {row["field"]: row for row in read_csv(__file__, "fields.csv")}
"""Maps a metadata field to its row in ``fields.csv``, which says how pages show it. ``label`` is "" if the name of the
field is the label. ``unit`` follows the value. ``places`` is the number of decimals, or "" to show all decimals."""
NO_FIELD = {"label": "", "unit": "", "places": ""}
IDENTIFIERS = {row["scheme"]: row for row in read_csv(__file__, "identifiers.csv")}


def facts(entity: dict, ended: str | None = None) -> list[tuple[str, object, str]]:
    """Return (label, value, unit) for each known field in the metadata of an entity, such as ("Term", 4, "years").
    ``entity`` is the JSON document of the entity. Fields that the page shows elsewhere are left out. ``ended`` is the
    day on which a party ended, which is not in the metadata."""
    fields = entity["metadata"] | {"ended": ended}
    known = [name for name in dict.fromkeys((*FIRST_FACTS, *fields)) if fields.get(name) not in (None, "", [])]
    return [_fact(name, fields[name], FIELDS.get(name, NO_FIELD)) for name in known if name not in SHOWN_OTHERWISE]


def _fact(name, value, field):
    label = field["label"] or name.replace("_", " ").capitalize()
    shown = f"{value:.{field['places']}f}".replace("-", "−") if field["places"] else value
    return label, shown, "year" if (name, value) == ("term_length", 1) else field["unit"]


def identifiers(entity: dict) -> list[tuple[str, str, str]]:
    """Return (label, value, URL or "") of each identifier. ``entity`` is the JSON document of an entity."""
    # A new source may use a scheme of identifiers without a label.
    return [
        (row.get("label", scheme), value, row.get("url", "").replace("{}", value))
        for scheme, value in entity["identifiers"].items()
        for row in [IDENTIFIERS.get(scheme, {})]
    ]


def end_of_party(countries: list[dict]) -> str | None:
    """Return the partial date on which a party ended, such as "1993-12", or None. ``countries`` are the relationships
    of the party with the countries in which it operates or operated. If all these relationships have ended, the party
    ended on the latest of their end dates."""
    has_ended = countries and all(row["status"] == Status.ENDED for row in countries)
    return max(row["end_date"] for row in countries) if has_ended else None


def unknown_leaders(snapshot: dict) -> list[dict]:
    """Return the offices of heads of state and of government that have no holder in the snapshot of a country, as short
    JSON objects. If another office with the same task has a holder, the office is left out, because it has probably
    been abolished."""
    types = {row["office"]["slug"]: row["office_type"] for row in snapshot["offices"]}
    known = {types[row["office"]["slug"]] for row in snapshot["current_leaders"]}
    if OfficeType.HEAD_OF_STATE_AND_GOVERNMENT in known:
        known |= set(HEADS)
    elif {OfficeType.HEAD_OF_STATE, OfficeType.HEAD_OF_GOVERNMENT} <= known:
        known.add(OfficeType.HEAD_OF_STATE_AND_GOVERNMENT)
    heads = [row for row in snapshot["offices"] if row["office_type"] in HEADS]
    return [row["office"] for row in heads if row["office_type"] not in known]


def relationship_tables(relationships: list[dict], sources: list[dict], countries: dict | None = None) -> list[dict]:
    """Return the tables of relationships on the page of an entity, in `TABLE_ORDER`. There is a table for each type and
    direction. It is a dict with ``label``, ``rows``, and items such as ``has_dates``, which say whether a column is
    shown. ``countries`` maps country codes to names. If it is given, a column shows the country of each row.

    The page shows the ``sources`` as a numbered list. Each table has an item ``sources``, which maps the slug of each
    source to its number in this list, so that a row can refer to its source by number."""
    numbers = {slug: number for number, slug in enumerate(dict.fromkeys(source["slug"] for source in sources), start=1)}
    tables = {}
    for row in relationships:
        key = row["type"], row["direction"]
        table = {"label": heading(row["label"]), "rows": [], "sources": numbers, "countries": countries}
        tables.setdefault(key, table)["rows"].append(row)
    for table in tables.values():
        # Columns that are empty in every row are left out.
        table["has_role"] = any(row["role"] for row in table["rows"])
        table["has_dates"] = any(row["start_date"] or row["end_date"] for row in table["rows"])
        table["has_ends"] = any(row["end_date"] for row in table["rows"])
        table["is_of_events"] = all(row["start_date"] == row["end_date"] for row in table["rows"])
    ordered = [tables[key] for key in sorted(tables, key=_table_order)]
    # Of the tables that show the status "unknown", only the last explains it.
    for table in list(filter(_shows_unknown, ordered))[-1:]:
        table["explains_unknown"] = True
    return ordered


def _shows_unknown(table):
    has_unknown = any(row["status"] == Status.UNKNOWN for row in table["rows"])
    return has_unknown and table["has_dates"] and not table["is_of_events"]


def _table_order(key):
    return TABLE_ORDER.index(key[0]) if key[0] in TABLE_ORDER else len(TABLE_ORDER)


def filled(rows: list[dict]) -> set[str]:
    """Return the keys that have a value in at least one row. None, "" and [] do not count as values. A table shows only
    the columns with these keys."""
    return {name for row in rows for name, value in row.items() if value not in (None, "", [])}
