"""A country in one document: its sections, as of a day."""

from datetime import date

from graph.documents import entity_document
from graph.models import Entity
from snapshots.countries import elections, institutions, leaders, offices, parties, stats
from snapshots.countries.facts import load_country_facts


def country_snapshot(country: Entity, day: date, base_url: str, *, is_past: bool) -> dict:
    """The snapshot of a country, fetched with its details, names and sources; ``is_past`` when a day was asked for."""
    facts = load_country_facts(country, day, is_past=is_past)
    chambers = institutions.section(facts)
    votes = elections.section(facts)
    return {
        "as_of": day.isoformat(),
        "country": entity_document(country, day, base_url),
        "stats": stats.section(facts, chambers, votes),
        "current_leaders": leaders.section(facts),
        "elections": votes,
        "parties": parties.section(facts),
        "institutions": chambers,
        "offices": offices.section(facts),
    }
