"""Change the candidacies of a race after it was created: a corrected name or party, a late or a withdrawn candidacy.

The key of a candidacy never changes, because tallies and result files refer to it. Earlier result versions keep their
votes and show the corrected name.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from django.db import transaction
from django.utils import timezone

from config.http.cache import responses
from graph.actions.preconditions import ActionRejected
from graph.actions.results.deriving import derive_election
from graph.actions.results.races import candidacy_values
from graph.actions.results.records import CandidacyRecord
from graph.actions.results.versions import record, recorded
from graph.journal.journal import journalled
from graph.models import Candidacy, Change, Coverage, Race, Tally
from graph.results import CANDIDACIES, Mode, VersionKind
from graph.standings import is_decided

LATEST = "The count is final: a candidacy can no longer be added."
COUNTED = "'{}' has votes. Who withdraws after the first count keeps them; enter 0 in the next count."


def record_of(candidacy: Candidacy) -> CandidacyRecord:
    """Return the stored values of a candidacy. To change some of them, pass a changed copy to `change_candidacy`."""
    slugs = {name: entity.slug if (entity := getattr(candidacy, name)) else "" for name in ("person", "party")}
    names = ("key", "name", "label", "position", "members")
    values = {name: getattr(candidacy, name) for name in names}
    return CandidacyRecord(**values, **slugs, incumbent=candidacy.is_incumbent)


@transaction.atomic
def change_candidacy(candidacy: Candidacy, new: CandidacyRecord, *, by=None, note="", derives=True) -> bool:
    """Give a candidacy the values of ``new``, except the key. Return False if they are the same. If the party of the
    winner changes, a correction with the ``note`` is recorded, because gain or hold depends on the party. If
    ``derives`` is False, the facts of the election that follow from final results are not updated."""
    with _changing(candidacy.race, by, note) as (journal, race):
        candidacy = race.candidacies.get(pk=candidacy.pk)
        before, values = str(candidacy), candidacy_values(new)
        changed = {name for name, value in values.items() if getattr(candidacy, name) != value}
        if not changed:
            journal.changed_nothing = True
            return False
        for name in changed:
            setattr(candidacy, name, values[name])
        candidacy.full_clean()
        candidacy.save(update_fields=sorted(changed))
        journal.record(race.election_id, Change.Action.UPDATED, {CANDIDACIES: [[before], [str(candidacy)]]})
    if {"party", "label", "members"} & changed and race.current and race.current.leader_id == candidacy.pk:
        _correct_outcome(race, by, note)
    if derives:
        _derive(race, by)
    return True


def add_candidacy(race: Race, new: CandidacyRecord, *, by=None, note="") -> Candidacy:
    """Add a candidacy to a race. Earlier counts have no votes for it; all later ones must give its votes, if only 0.
    Raise ActionRejected if the count is final, or if the key is taken."""
    with _changing(race, by, note) as (journal, race):
        if race.current and is_decided(race.current.phase, False):
            raise ActionRejected(LATEST)
        if race.candidacies.filter(key=new.key).exists():
            raise ActionRejected(f"The race has a candidacy '{new.key}' already.")
        candidacy = Candidacy(race=race, key=new.key, **candidacy_values(new))
        candidacy.full_clean()
        candidacy.save()
        journal.record(race.election_id, Change.Action.UPDATED, {CANDIDACIES: [None, [str(candidacy)]]})
    return candidacy


def remove_candidacy(candidacy: Candidacy, *, by=None, note="") -> None:
    """Remove a candidacy that was withdrawn before the first count. Raise ActionRejected if a count has votes for it:
    result versions never change."""
    with _changing(candidacy.race, by, note) as (journal, race):
        if Tally.objects.filter(candidacy=candidacy).exists():
            raise ActionRejected(COUNTED.format(candidacy.name))
        race.candidacies.get(pk=candidacy.pk).delete()
        journal.record(race.election_id, Change.Action.UPDATED, {CANDIDACIES: [[str(candidacy)], None]})


@contextmanager
def _changing(race, by, note) -> Iterator:
    """A context manager: its ``with`` block changes candidacies of the race, and gets (journal, race). Meanwhile, no
    count of the election can be recorded. Afterwards, cached responses with the race are dropped. Raise ActionRejected
    for a race of a rehearsal."""
    with journalled(by=by, note=note) as journal:
        coverage = Coverage.objects.select_for_update(of=("self",)).filter(pk=race.election_id).first()
        if coverage is None or coverage.mode == Mode.TEST:
            raise ActionRejected("A rehearsal has the candidacies of the archived election.")
        yield journal, Race.objects.select_related("current", "election__coverage").get(pk=race.pk)
        Coverage.objects.filter(pk=coverage.pk).update(updated_at=timezone.now())
        transaction.on_commit(responses.expire, robust=True)


def _correct_outcome(race, by, note):
    """Record the newest version once more, so that its outcome follows from the new party."""
    if is_decided(race.current.phase, race.current.is_called):
        version = replace(recorded(race.current), kind=VersionKind.CORRECTION, note=note, received_at=None)
        record(race, version, by=by, compares_note=True, derives=False)


def _derive(race, by):
    coverage = Coverage.objects.select_related("election").get(pk=race.election_id)
    if coverage.is_final:
        derive_election(coverage, by=by)
