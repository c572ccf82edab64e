"""The headings of relationships on pages and pictures. They also fit relationships that have ended, which the labels of
the API, such as "Holds office", do not."""

HEADINGS = {
    "Contains": "Offices",
    "Elected in": "Elections",
    "Held in": "Country",
    "Holds office": "Offices",
    "Institution in": "Country",
    "Member of": "Parties",
    "Office in": "Country",
    "Operates in": "Country",
    "Part of": "Institution",
    "Stood in": "Candidacies",
}


def heading(label: str) -> str:
    """Return the heading for the label of a relationship type."""
    return HEADINGS.get(label, label)
