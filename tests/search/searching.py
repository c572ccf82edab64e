"""Search the index in tests, in one call."""

from search.countries import country_names
from search.index import index_state
from search.pipeline import find_entities
from search.ranking import RankedHits


def results(text: str, **filters) -> RankedHits:
    """Search the index for a text, and return the ranked hits."""
    return find_entities(text, country_names(index_state().version), **filters)


def names(text: str, **filters) -> list[str]:
    """Return the main names of the entities that match a text, the best match first."""
    return [hit.candidate.names[0].text for hit in results(text, **filters).hits]
