"""Describe an entity in the vocabulary of schema.org, which search engines read."""

from graph.kinds import Kind

TYPES = {
    Kind.COUNTRY: "Country",
    Kind.POLITICIAN: "Person",
    Kind.PARTY: "PoliticalParty",
    Kind.ELECTION: "Event",
    Kind.INSTITUTION: "GovernmentOrganization",
}
"""Maps kinds of entities to types of schema.org. Entities of all other kinds have the type "DefinedTerm"."""
WIKIDATA = "https://www.wikidata.org/wiki/{}".format


def linked_data(entity: dict) -> dict:
    """Convert the API's JSON document of an entity to a JSON-LD document, which is a dict. Facts that are unknown are
    left out."""
    metadata = entity["metadata"]
    optional = {
        "alternateName": [row["name"] for row in entity["other_names"]],
        "sameAs": WIKIDATA(entity["identifiers"]["wikidata"]) if "wikidata" in entity["identifiers"] else None,
        "birthDate": _text(metadata.get("birth_year")),
        "foundingDate": _text(metadata.get("founded_year")),
        "startDate": metadata.get("date"),
    }
    return {
        "@context": "https://schema.org",
        "@type": TYPES.get(entity["type"], "DefinedTerm"),
        "@id": entity["url"],
        "name": entity["name"],
        "description": entity["description"],
        "url": entity["url"],
        **{name: value for name, value in optional.items() if value},
    }


def _text(year):
    return year and str(year)
