"""Build a small catalogue of which the graph has loaded the first version, and newer versions for tests of the
upgrade."""

import gzip
import json

import orjson

from graph.interchange.dump import dump
from graph.interchange.upgrade import upgrade
from graph.interchange.versions import FILE, read_version, remember
from graph.journal.guard import allow_writes
from graph.models import Change, Entity
from tests import factories

TIMES = ("created_at", "updated_at")


def small_graph():
    """Create a graph with 30 politicians of one country, parties, an office, a chamber and election results. Return the
    source of all facts."""
    source = factories.SourceFactory()
    country = factories.CountryFactory(country_code="fr")
    chamber = factories.InstitutionFactory(country_code="fr")
    office = factories.OfficeFactory(country_code="fr")
    parties = [factories.PartyFactory(country_code="fr", name=f"Party {number}") for number in range(4)]
    ideology = factories.IdeologyFactory()
    for party in parties:
        factories.RelationshipFactory(subject=party, object=ideology, source=source)
        factories.CitationFactory(entity=party, source=source, facts=["founded_year"])
    for number in range(30):
        person = factories.PoliticianFactory(country_code="fr", name=f"Person of {number}", details__birth_year=1950)
        factories.OtherNameFactory(entity=person, name=f"Alias {number}")
        factories.IdentifierFactory(entity=person, scheme="register", value=str(number))
        factories.CitationFactory(entity=person, source=source, facts=["birth_year", "name"])
        start = f"19{number + 60}"
        factories.RelationshipFactory(subject=person, object=office, start_date=start, end_date="1999", source=source)
        factories.RelationshipFactory(subject=person, object=parties[number % 4], source=source)
    _compose(chamber, parties, source)
    _count(country, source)
    return source


def _compose(chamber, parties, source):
    composition = factories.CompositionFactory(institution=chamber, start_date="2022", total=10, source=source)
    for party, seats in zip(parties, (4, 3, 2, 1), strict=True):
        factories.SeatShareFactory(composition=composition, party=party, name=party.name, seats=seats)


def _count(country, source):
    election = factories.ElectionFactory(country_code="fr")
    factories.RelationshipFactory(subject=election, object=country, source=source)
    factories.CoverageFactory(election=election, sequence=1)
    race = factories.RaceFactory(election=election)
    first, second = factories.CandidacyFactory.create_batch(2, race=race)
    version = factories.ResultVersionFactory(race=race, number=1, sequence=1, phase="final", source=source)
    factories.TallyFactory(version=version, candidacy=first, votes=9)
    factories.TallyFactory(version=version, candidacy=second, votes=5)
    race.current = version
    with allow_writes():
        race.save()


class Catalogue:
    """The catalogue that the graph has loaded: its folder, and its records by file. A test changes the records.
    `upgrade` loads the changed records as the next version."""

    def __init__(self, folder):
        dump(folder)
        with allow_writes():
            remember(folder)
        for entity in Entity.objects.all():
            factories.ChangeFactory(entity=entity, action=Change.Action.CREATED, via="catalogue")
        self.folder, self.records = folder, read(folder)

    def of(self, name, **values):
        """Return the first record with these values in a file, for example ``of("politician", slug="a-b")``."""
        return next(row for row in self.records[name] if values.items() <= row.items())

    def write(self):
        version = read_version(self.folder).version + 1
        for name, records in self.records.items():
            content = b"".join(orjson.dumps(row, option=orjson.OPT_SORT_KEYS) + b"\n" for row in records)
            (self.folder / f"{name}.jsonl.gz").write_bytes(gzip.compress(content))
        (self.folder / FILE).write_text(json.dumps({"version": version, "checksum": str(version)}))

    def upgrade(self, **options):
        self.write()
        return self.upgrade_again(**options)

    def upgrade_again(self, **options):
        return upgrade(self.folder, lambda count: lambda done: None, **options)


def read(folder):
    return {path.name.removesuffix(".jsonl.gz"): _records(path) for path in sorted(folder.glob("*.jsonl.gz"))}


def _records(path):
    return [orjson.loads(line) for line in gzip.decompress(path.read_bytes()).splitlines()]


def without_times(records):
    """Map each file of a dump to its records, as a sorted list of JSON texts. Leave out times and the texts that the
    service composes."""
    found = {}
    for name, rows in records.items():
        rows = [{key: value for key, value in row.items() if key not in (*TIMES, "description")} for row in rows]
        for row in rows:
            row.get("details", {}).pop("overview", None)
        found[name] = sorted(json.dumps(row, sort_keys=True) for row in rows)
    return found
