"""Prepare JSON documents of the API for pages: facts with labels, and tables of relationships."""

SHOWN_OTHERWISE = frozenset({"overview", "political_positions", "election_year", "rounds"})
PERCENT = frozenset({"turnout"})
UNITS = {"result_margin": "percentage points", "term_length": "years"}


def facts(entity: dict) -> list[tuple[str, object, str]]:
    """Return (label, value, unit) for each known metadata field. ``entity`` is the JSON document of an entity. Fields
    that the page shows elsewhere are left out."""
    known = {name: value for name, value in entity["metadata"].items() if value not in (None, "", [])}
    return [
        (name.replace("_", " ").capitalize(), value, "%" if name in PERCENT else UNITS.get(name, ""))
        for name, value in known.items()
        if name not in SHOWN_OTHERWISE
    ]


def relationship_tables(relationships: list[dict]) -> list[dict]:
    """Return a table for each type and direction of relationships: label, rows, and flags for the columns to show."""
    tables = {}
    for row in relationships:
        key = row["type"], row["direction"]
        tables.setdefault(key, {"label": row["label"], "type": row["type"], "rows": []})["rows"].append(row)
    for table in tables.values():
        # Columns that are empty in every row are left out.
        table["has_role"] = any(row["role"] for row in table["rows"])
        table["has_dates"] = any(row["start_date"] or row["end_date"] for row in table["rows"])
        table["is_of_events"] = all(row["start_date"] == row["end_date"] for row in table["rows"])
    return list(tables.values())
