"""Store a new result version, which is the count of a race at one time. Every new count passes through `record`."""

from collections import Counter
from dataclasses import dataclass, replace

from django.db import transaction
from django.db.models import Exists, OuterRef, Q
from django.utils import timezone

from config.http.cache import responses
from graph.actions.results.deriving import derive_election, update_phase
from graph.actions.results.records import TallyRecord, VersionRecord
from graph.actions.results.validation import LateVersion, NewerVersion, State, VersionRejected, validate
from graph.journal.guard import allow_writes
from graph.models import Candidacy, Coverage, Entity, Race, ReportingUnit, ResultVersion, Source, Tally
from graph.results import VersionKind
from graph.signals import results_recorded
from graph.standings import Standing, identity, is_decided, outcome, standing


@dataclass(frozen=True)
class Parts:
    """The candidacies of a race, and the primary keys of its reporting units. Tallies refer to both by index."""

    candidacies: list[Candidacy]
    units: list[int]


def record(
    race: Race, version: VersionRecord, *, by=None, seen: int | None = None, compares_note=False, derives=True
) -> ResultVersion | None:
    """Store a new result version of the race, and update what depends on it in the same transaction. Return None if the
    newest version is equal; with ``compares_note``, its note has to be equal, too. If ``derives`` is False, the
    facts of the election that follow from final results are not updated.

    Tallies refer to the candidacies and units of the race by index, in the order of primary keys. Raise VersionRejected
    with reasons, LateVersion if a newer count is stored, or NewerVersion if the newest version does not have the number
    ``seen``.
    """
    with transaction.atomic(), allow_writes():
        # Locking the coverage orders all versions of the election, so their sequence has no gaps.
        coverage = Coverage.objects.select_for_update(of=("self",)).get(pk=race.election_id)
        race = _fetch(race.pk)
        parts = _parts(race, has_units=race.has_units)
        current = race.current and recorded(race.current, parts)
        version = replace(version, tallies=with_totals(version.tallies))
        if is_late(version, race, current):
            raise LateVersion(f"A newer count is recorded already, of {race.source_time:%Y-%m-%d %H:%M:%S %Z}.")
        has_new_note = compares_note and current and current.note != version.note
        if current and content(current) == content(version) and not has_new_note:
            _set_source_time(race, version)
            return None
        if seen is not None and seen != (race.current.number if race.current else 0):
            raise NewerVersion("Somebody else has recorded a version in the meantime.")
        validate(version, _state(race, parts, current, version.kind), by and by.pk)
        new = _insert(race, coverage, version, parts, by)
        _update(race, coverage, new, version, current, derives)
    return new


def with_totals(tallies: list[TallyRecord]) -> list[TallyRecord]:
    """Return the tallies. For a round in which only reporting units have tallies, add the sums for the whole race."""
    rounds = {row.round for row in tallies if row.unit is None}
    sums = Counter()
    for row in tallies:
        if row.unit is not None and row.round not in rounds and row.votes is not None:
            sums[row.candidacy, row.round] += row.votes
    return tallies + [TallyRecord(*key, votes=votes) for key, votes in sums.items()]


def is_late(version: VersionRecord, race: Race, current: VersionRecord | None) -> bool:
    is_dated = version.kind == VersionKind.COUNT and version.valid_from and race.source_time and current
    return bool(is_dated and version.valid_from < race.source_time)


def recorded(version: ResultVersion, parts: Parts | None = None, tallies: list[Tally] | None = None) -> VersionRecord:
    """Convert a stored version to a record, in which the votes can be corrected before it is recorded again."""
    parts = parts or _parts(version.race)
    candidacies = {row.pk: index for index, row in enumerate(parts.candidacies)}
    units = {pk: index for index, pk in enumerate(parts.units)}
    tallies = [
        TallyRecord(
            candidacies[row.candidacy_id],
            row.round,
            units.get(row.unit_id),
            row.votes,
            None if row.share is None else float(row.share),
            row.is_elected,
            row.seats,
        )
        for row in (_tallies(version, units) if tallies is None else tallies)
    ]
    names = VersionRecord.__dataclass_fields__.keys() - {"tallies", "source"}
    source = version.source.slug if version.source else ""
    return VersionRecord(**{name: getattr(version, name) for name in names}, source=source, tallies=tallies)


def _tallies(version, units):
    # The tallies of the race and those of its units have separate indexes. Without the union, SQLite reads all tallies.
    of_race, of_units = (version.tallies.filter(unit__isnull=is_of_race) for is_of_race in (True, False))
    return sorted(of_race.union(of_units, all=True) if units else of_race, key=lambda row: row.pk)


def _fetch(pk):
    # Few races have units; this saves the others a query.
    has_units = Exists(ReportingUnit.objects.filter(race=OuterRef("pk")).order_by())
    return Race.objects.select_related("current__source").annotate(has_units=has_units).get(pk=pk)


def _parts(race, *, has_units=True):
    units = list(race.units.order_by("pk").values_list("pk", flat=True)) if has_units else []
    return Parts(list(race.candidacies.order_by("pk")), units)


def _state(race, parts, current, kind):
    return State(
        method=race.method,
        seats=race.seats,
        candidacies=len(parts.candidacies),
        units=len(parts.units),
        current=current,
        counted_by=_counted_by(race) if kind == VersionKind.CERTIFICATION else None,
        source_time=race.source_time,
    )


def _counted_by(race):
    counts = race.versions.filter(kind__in=[VersionKind.COUNT, VersionKind.CORRECTION]).order_by("-number")
    return counts.values_list("by", flat=True).first()


def content(version):
    """Return the values by which two versions are compared: all except times, source, kind and note."""
    tallies = {row._replace(share=row.share and round(row.share, 2)) for row in version.tallies}
    left_out = {"received_at": None, "valid_from": None, "source": "", "kind": "", "note": "", "tallies": []}
    return replace(version, **left_out), tallies


def _set_source_time(race, version):
    """Store the time that the source gives for an unchanged count, if it is later than the stored time."""
    if version.valid_from and (race.source_time is None or version.valid_from > race.source_time):
        Race.objects.filter(pk=race.pk).update(source_time=version.valid_from)


def _insert(race, coverage, version, parts, by):
    now = timezone.now()
    received_at = version.received_at or (max(now, race.current.received_at) if race.current else now)
    names = VersionRecord.__dataclass_fields__.keys() - {"tallies", "source", "received_at"}
    found = standing(version.tallies)
    new = ResultVersion.objects.create(
        race=race,
        number=race.current.number + 1 if race.current else 1,
        sequence=coverage.sequence + 1,
        received_at=received_at,
        source=_source(version.source, race.current and race.current.source),
        by=by,
        leader=None if found.leader is None else parts.candidacies[found.leader],
        margin_votes=found.margin_votes,
        margin=found.margin,
        outcome=_outcome(race, version, found, parts),
        **{name: getattr(version, name) for name in names},
    )
    Tally.objects.bulk_create(_tally(new, row, parts) for row in version.tallies)
    return new


def _source(slug, newest):
    """Return the source with this slug, or None for no slug. ``newest`` is the source of the newest version: usually it
    is the same one, so no query is needed. Raise VersionRejected if the source is unknown."""
    if not slug or (newest and newest.slug == slug):
        return newest if slug else None
    source = Source.objects.filter(slug=slug).first()
    if source is None:
        raise VersionRejected([f"The source is unknown: {slug!r:.40}."])
    return source


def _tally(version, row, parts):
    return Tally(
        version=version,
        candidacy=parts.candidacies[row.candidacy],
        round=row.round,
        unit_id=None if row.unit is None else parts.units[row.unit],
        votes=row.votes,
        share=None if row.share is None else round(row.share, 2),
        is_elected=row.elected,
        seats=row.seats,
    )


def _outcome(race: Race, version: VersionRecord, found: Standing, parts: Parts) -> str:
    is_known = found.leader is not None and is_decided(version.phase, version.is_called)
    before = _leader_before(race) if is_known else None
    return outcome(
        phase=version.phase,
        is_called=version.is_called,
        winner=_parties(parts.candidacies[found.leader]) if is_known else (),
        before=_parties(before) if before else (),
        comparability=race.comparability,
    ).value


def _leader_before(race):
    """Return the candidacy that leads the previous race for the same seat, or None."""
    before = Race.objects.filter(pk=race.previous_id).values("current__leader")
    return Candidacy.objects.filter(pk__in=before).first() if race.previous_id else None


def _parties(candidacy):
    """Return the identities of the party and, if it is an alliance, of its members, which may have old slugs."""
    own = identity(candidacy.party_id, candidacy.label or candidacy.name)
    slugs = candidacy.members
    members = Entity.objects.filter(Q(slug__in=slugs) | Q(redirects__slug__in=slugs)) if slugs else []
    return {own, *(identity(member.pk, "") for member in members)}


def _update(race, coverage, new, version, current, derives):
    """Make ``new`` the newest version of the race, and update what depends on all races of the election."""
    old, was_final = race.current, coverage.is_final
    has_new_counts = current is None or content(current)[1] != content(version)[1]
    race.current = new
    race.source_time = max((time for time in (race.source_time, version.valid_from) if time), default=None)
    race.save(update_fields=["current", "source_time"])
    coverage.sequence, coverage.updated_at = new.sequence, timezone.now()
    if old is None or old.phase != new.phase:
        update_phase(coverage, new.phase, by=new.by, note=new.note)
    coverage.save(update_fields=["sequence", "updated_at", "phase"])
    if derives and (coverage.is_final != was_final or (coverage.is_final and has_new_counts)):
        derive_election(coverage, by=new.by)
    results_recorded.send(sender=ResultVersion, version=new, previous=old, coverage=coverage)
    transaction.on_commit(responses.expire, robust=True)
