"""The headings of relationships on pages and pictures. They also fit relationships that have ended, which the labels of
the API, such as "Holds office", do not."""

HEADINGS = {"Holds office": "Offices", "Member of": "Parties", "Operates in": "Country"}


def heading(label: str) -> str:
    """Return the heading for the label of a relationship type."""
    return HEADINGS.get(label, label)
