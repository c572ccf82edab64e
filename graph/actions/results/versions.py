"""Store a new result version, which is the count of a race at one time. Only the function `record` stores one."""

from collections import Counter
from dataclasses import replace
from itertools import pairwise
from operator import attrgetter

import orjson
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from config.http.cache import responses
from graph.actions.preconditions import ActionRejected
from graph.actions.results.deriving import derive_election, update_phase
from graph.actions.results.records import TallyRecord, VersionRecord
from graph.actions.results.stored import Parts, StoredCandidacy, StoredRace, fetch_race, tally_records
from graph.actions.results.validation import (
    LateVersion,
    NewerVersion,
    VersionRejected,
    numbers,
    validate,
    validate_source_time,
)
from graph.journal.guard import allow_writes
from graph.models import Coverage, Entity, Race, ResultVersion, Tally
from graph.results import VersionKind
from graph.standings import identity, is_decided, outcome, standing

TALLY_COLUMNS = attrgetter("candidacy_id", "round", "unit_id", "votes", "share", "is_elected", "seats")


def record(
    race: Race, version: VersionRecord, *, by=None, seen: int | None = None, even_if_equal=False, derives=True
) -> ResultVersion | None:
    """Store a new result version (a new count) of the race and return it. In the same transaction, update what depends
    on it. If ``derives`` is False, do not update the facts of the election that follow from final results, such as its
    winner. ``by`` is the user, or None. A tally in ``version`` (the votes of one candidacy in one round) refers to a
    candidacy and a reporting unit of the race by index: 0 is the one with the lowest primary key. ``seen`` is the
    number of the version that was the newest when the user opened the form; None skips this check.

    If ``version`` differs from the newest version only in the time, source, kind or note, store no version and return
    None. But if the time of ``version`` is later, the newest version gets this time. ``seen`` and most rules are not
    checked in this case. With ``even_if_equal``, such a version is stored like any other.

    Raise VersionRejected if a rule is broken, LateVersion if the race already has a newer count, NewerVersion if the
    newest version does not have the number ``seen``, and ActionRejected if the election is withdrawn."""
    validate_source_time(version)
    with transaction.atomic(), allow_writes():
        # The lock on the coverage makes all versions of the election wait for each other, so ``sequence`` has no gaps.
        covered = Coverage.objects.select_for_update(of=("self",)).select_related("election")
        coverage = covered.get(pk=race.election_id)
        # Final results change public facts, such as the seats of a chamber. A withdrawn election must not do this.
        if coverage.election.status == Entity.Status.WITHDRAWN:
            raise ActionRejected("The election is withdrawn. Restore it before you record its results.")
        stored, source = fetch_race(race.pk, version.source)
        current = stored.current
        version = replace(version, tallies=with_totals(version.tallies))
        if is_late(version, stored):
            raise LateVersion(f"A newer count is recorded already, of {stored.source_time:%Y-%m-%d %H:%M:%S %Z}.")
        if current and content(current) == content(version) and not even_if_equal:
            _set_source_time(race, stored, version)
            return None
        if seen is not None and seen != stored.number:
            raise NewerVersion("Somebody else has recorded a version in the meantime.")
        counted_by = _counted_by(race) if version.kind == VersionKind.CERTIFICATION else None
        validate(version, stored, by and by.pk, counted_by)
        if version.source and source is None:
            raise VersionRejected([f"The source is unknown: {version.source!r:.40}."])
        new = _insert(race, coverage, version, stored, by=by, source_id=source)
        _update(new, coverage, version, stored, derives)
    return new


def with_totals(tallies: list[TallyRecord]) -> list[TallyRecord]:
    """Return a copy of the list ``tallies`` with the missing totals. A tally has the votes of one candidacy in one
    round, either in one reporting unit or, as a total, in the whole race. If a round has no totals, a total is added
    for each candidacy: the sum of its votes in the reporting units."""
    rounds = {row.round for row in tallies if row.unit is None}
    sums = Counter()
    for row in tallies:
        if row.unit is not None and row.round not in rounds and row.votes is not None:
            sums[row.candidacy, row.round] += row.votes
    return tallies + [TallyRecord(*key, votes=votes) for key, votes in sums.items()]


def is_late(version: VersionRecord, race: StoredRace) -> bool:
    is_dated = version.kind == VersionKind.COUNT and version.valid_from and race.source_time and race.current
    return bool(is_dated and version.valid_from < race.source_time)


def recorded(version: ResultVersion, parts: Parts | None = None, tallies: list[Tally] | None = None) -> VersionRecord:
    """Convert a stored result version to a `VersionRecord`. For example, a caller can correct the votes in this record,
    and pass it to the function `record`. ``parts`` has the primary keys of the candidacies and reporting units of the
    race. ``tallies`` are the stored rows with the votes in this version. If ``parts`` or ``tallies`` is None, it is
    read from the database."""
    parts = parts or Parts.of(version.race)
    tallies = sorted(version.tallies.all(), key=attrgetter("pk")) if tallies is None else tallies
    names = VersionRecord.__dataclass_fields__.keys() - {"tallies", "source"}
    return VersionRecord(
        **{name: getattr(version, name) for name in names},
        source=version.source.slug if version.source else "",
        tallies=tally_records(map(TALLY_COLUMNS, tallies), parts),
    )


def _counted_by(race):
    """Return the primary key of the user who recorded the present numbers of the race, or None. This is the user of the
    newest version that is of the kind "count" or "correction", or has other numbers than the version before it."""
    parts = Parts.of(race)
    stored = race.versions.select_related("source").prefetch_related("tallies").order_by("-number")
    versions = [(version.by_id, recorded(version, parts)) for version in stored]
    for (by, version), (_, before) in pairwise(versions):
        if version.kind in (VersionKind.COUNT, VersionKind.CORRECTION) or numbers(version) != numbers(before):
            return by
    return versions[-1][0] if versions else None


def content(version):
    """Return the parts of a result version that decide whether it is equal to another one, as a pair: the record
    without its tallies, and the set of its tallies (the votes of each candidacy). The times, the source, the kind and
    the note are left out."""
    tallies = {row._replace(share=row.share and round(row.share, 2)) for row in version.tallies}
    left_out = {"received_at": None, "valid_from": None, "source": "", "kind": "", "note": "", "tallies": []}
    return replace(version, **left_out), tallies


def _set_source_time(race, stored, version):
    """Set ``source_time`` of the race to the time of the count in ``version``, unless the stored time is later. Call
    this if no new result version is stored, because the count is equal to the stored one."""
    if version.valid_from and (stored.source_time is None or version.valid_from > stored.source_time):
        Race.objects.filter(pk=race.pk).update(source_time=version.valid_from)


def _insert(race, coverage, version, stored, **values):
    now = timezone.now()
    received_at = version.received_at or (max(now, stored.current.received_at) if stored.current else now)
    names = VersionRecord.__dataclass_fields__.keys() - {"tallies", "source", "received_at"}
    found = standing(version.tallies, version.valid)
    leader = None if found.leader is None else stored.candidacies[found.leader]
    new = ResultVersion.objects.create(
        race=race,
        number=stored.number + 1,
        sequence=coverage.sequence + 1,
        received_at=received_at,
        leader_id=leader and leader.pk,
        margin_votes=found.margin_votes,
        margin=found.margin,
        outcome=_outcome(version, leader, stored),
        **{name: getattr(version, name) for name in names},
        **values,
    )
    Tally.objects.bulk_create(_tally(new, row, stored.parts) for row in version.tallies)
    return new


def _tally(version, row, parts):
    return Tally(
        version=version,
        candidacy_id=parts.candidacies[row.candidacy],
        round=row.round,
        unit_id=None if row.unit is None else parts.units[row.unit],
        votes=row.votes,
        share=None if row.share is None else round(row.share, 2),
        is_elected=row.elected,
        seats=row.seats,
    )


def _outcome(version: VersionRecord, leader: StoredCandidacy | None, race: StoredRace) -> str:
    is_known = leader is not None and is_decided(version.phase, version.is_called)
    return outcome(
        phase=version.phase,
        is_called=version.is_called,
        winner=_parties(leader) if is_known else (),
        before=_parties(race.before) if is_known and race.before else (),
        comparability=race.comparability,
    ).value


def _parties(candidacy):
    """Return a set of texts that identify the party of a candidacy. For an alliance, the set also has a text for each
    member party. Two candidacies are of the same party if their sets overlap."""
    own = identity(candidacy.party_id, candidacy.label or candidacy.name)
    slugs = orjson.loads(candidacy.members)
    members = Entity.objects.filter(Q(slug__in=slugs) | Q(redirects__slug__in=slugs)) if slugs else []
    return {own, *(identity(member.pk, "") for member in members)}


def _update(new, coverage, version, stored, derives):
    """Make ``new`` the newest result version of its race, and update the phase of the election. If ``derives`` is True,
    also update the facts of the election that follow from final results. ``version`` is the `VersionRecord` from which
    ``new`` was made. ``stored`` is the race as it was before."""
    old, was_final = stored.current, coverage.is_final
    has_new_counts = old is None or content(old)[1] != content(version)[1]
    source_time = max((time for time in (stored.source_time, version.valid_from) if time), default=None)
    Race.objects.filter(pk=new.race_id).update(current=new, source_time=source_time)
    if old is None or old.phase != new.phase:
        update_phase(coverage, new.phase, by=new.by, note=new.note)
    changed = {"sequence": new.sequence, "updated_at": timezone.now(), "phase": coverage.phase}
    Coverage.objects.filter(pk=coverage.pk).update(**changed)
    if derives and (coverage.is_final != was_final or (coverage.is_final and has_new_counts)):
        derive_election(coverage, by=new.by)
    transaction.on_commit(responses.expire, robust=True)
