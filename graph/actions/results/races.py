"""Prepare an election for its results: store its `Coverage` row, and its races with their candidacies. Without a
`Coverage` row, results of an election cannot be stored."""

from django.db import transaction
from django.utils import timezone

from graph.actions.results.deriving import derive_election, update_phase
from graph.journal.guard import allow_writes
from graph.models import Candidacy, Coverage, Race
from graph.results import Phase


def cover(coverage: Coverage) -> None:
    """Store the `Coverage` row of an election. From then on, results of the election can be stored. Raise
    ValidationError if a value is invalid."""
    with transaction.atomic(), allow_writes():
        coverage.full_clean()
        coverage.save()


def create_race(race: Race, candidacies: list[Candidacy] | None = None) -> None:
    """Store a new race and its candidacies. The election must have a `Coverage` row. If the results of the election
    were final, they are no longer final, because the new race has no count yet. In this case, also remove what was
    derived from the final results, such as the winner of the election. A notional race (with estimates of earlier
    votes) does not change whether results are final. Raise ValidationError if a value is invalid."""
    with transaction.atomic(), allow_writes():
        race.full_clean()
        race.save()
        for candidacy in candidacies or ():
            candidacy.race = race
            candidacy.clean_fields()
        Candidacy.objects.bulk_create(candidacies or ())
        _update_coverage(race)


def _update_coverage(race):
    """Update the `Coverage` row of an election after ``race`` was added to the election. If the results of the election
    were final, they are no longer final, because the new race has no count yet. In this case, also remove what was
    derived from the final results. A notional race (with estimates of earlier votes) does not change whether results
    are final."""
    coverage = Coverage.objects.select_for_update(of=("self",)).get(pk=race.election_id)
    was_final = coverage.is_final
    if coverage.phase != Phase.SCHEDULED and not race.is_notional:
        update_phase(coverage, Phase.SCHEDULED)
    coverage.updated_at = timezone.now()
    coverage.save()
    if was_final and not coverage.is_final:
        derive_election(coverage)
