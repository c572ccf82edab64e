"""Headings of relationships on pages and pictures. Labels of the API, such as "Holds office", are wrong for
relationships that have ended. Headings, such as "Offices", are right for all."""

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
    """Return the heading for the label of a relationship type, such as "Offices" for "Holds office"."""
    return HEADINGS.get(label, label)
