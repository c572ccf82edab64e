"""Prepare an election for its results: create its `Coverage` row, and its races with their candidacies and reporting
units. Without a `Coverage` row, results of an election cannot be stored."""

from django.db import transaction
from django.utils import timezone

from graph.actions.preconditions import ActionRejected
from graph.actions.results.deriving import derive_election, update_phase
from graph.actions.results.records import CandidacyRecord, CoverageRecord, RaceRecord
from graph.journal.guard import allow_writes
from graph.kinds import Kind
from graph.models import Candidacy, Coverage, Entity, Race, ReportingUnit
from graph.results import Phase


def cover(record: CoverageRecord) -> Coverage:
    """Create the `Coverage` row of an election. From then on, results of the election can be stored. Raise
    ActionRejected if the election or the previous election is unknown."""
    with transaction.atomic(), allow_writes():
        coverage = Coverage(
            election=_entity(record.election, Kind.ELECTION),
            previous=_entity(record.previous, Kind.ELECTION),
            **{name: getattr(record, name) for name in ("level", "mode", *COMPARISON, "note")},
        )
        coverage.full_clean()
        coverage.save()
    return coverage


COMPARISON = ("comparability", "comparability_reason")


def create_race(record: RaceRecord) -> Race:
    """Create a race with its candidacies and reporting units, but without its counts. The election must have a
    `Coverage` row. Raise ActionRejected if an entity or the previous race is unknown, and ValidationError if a value is
    invalid."""
    with transaction.atomic(), allow_writes():
        race = Race(
            election=_entity(record.election, Kind.ELECTION),
            office=_entity(record.office, Kind.OFFICE),
            previous=_race(record.previous),
            is_notional=record.notional,
            **{f"area_{name}": getattr(record.area, name) for name in ("name", "code", "scheme", "level")},
            **{name: getattr(record, name) for name in ("slug", "name", "seats", "method", *COMPARISON)},
            region=record.area.region,
        )
        race.full_clean()
        race.save()
        _add(Candidacy, [Candidacy(race=race, key=row.key, **candidacy_values(row)) for row in record.candidacies])
        _add(ReportingUnit, [ReportingUnit(race=race, **vars(row)) for row in record.units])
        _update_coverage(race)
    return race


def _update_coverage(race):
    """Update the `Coverage` row of an election after ``race`` was added to the election. The race has no count, so the
    results are no longer final, unless the race is notional (an estimate of earlier votes)."""
    coverage = Coverage.objects.select_for_update(of=("self",)).get(pk=race.election_id)
    was_final = coverage.is_final
    if coverage.phase != Phase.SCHEDULED and not race.is_notional:
        update_phase(coverage, Phase.SCHEDULED)
    coverage.updated_at = timezone.now()
    coverage.save()
    if was_final and not coverage.is_final:
        derive_election(coverage)


def candidacy_values(row: CandidacyRecord) -> dict:
    """Return the values of a candidacy's database columns as a dictionary, except the race and the key. Raise
    ActionRejected if the person or party is unknown."""
    return {
        "person": _entity(row.person, Kind.POLITICIAN),
        "party": _entity(row.party, Kind.PARTY),
        "is_incumbent": row.incumbent,
        **{name: getattr(row, name) for name in ("name", "label", "position", "members")},
    }


def _add(model, rows):
    for row in rows:
        row.clean_fields()
    model.objects.bulk_create(rows)


def _entity(slug, kind):
    if not slug:
        return None
    entity = Entity.objects.filter(slug=slug, kind=kind).first()
    if entity is None:
        raise ActionRejected(f"No {kind} has the slug '{slug}'.")
    return entity


def _race(slugs):
    if not slugs:
        return None
    election, slug = slugs
    race = Race.objects.filter(election__slug=election, slug=slug).first()
    if race is None:
        raise ActionRejected(f"'{election}' has no race '{slug}'.")
    return race
