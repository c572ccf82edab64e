import gzip
from datetime import date
from decimal import Decimal
from io import StringIO

import factory
import orjson
import pytest
from django.core.management import CommandError, call_command

from graph.interchange.dump import dump
from graph.interchange.load import GraphNotEmpty, InvalidCatalogue, count_records, load
from graph.models import (
    Candidacy,
    Change,
    Citation,
    Composition,
    Entity,
    Identifier,
    OtherName,
    Race,
    Redirect,
    Relationship,
    Source,
)
from tests import factories

pytestmark = pytest.mark.django_db


@pytest.fixture
def graph():
    """Create a small graph with rows in each table of a dump. Return its country."""
    country = factories.CountryFactory(name="France", slug="france", country_code="fr", details__population=68_000_000)
    party = factories.PartyFactory(country_code="fr", name="Les Républicains")
    politician = factories.PoliticianFactory(country_code="fr", details__birth_year=1977)
    election = factories.ElectionFactory(country_code="fr", details__turnout="66.10", details__result_margin="0")
    factories.ElectionFactory(country_code="fr", details__date="2022-04-24", details__rounds=factories.TWO_ROUNDS)
    ideology = factories.IdeologyFactory()
    factories.OtherNameFactory(entity=politician, name="Еммануель Макрон", lang="uk")
    factories.IdentifierFactory(entity=politician, scheme="wikidata", value="Q3052772")
    factories.CitationFactory(entity=country, facts=["population"], note="population: 2025 est.")
    factories.RelationshipFactory(subject=party, object=country, start_date="1905", end_date="1969-07")
    factories.RelationshipFactory(subject=party, object=ideology, position=3)
    factories.RelationshipFactory(subject=election, object=country)
    _compose(election, party)
    _count(election, politician, party)
    factories.RedirectFactory(entity=politician, slug="e-macron")
    factories.PoliticianFactory(country_code="fr", status="withdrawn")
    return country


def _compose(election, party):
    assembly = factories.InstitutionFactory()
    elected = factories.CompositionFactory(institution=assembly, election=election, start_date="2022-06-19", total=577)
    factories.SeatShareFactory(composition=elected, party=None, name="Others", seats=516)
    factories.SeatShareFactory(composition=elected, party=party, name="LR", seats=61, vote_share="10.40")
    factories.SeatShareFactory(composition=elected, party=None, name="Parti animaliste", seats=0, vote_share="0")
    factories.SeatShareFactory(
        composition=factories.CompositionFactory(institution=assembly, start_date=""), party=None, name="Independents"
    )


def _count(election, politician, party):
    """Add a race with counts to each of two elections. The race of ``election`` has several rounds and a reporting
    unit. It is compared with the other race, which is earlier."""
    # Only the results of test elections can be deleted, and `_empty` has to delete them.
    factories.CoverageFactory(election=election, note="Alaska is missing", mode="test")
    earlier = factories.CoverageFactory(mode="test")
    before = factories.RaceFactory(election=earlier.election, is_notional=True, seats=None)
    factories.TallyFactory(
        version__race=before,
        version__phase="certified",
        version__received_at="2026-08-20T00:00:00Z",
        candidacy__race=before,
        candidacy__party=party,
    )
    race = factories.RaceFactory(election=election, previous=before, comparability="notional", seats=3, region="Wales")
    winner = factories.CandidacyFactory(race=race, person=politician, party=party, is_incumbent=True, position=2)
    loser = factories.CandidacyFactory(race=race, label="Labour", members=["labour-gb"])
    unit = factories.ReportingUnitFactory(race=race, expected_ballots=900)
    counting = factories.ResultVersionFactory(race=race, received_at="2026-08-20T00:00:00Z")
    called = factories.ResultVersionFactory(
        race=race, number=2, sequence=2, is_called=True, phase="final", two_party=[[party.slug, 9]], units_counted=0
    )
    factories.TallyFactory(version=counting, candidacy=winner, unit=unit, votes=0)
    factories.TallyFactory(version=called, candidacy=winner, votes=4, share="12.50", seats=0)
    factories.TallyFactory(version=called, candidacy=loser, votes=5)
    factories.TallyFactory(version=called, candidacy=winner, votes=9, round=3, is_elected=True)
    factories.TallyFactory(version=called, candidacy=loser, votes=8, round=3, is_elected=False)


def test_load_of_a_dump_gives_the_same_graph(graph, tmp_path):
    dump(tmp_path / "one")
    _empty()

    load(tmp_path / "one")

    dump(tmp_path / "two")
    assert _files(tmp_path / "one") == _files(tmp_path / "two")


def test_load_computes_leaders_outcomes_and_the_phase_of_the_election(graph, tmp_path):
    dump(tmp_path)
    _empty()

    load(tmp_path)

    race = Race.objects.get(seats=3)
    assert (race.current.number, race.previous.current.leader.party.name) == (2, "Les Républicains")
    assert (race.current.leader.person.kind, race.current.outcome) == ("politician", "hold")
    assert (race.current.margin_votes, race.current.margin) == (1, Decimal("5.88"))
    assert race.versions.get(number=1).outcome == "undecided"
    assert (race.election.coverage.phase, race.election.coverage.sequence) == ("final", 2)


def test_load_computes_outcomes_with_the_members_of_alliances(graph, tmp_path):
    leader = Candidacy.objects.filter(race__seats=3, party__name="Les Républicains")
    leader.update(party=None, label="An alliance", members=[leader.get().party.slug])
    dump(tmp_path)
    _empty()
    load(tmp_path)
    assert Race.objects.get(seats=3).current.outcome == "hold"


def test_dump_gives_the_same_bytes_twice(graph, tmp_path):
    dump(tmp_path / "one")
    dump(tmp_path / "two")

    assert _bytes(tmp_path / "one") == _bytes(tmp_path / "two")


def test_dump_writes_a_composition_with_its_largest_share_first(graph, tmp_path):
    dump(tmp_path)

    counted, elected = (orjson.loads(line) for line in _files(tmp_path)["compositions.jsonl.gz"].splitlines())
    assert elected.pop("updated_at")
    assert elected == {
        "institution": "national-assembly",
        "election": "france-2022-presidential",
        "start_date": "2022-06-19",
        "total": 577,
        "verified_at": "2026-01-22",
        "source": "factbook",
        "shares": [
            [None, "Others", 516, None],
            ["les-republicains-fr", "LR", 61, 10.4],
            [None, "Parti animaliste", 0, 0.0],
        ],
    }
    assert {"election", "start_date"}.isdisjoint(counted)


@pytest.mark.parametrize("number", [49, 50, 51])
def test_load_reads_all_records_around_the_size_of_an_insert(number, tmp_path):
    factories.IdeologyFactory.create_batch(number, name=factory.Sequence(lambda number: f"Ideology {number}"))
    slugs = set(Entity.objects.values_list("slug", flat=True))
    dump(tmp_path)
    _empty()

    load(tmp_path)

    assert set(Entity.objects.values_list("slug", flat=True)) == slugs


def test_load_journals_creations_at_the_time_of_the_facts(graph, tmp_path):
    moment = Entity.objects.get(slug="france").updated_at
    dump(tmp_path)
    _empty()

    load(tmp_path)

    change = Change.objects.get(entity__slug="france")
    assert (change.action, change.at, change.via) == ("created", moment, "catalogue")


def test_load_computes_the_days_of_a_partial_date(graph, tmp_path):
    dump(tmp_path)
    _empty()

    load(tmp_path)

    relationship = Relationship.objects.get(start_date="1905")
    assert (relationship.start_first, relationship.start_last) == (date(1905, 1, 1), date(1905, 12, 31))
    assert (relationship.end_first, relationship.end_last) == (date(1969, 7, 1), date(1969, 7, 31))


def test_load_reports_its_progress(graph, tmp_path):
    counts = dump(tmp_path)
    _empty()
    counted = []

    total = load(tmp_path, counted.append)

    assert total == sum(counted) == sum(counts.values()) == count_records(tmp_path)


def test_load_raises_graph_not_empty(graph, tmp_path):
    dump(tmp_path)

    with pytest.raises(GraphNotEmpty):
        load(tmp_path)


@pytest.mark.parametrize(
    "damage",
    [
        lambda path: path.unlink(),
        lambda path: path.write_bytes(path.read_bytes()[:-9]),
        lambda path: path.write_bytes(b"slug,name"),
        lambda path: path.write_bytes(gzip.compress(b"{]\n")),
        lambda path: path.write_bytes(gzip.compress(b'{"slug": "france"}\n')),
        lambda path: path.write_bytes(gzip.compress(b'["france"]\n')),
    ],
    ids=["missing", "cut short", "not compressed", "not JSON", "a field missing", "another shape"],
)
def test_load_of_a_damaged_file_loads_nothing(graph, tmp_path, damage):
    dump(tmp_path)
    _empty()
    damage(tmp_path / "politician.jsonl.gz")

    with pytest.raises(InvalidCatalogue):
        load(tmp_path)
    assert not Entity.objects.exists()
    assert not Source.objects.exists()


@pytest.mark.parametrize(
    ("name", "valid", "invalid"),
    [
        ("politician", b'"birth_year":1977', b'"shoe_size":42'),
        ("politician", b'"birth_year":1977', b'"birth_year":"young"'),
        ("politician", b'"created_at":"2', b'"created_at":"x2'),
        ("politician", b'"slug":"', b'"status":["draft"],"slug":"'),
        ("election", b'"date":"2022-04-24"', b'"date":"24/04/2022"'),
        ("relationships", b'"verified_at":"2026-01-22"', b'"verified_at":"lately"'),
        ("relationships", b'"subject":"', b'"subject":"nobody'),
        ("relationships", b'"start_date":"1905"', b'"start_date":"1969-08"'),
        ("compositions", b'"total":577', b'"total":0'),
        ("compositions", b'"LR",61', b'"",61'),
        ("compositions", b'"les-republicains-fr"', b'"france"'),
        ("compositions", b'"election":"france-2022-presidential"', b'"election":"france"'),
    ],
)
def test_load_of_an_invalid_value_loads_nothing(graph, tmp_path, name, valid, invalid):
    dump(tmp_path)
    _empty()
    path = tmp_path / f"{name}.jsonl.gz"
    content = gzip.decompress(path.read_bytes())
    assert valid in content
    path.write_bytes(gzip.compress(content.replace(valid, invalid)))

    with pytest.raises(InvalidCatalogue):
        load(tmp_path)
    assert not Entity.objects.exists()


def test_load_catalogue_loads_only_into_an_empty_graph_and_prints_the_time(graph, tmp_path):
    call_command("dump_graph", tmp_path, stdout=StringIO())
    call_command("load_catalogue", path=tmp_path, if_empty=True)
    with pytest.raises(CommandError, match="entities already"):
        call_command("load_catalogue", path=tmp_path)
    _empty()
    output = StringIO()

    call_command("load_catalogue", path=tmp_path, if_empty=True, stdout=output)

    assert Entity.objects.count() == 9
    assert "records in" in output.getvalue()


def _empty():
    Redirect.objects.all().delete()
    Relationship.objects.all().delete()
    for model in (Citation, Composition, Identifier, OtherName):
        model.objects.all().delete()
    Entity.objects.all().delete()
    Source.objects.all().delete()


def _files(folder):
    return {path.name: gzip.decompress(path.read_bytes()) for path in folder.glob("*.gz")}


def _bytes(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir()}
