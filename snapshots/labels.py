"""Headings for types of relationships on pages and in pictures. The API has labels, such as "Holds office", which are
wrong for relationships that have ended. Headings, such as "Offices", are right for all."""

from config.http.tables import read_csv

HEADINGS = {row["label"]: row["heading"] for row in read_csv(__file__, "headings.csv")}


def heading(label: str) -> str:
    """Return the heading that replaces the label of a relationship type, such as "Offices" for "Holds office". Return
    the label itself if it has no heading."""
    return HEADINGS.get(label, label)
