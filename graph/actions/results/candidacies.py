"""Change the candidacies of a race: correct a name or party, add a late candidacy, or remove one that was withdrawn.

The key of a candidacy never changes, because files of results refer to it. If a name is corrected, earlier result
versions show the corrected name too."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace

from django.db import transaction
from django.utils import timezone

from config.http.cache import responses
from graph.actions.preconditions import ActionRejected
from graph.actions.results.deriving import derive_election
from graph.actions.results.versions import record, recorded
from graph.journal.journal import journalled
from graph.models import Candidacy, Change, Coverage, Race, Tally
from graph.results import CANDIDACIES, Mode, VersionKind
from graph.standings import is_decided
from graph.text.slugs import slugify

LONGEST_KEY = 80
LATEST = "The count is final: a candidacy can no longer be added."
COUNTED = "'{}' has votes. Who withdraws after the first count keeps them; enter 0 in the next count."


def add_keys(candidacies: Sequence[Mapping]) -> list[dict]:
    """Return copies of the candidacies with a ``key`` that is unique in the list. A candidacy is a dictionary with a
    ``name``. The key is made from the name: ``Anna Lee`` → ``anna-lee``. If two candidacies have the same name, the
    name of the party (``label``) is added. If the keys are still equal, a number is added. A candidacy that has a
    ``key`` already does not change."""
    names, keyed = Counter(slugify(row["name"]) for row in candidacies), []
    taken = {row["key"] for row in candidacies if "key" in row}
    for row in candidacies:
        if "key" in row:
            keyed.append(dict(row))
            continue
        key = slugify(row["name"]) or "candidate"
        if names[key] > 1 and row.get("label"):
            key = f"{key}-{slugify(row['label'])}"
        key = key[:LONGEST_KEY].strip("-")
        number, plain = 1, key
        while key in taken:
            number += 1
            key = f"{plain[: LONGEST_KEY - 4]}-{number}"
        taken.add(key)
        keyed.append({"key": key, **row})
    return keyed


@transaction.atomic
def change_candidacy(candidacy: Candidacy, values: dict, *, by=None, note="") -> bool:
    """Change a candidacy. ``values`` maps names of its columns, except the key, to new values. Return False if nothing
    has changed, otherwise True. Raise ValidationError for an invalid value, and ActionRejected if the race belongs to a
    rehearsal (a test election).

    If the party of the winner of a decided race changes, record the count again as a correction, because the outcome
    (gain or hold) can change too. The correction is a new result version. It needs a ``note``, and raises the same
    errors as `record`. If the results of the election are final, also update what follows from them, such as the winner
    of the election."""
    with _changing(candidacy.race, by, note) as (journal, race):
        candidacy = race.candidacies.get(pk=candidacy.pk)
        before = str(candidacy)
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
    _derive(race, by)
    return True


def add_candidacy(candidacy: Candidacy, *, by=None, note="") -> None:
    """Store a new candidacy of a race. It has no votes in the stored counts. Each later count must name it, even if it
    has 0 votes. Raise ActionRejected if the count is final, if another candidacy has the key, or if the race belongs to
    a rehearsal (a test election)."""
    with _changing(candidacy.race, by, note) as (journal, race):
        if race.current and is_decided(race.current.phase, False):
            raise ActionRejected(LATEST)
        if race.candidacies.filter(key=candidacy.key).exists():
            raise ActionRejected(f"The race has a candidacy '{candidacy.key}' already.")
        candidacy.full_clean()
        candidacy.save()
        journal.record(race.election_id, Change.Action.UPDATED, {CANDIDACIES: [None, [str(candidacy)]]})


def remove_candidacy(candidacy: Candidacy, *, by=None, note="") -> None:
    """Remove a candidacy that was withdrawn before the first count. Raise ActionRejected if a count names it, even with
    0 votes, or if the race belongs to a rehearsal (a test election)."""
    with _changing(candidacy.race, by, note) as (journal, race):
        if Tally.objects.filter(candidacy=candidacy).exists():
            raise ActionRejected(COUNTED.format(candidacy.name))
        race.candidacies.get(pk=candidacy.pk).delete()
        journal.record(race.election_id, Change.Action.UPDATED, {CANDIDACIES: [[str(candidacy)], None]})


@contextmanager
def _changing(race, by, note) -> Iterator:
    """A context manager for a block that changes candidacies of the race. The ``as`` value is the pair (journal, race
    with its current data). During the block, no count of the election can be recorded. Raise ActionRejected if the race
    belongs to a rehearsal (a test election)."""
    with journalled(by=by, note=note) as journal:
        coverage = Coverage.objects.select_for_update(of=("self",)).filter(pk=race.election_id).first()
        if coverage is None or coverage.mode == Mode.TEST:
            raise ActionRejected("A rehearsal has the candidacies of the archived election.")
        yield journal, Race.objects.select_related("current", "election__coverage").get(pk=race.pk)
        Coverage.objects.filter(pk=coverage.pk).update(updated_at=timezone.now())
        transaction.on_commit(responses.expire, robust=True)


def _correct_outcome(race, by, note):
    """Record the newest result version of the race again, as a correction by the user ``by`` with the ``note``. The new
    version has the outcome (gain or hold) that follows from the new party of the winner. Do nothing if the race is not
    decided."""
    if is_decided(race.current.phase, race.current.is_called):
        version = replace(recorded(race.current), kind=VersionKind.CORRECTION, note=note, received_at=None)
        record(race, version, by=by, even_if_equal=True)


def _derive(race, by):
    coverage = Coverage.objects.select_related("election").get(pk=race.election_id)
    if coverage.is_final:
        derive_election(coverage, by=by)
