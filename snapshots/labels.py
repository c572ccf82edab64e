"""Pages and pictures show headings instead of the labels that relationship types have in the API. Labels such as "Holds
office" are wrong for relationships that have ended. Headings, such as "Offices", are right for all."""

from config.http.tables import read_csv

HEADINGS = {row["label"]: row["heading"] for row in read_csv(__file__, "headings.csv")}


def heading(label: str) -> str:
    """Return the heading for the label of a relationship type, such as "Offices" for "Holds office". A label without a
    heading is returned as it is."""
    return HEADINGS.get(label, label)
