import gzip
from datetime import date
from io import StringIO

import factory
import orjson
import pytest
from django.core.management import CommandError, call_command

from graph.interchange.dump import dump
from graph.interchange.load import GraphNotEmpty, InvalidCatalogue, count_records, load
from graph.models import Change, Citation, Composition, Entity, Identifier, OtherName, Redirect, Relationship, Source
from tests import factories

pytestmark = pytest.mark.django_db


@pytest.fixture
def graph():
    """A small graph with something of everything."""
    country = factories.CountryFactory(name="France", slug="france", country_code="fr", details__population=68_000_000)
    party = factories.PartyFactory(country_code="fr", name="Les Républicains")
    politician = factories.PoliticianFactory(country_code="fr", details__birth_year=1977)
    election = factories.ElectionFactory(country_code="fr", details__turnout="66.10", details__result_margin="0")
    ideology = factories.IdeologyFactory()
    factories.OtherNameFactory(entity=politician, name="Еммануель Макрон", lang="uk")
    factories.IdentifierFactory(entity=politician, scheme="wikidata", value="Q3052772")
    factories.CitationFactory(entity=country, facts=["population"], note="population: 2025 est.")
    factories.RelationshipFactory(subject=party, object=country, start_date="1905", end_date="1969-07")
    factories.RelationshipFactory(subject=party, object=ideology, position=3)
    factories.RelationshipFactory(subject=election, object=country)
    _compose(election, party)
    factories.RedirectFactory(entity=politician, slug="e-macron")
    factories.PoliticianFactory(country_code="fr", status="withdrawn")
    return country


def _compose(election, party):
    assembly = factories.InstitutionFactory()
    given = factories.CompositionFactory(institution=assembly, election=election, start_date="2022-06-19", total=577)
    factories.SeatShareFactory(composition=given, party=None, name="Others", seats=516)
    factories.SeatShareFactory(composition=given, party=party, name="LR", seats=61, vote_share="10.40")
    factories.SeatShareFactory(composition=given, party=None, name="Parti animaliste", seats=0, vote_share="0")
    factories.SeatShareFactory(
        composition=factories.CompositionFactory(institution=assembly, start_date=""), party=None, name="Independents"
    )


def test_a_dump_loaded_is_the_same_graph(graph, tmp_path):
    dump(tmp_path / "one")
    _empty()

    load(tmp_path / "one")

    dump(tmp_path / "two")
    assert _files(tmp_path / "one") == _files(tmp_path / "two")


def test_a_graph_dumped_twice_gives_the_same_bytes(graph, tmp_path):
    dump(tmp_path / "one")
    dump(tmp_path / "two")

    assert _bytes(tmp_path / "one") == _bytes(tmp_path / "two")


def test_a_composition_is_one_record_with_its_shares_the_largest_first(graph, tmp_path):
    dump(tmp_path)

    counted, given = (orjson.loads(line) for line in _files(tmp_path)["compositions.jsonl.gz"].splitlines())
    assert given.pop("updated_at")
    assert given == {
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


@pytest.mark.parametrize("number", [1, 49, 50, 51, 120])
def test_every_record_is_loaded_however_many(number, tmp_path):
    factories.IdeologyFactory.create_batch(number, name=factory.Sequence(lambda place: f"Ideology {place}"))
    slugs = set(Entity.objects.values_list("slug", flat=True))
    dump(tmp_path)
    _empty()

    load(tmp_path)

    assert set(Entity.objects.values_list("slug", flat=True)) == slugs


def test_what_is_loaded_is_in_the_journal_at_the_time_of_its_facts(graph, tmp_path):
    moment = Entity.objects.get(slug="france").updated_at
    dump(tmp_path)
    _empty()

    load(tmp_path)

    change = Change.objects.get(entity__slug="france")
    assert (change.action, change.at, change.via) == ("created", moment, "catalogue")


def test_loading_computes_the_days_beside_a_partial_date(graph, tmp_path):
    dump(tmp_path)
    _empty()

    load(tmp_path)

    statement = Relationship.objects.get(start_date="1905")
    assert (statement.start_first, statement.start_last) == (date(1905, 1, 1), date(1905, 12, 31))
    assert (statement.end_first, statement.end_last) == (date(1969, 7, 1), date(1969, 7, 31))


def test_loading_tells_its_progress(graph, tmp_path):
    counts = dump(tmp_path)
    _empty()
    told = []

    total = load(tmp_path, told.append)

    assert total == sum(told) == sum(counts.values()) == count_records(tmp_path)


def test_a_graph_with_entities_is_not_loaded_over(graph, tmp_path):
    dump(tmp_path)

    with pytest.raises(GraphNotEmpty):
        load(tmp_path)


@pytest.mark.parametrize(
    "spoil",
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
@pytest.mark.parametrize("name", ["politician", "compositions"])
def test_a_spoilt_dump_loads_nothing(graph, tmp_path, name, spoil):
    dump(tmp_path)
    _empty()
    spoil(tmp_path / f"{name}.jsonl.gz")

    with pytest.raises(InvalidCatalogue):
        load(tmp_path)
    assert not Entity.objects.exists()
    assert not Source.objects.exists()


@pytest.mark.parametrize(
    ("name", "spelled", "instead"),
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
def test_a_value_that_cannot_be_loads_nothing(graph, tmp_path, name, spelled, instead):
    dump(tmp_path)
    _empty()
    path = tmp_path / f"{name}.jsonl.gz"
    right = gzip.decompress(path.read_bytes())
    assert spelled in right
    path.write_bytes(gzip.compress(right.replace(spelled, instead)))

    with pytest.raises(InvalidCatalogue):
        load(tmp_path)
    assert not Entity.objects.exists()


def test_the_command_loads_only_into_an_empty_graph_and_tells_time_and_memory(graph, tmp_path):
    call_command("dump_graph", tmp_path, stdout=StringIO())
    call_command("load_catalogue", path=tmp_path, if_empty=True)
    with pytest.raises(CommandError, match="entities already"):
        call_command("load_catalogue", path=tmp_path)
    _empty()
    told = StringIO()

    call_command("load_catalogue", path=tmp_path, if_empty=True, stdout=told)

    assert Entity.objects.count() == 7
    assert "records in" in told.getvalue()
    assert "MB of memory" in told.getvalue()


def _empty():
    Redirect.objects.all().delete()
    Relationship.objects.all().delete()
    for model in (Citation, Composition, Identifier, OtherName):
        model.objects.all().delete()
    Entity.objects.all().delete()
    Source.objects.all().delete()


def _files(folder):
    return {path.name: gzip.decompress(path.read_bytes()) for path in folder.iterdir()}


def _bytes(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir()}
