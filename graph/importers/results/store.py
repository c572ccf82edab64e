"""Store the races of an import that the database does not have."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.db import transaction

from graph.importers.results.build import Election
from graph.interchange.load_results import ResultsLoader
from graph.journal.guard import allow_writes
from graph.kinds import Kind
from graph.models import Coverage, Entity, Race, Source

BATCH = 500
REFERRED = (Kind.ELECTION, Kind.POLITICIAN, Kind.PARTY, Kind.OFFICE)


@dataclass
class Report:
    elections: int = 0
    races: int = 0
    known: int = 0


@transaction.atomic
def store(elections: Iterable[Election]) -> Report:
    """Insert the elections and races that are new. Known races stay as they are."""
    loader = ResultsLoader(
        dict(Entity.objects.filter(kind__in=REFERRED).values_list("slug", "pk")),
        dict(Source.objects.values_list("slug", "pk")),
    )
    known = {(election, slug): pk for election, slug, pk in Race.objects.values_list("election__slug", "slug", "pk")}
    covered = set(Coverage.objects.values_list("election__slug", flat=True))
    elections = list(elections)
    races = sorted((race for election in elections for race in election.races), key=_key)
    for race in races:
        loader.note_winner(race)
    loader.races |= known
    new = [race for race in races if _key(race) not in known]
    coverage = [row.coverage for row in elections if row.coverage and row.coverage["election"] not in covered]
    with allow_writes():
        for start in range(0, len(new), BATCH):
            loader.load(new[start : start + BATCH])
        loader.load_coverage(sorted(coverage, key=lambda row: row["election"]))
        loader.finish()
    return Report(elections=len(coverage), races=len(new), known=len(races) - len(new))


def _key(race):
    return race["election"], race["slug"]
