"""Store imported election results: insert new races, and record corrections of races whose counts changed."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from django.db import transaction

from graph.actions.preconditions import ActionRejected
from graph.actions.results.records import VersionRecord
from graph.actions.results.versions import content, record, recorded
from graph.importers.results.build import Election
from graph.importers.results.candidates import relate_candidates
from graph.importers.results.renamed import match, rename
from graph.interchange.dump import race_records
from graph.interchange.load_results import ResultsLoader
from graph.journal.guard import allow_writes
from graph.kinds import Kind
from graph.models import Coverage, Entity, Race, Source
from graph.results import VersionKind
from graph.signals import entities_changed

BATCH = 500
REFERRED = (Kind.ELECTION, Kind.POLITICIAN, Kind.PARTY, Kind.OFFICE)
CORRECTED = "The figures of the source are different."


@dataclass
class Report:
    """How many elections and races are new, and how many stored races have changed or not. ``rejected`` has a sentence
    for each race that was not stored."""

    elections: int = 0
    races: int = 0
    changed: int = 0
    unchanged: int = 0
    rejected: list[str] = field(default_factory=list)


@transaction.atomic
def store(elections: Iterable[Election]) -> Report:
    """Insert new elections and races. Record corrections of stored races whose counts changed. Return a report."""
    elections, known = list(elections), {_key(race): race for race in race_records()}
    races = sorted((race for election in elections for race in election.races), key=_key)
    new = [race for race in races if _key(race) not in known]
    report = Report(races=len(new))
    covered = set(Coverage.objects.values_list("election__slug", flat=True))
    coverage = [row.coverage for row in elections if row.coverage and row.coverage["election"] not in covered]
    report.elections = len(coverage)
    with allow_writes():
        _insert(new, coverage, known)
    for race in races:
        if (known_race := known.get(_key(race))) and not _is_same(race, known_race):
            _update(race, report)
    report.unchanged = len(races) - len(new) - report.changed - len(report.rejected)
    relate_candidates(Coverage.objects.values("election"))
    return report


def _insert(races, coverage, known):
    loader = ResultsLoader(
        dict(Entity.objects.filter(kind__in=REFERRED).values_list("slug", "pk")),
        dict(Source.objects.values_list("slug", "pk")),
    )
    for race in (*known.values(), *races):
        loader.note_winner(race)
    keys = Race.objects.values_list("election__slug", "slug", "pk")
    loader.races |= {(election, slug): pk for election, slug, pk in keys}
    for start in range(0, len(races), BATCH):
        loader.load(races[start : start + BATCH])
    loader.load_coverage(sorted(coverage, key=lambda row: row["election"]))
    loader.finish()
    changed = {row["election"] for row in (*races, *coverage)}
    entities_changed.send(sender=Race, pks={loader.entities[slug] for slug in changed})


def _update(race, report):
    """Record the count of a known race if the source changed it, or its electorate or note. Rename the candidates whom
    the source has renamed.

    Reject a race whose candidates are not the known ones. A correction by an editor stays.
    """
    election, slug = _key(race)
    row, version = Race.objects.get(election__slug=election, slug=slug), VersionRecord.from_json(race["versions"][-1])
    stored = list(row.candidacies.select_related("party", "person").order_by("pk"))
    candidacies = match(race["candidacies"], stored)
    if candidacies is None:
        report.rejected.append(f"{election}/{slug}: the candidates changed")
        return
    version.tallies = [
        tally._replace(candidacy=stored.index(candidacies[tally.candidacy])) for tally in version.tallies
    ]
    is_changed = rename(race["candidacies"], candidacies)
    imported = row.versions.filter(by=None, source__slug=version.source).order_by("number").last()
    note = f"{CORRECTED} {version.note}".strip()
    try:
        if not imported or _facts(recorded(imported)) != _facts(version):
            correction = replace(version, kind=VersionKind.CORRECTION, note=note, received_at=None)
            is_changed |= bool(record(row, correction, compares_note=True))
        report.changed += is_changed
    except ActionRejected as error:
        report.rejected.append(f"{election}/{slug}: {error}")


def _is_same(race, known):
    """Return True if both races have the same candidates, and if the newest version of ``known``, the stored race, is
    equal to the version from the source."""
    newest = known.get("versions", [{}])[-1]
    if _candidates(race) != _candidates(known):
        return False
    return race["versions"][-1] == {name: value for name, value in newest.items() if name != "sequence"}


def _candidates(race):
    return [(row["key"], row.get("members", [])) for row in race["candidacies"]]


def _facts(version):
    return content(version), version.note.removeprefix(CORRECTED).strip()


def _key(race):
    return race["election"], race["slug"]
