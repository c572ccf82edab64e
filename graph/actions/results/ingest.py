"""Record the counts in a file of results. A race with an error is reported, and the other races are recorded."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from django.db import transaction

from graph.actions.preconditions import ActionRejected
from graph.actions.results.records import InvalidRecord, TallyRecord, VersionRecord
from graph.actions.results.validation import LateVersion, VersionRejected
from graph.actions.results.versions import record
from graph.models import Coverage, Race
from graph.results import Phase


class UnreadableFile(Exception):
    """Raised if a file of results cannot be read. No count in it is recorded."""


class Count(NamedTuple):
    """The votes of one candidacy in a file of results. ``candidacy`` is the key, the name or the party of the
    candidacy. ``unit`` is the code of a reporting unit, or None for the whole race."""

    candidacy: str
    round: int = 0
    unit: str | None = None
    votes: int | None = None
    share: float | None = None
    elected: bool | None = None
    seats: int | None = None


@dataclass
class RaceUpdate:
    """The count of one race in a file of results:

    - ``race`` is the slug or name of the race, or the code of its area.
    - ``where`` is the position of the count in the file, such as "line 12".
    - ``version`` is a dictionary with data of the whole race, such as {"phase": "final", "ballots": 5120}. The keys are
      fields of `VersionRecord`.
    - ``counts`` are the votes of the candidacies.
    - ``errors`` are messages about parts of the file that cannot be read.
    """

    race: str
    where: str
    version: dict = field(default_factory=dict)
    counts: list[Count] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)


@dataclass
class IngestReport:
    """What happened to the counts in a file of results:

    - ``accepted`` has (position in the file, name of the race, number of the new result version) for each recorded
      count.
    - ``unchanged`` is the number of counts that are equal to the stored count of their race.
    - ``late`` is the number of counts that are older than the stored count of their race.
    - ``rejected`` has (position in the file, reason) for each error.
    """

    accepted: list[tuple[str, str, int]] = field(default_factory=list)
    unchanged: int = 0
    late: int = 0
    rejected: list[tuple[str, str]] = field(default_factory=list)

    @property
    def recorded(self) -> int:
        return len(self.accepted)


def ingest(
    coverage: Coverage, updates: Iterable[RaceUpdate], *, source="", by=None, may_certify=True, dry_run=False
) -> IngestReport:
    """Record the counts in a file of results, each race in its own transaction, and return a report. ``coverage`` is
    the `Coverage` row of the election. ``updates`` are the counts of the file. ``source`` is the slug of the source for
    counts that name no source. If ``may_certify`` is False, certified results are rejected.

    With ``dry_run``, nothing is stored. If a race has several counts in the file, the report can then be wrong: each
    count is compared with the stored count, and not with the one before it in the file."""
    report, races = IngestReport(), _Races(coverage)
    for update in updates:
        try:
            with transaction.atomic():
                new = _record(races, update, source, by, may_certify)
                transaction.set_rollback(dry_run)
        except LateVersion:
            report.late += 1
        except VersionRejected as error:
            report.rejected += [(update.where, f"{update.race}: {reason}") for reason in error.reasons]
        except (ActionRejected, InvalidRecord) as error:
            report.rejected.append((update.where, f"{update.race}: {error}"))
        else:
            if new is None:
                report.unchanged += 1
            else:
                report.accepted.append((update.where, new.race.name, new.number))
    return report


def _record(races, update, source, by, may_certify):
    if update.errors:
        raise VersionRejected(update.errors)
    race = races.find(update.race)
    version = _version(race, update, source)
    if version.phase == Phase.CERTIFIED and not may_certify:
        raise ActionRejected("You may not certify results.")
    return record(race, version, by=by)


class _Races:
    """The races of an election. Notional races (with estimates of earlier votes) are left out. ``find(name)`` returns
    the race with this slug, or the only race with this name or area code. It raises ActionRejected if there is no such
    race."""

    def __init__(self, coverage):
        races = list(Race.objects.filter(election=coverage.election_id, is_notional=False))
        self._by_slug = {race.slug: race for race in races}
        times = Counter(name for race in races for name in {race.name, race.area_code})
        self._by_name = {
            name: race for race in races for name in (race.name, race.area_code) if name and times[name] == 1
        }

    def find(self, name) -> Race:
        race = self._by_slug.get(name) or self._by_name.get(name)
        if race is None:
            raise ActionRejected("The election has no such race.")
        return race


def _version(race, update, source):
    candidacies = list(race.candidacies.select_related("party").order_by("pk"))
    units = {code: index for index, code in enumerate(race.units.order_by("pk").values_list("code", flat=True))}
    indexes = _indexes(candidacies)
    _reject_unknown(update, indexes, units)
    tallies = [
        TallyRecord(indexes[row.candidacy], row.round, None if row.unit is None else units[row.unit], *row[3:])
        for row in update.counts
    ]
    counted = {row.candidacy for row in tallies if row.round == 0}
    if tallies and len(counted) < len(candidacies):
        missing = [row.key for index, row in enumerate(candidacies) if index not in counted]
        raise VersionRejected([f"The candidacy '{missing[0]}' has no count."])
    version = VersionRecord.from_json({"source": source, **update.version})
    version.tallies = tallies
    # Files have no two-party-preferred count, which is counted separately. Copy it from the newest stored version.
    version.two_party = race.versions.order_by("-number").values_list("two_party", flat=True).first()
    return version


def _indexes(candidacies):
    """Return {text: index of a candidacy in the list ``candidacies``}. A file of results can use these texts to name a
    candidacy:

    - its key
    - its name, its party label and the slug of its party, unless another candidacy has the same text
    """
    names = [{row.name, row.label, row.party.slug if row.party else ""} - {""} for row in candidacies]
    times = Counter(name for of_one in names for name in of_one)
    found = {name: index for index, of_one in enumerate(names) for name in of_one if times[name] == 1}
    return found | {row.key: index for index, row in enumerate(candidacies)}


def _reject_unknown(update, candidacies, units):
    reasons = [
        f"The candidacy is unknown: {row.candidacy!r:.60}." for row in update.counts if row.candidacy not in candidacies
    ]
    reasons += [
        f"The reporting unit is unknown: {row.unit!r:.60}."
        for row in update.counts
        if row.unit is not None and row.unit not in units
    ]
    if reasons:
        raise VersionRejected(list(dict.fromkeys(reasons)))
