"""Find the seats of one chamber in the snapshot of its country."""

from graph.api.lookup import published_country
from graph.kinds import Kind
from graph.models import Entity
from snapshots.countries.facts import load_country_facts
from snapshots.countries.snapshot import country_snapshot


def chamber_of(entity, day, *, is_past) -> dict | None:
    """Return the row of an institution in the snapshot of its country, or None if its seats are not known. For a
    country, return its first chamber with known seats."""
    country = Entity.objects.published().of_kind(Kind.COUNTRY).in_country(entity.country_code).first()
    if country is None:
        return None
    facts = load_country_facts(published_country(country.slug, day), day, is_past=is_past)
    chambers = [row for row in country_snapshot(facts, "")["institutions"] if row["composition"]]
    found = [row for row in chambers if entity.slug in (row["institution"]["slug"], country.slug)]
    return found[0] if found else None
