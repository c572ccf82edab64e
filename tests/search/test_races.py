"""Test that searches find the races of elections with results."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from graph.models import Coverage, Entity
from graph.results import AreaLevel, Method, Mode
from search import races
from search.countries import country_names
from search.index import index_state, rebuild, refresh
from search.models import IndexedRace, RaceWord
from tests.factories import CandidacyFactory, CountryFactory, CoverageFactory, ElectionFactory, RaceFactory

pytestmark = pytest.mark.django_db


def election_of(year, **values):
    coverage = CoverageFactory(election__slug=f"gb-{year}", election__details__date=f"{year}-06-08", **values)
    return coverage.election


def contest(election, slug, name, candidates=(), **values):
    race = RaceFactory(election=election, slug=slug, name=name, **values)
    for candidate in candidates:
        CandidacyFactory(race=race, name=candidate)
    return race


def hits(text, **filters):
    return races.find_races(text, country_names(index_state().version), **filters)


def found(text, **filters):
    """Return "election/race" for each race that a text finds, the best match first."""
    return [f"{hit.election.slug}/{hit.slug}" for hit in hits(text, **filters)]


@pytest.fixture
def elections():
    for code, name in (("gb", "United Kingdom"), ("us", "United States"), ("ge", "Georgia"), ("fr", "France")):
        CountryFactory(country_code=code, name=name)
    years = {year: election_of(year) for year in ("2017", "2019")}
    for election in years.values():
        contest(election, "aberavon", "Aberavon", ["Stephen Kinnock", "Jane Doe"])
        contest(election, "sheffield-hallam", "Sheffield, Hallam", ["Ben France", "John Sheffield"])
    facts = {"election__details__date": "2020-11-03", "election__details__kind": "presidential"}
    college = {"area_level": AreaLevel.REGION, "method": Method.ELECTORAL_COLLEGE}
    america = CoverageFactory(election__slug="us-2020", election__country_code="us", **facts).election
    contest(america, "georgia", "Georgia", ["Joe Biden"], **college)
    refresh()
    return years


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("aberavon", ["gb-2019/aberavon", "gb-2017/aberavon"]),
        ("ABERAVON 2017", ["gb-2017/aberavon"]),
        ("aberavon 2018", []),
        ("aberavon 2017 2019", []),
        ("2019", []),
        ("results for aberavon constituency general election 2019", ["gb-2019/aberavon"]),
        ("kinnock stephen 2019", ["gb-2019/aberavon"]),
        ("kinnock 2019", ["gb-2019/aberavon"]),
        ("stephen", []),
        ("kinnock aberavon 2019", ["gb-2019/aberavon"]),
        ("hallam france 2019", ["gb-2019/sheffield-hallam"]),
        ("kinnock hallam", []),
        ("kinnock doe", []),
        ("hallam", ["gb-2019/sheffield-hallam", "gb-2017/sheffield-hallam"]),
        ("aberavon united kingdom 2019", ["gb-2019/aberavon"]),
        ("aberavon united states", []),
        ("georgia", ["us-2020/georgia"]),
        ("georgia united states 2020", ["us-2020/georgia"]),
        ("france", []),
        ("biden", []),
        ("joe biden georgia", ["us-2020/georgia"]),
        ("Аберавон", []),
    ],
)
def test_find_races_returns_the_races_of_area_and_candidate(elections, text, expected):
    assert found(text) == expected


def test_find_races_prefers_the_area_to_the_surname_of_a_candidate(elections):
    contest(elections["2019"], "taff", "Taff Vale", ["Jo Sheffield"])
    refresh()

    assert [hit.matched for hit in hits("sheffield 2019")] == ["Sheffield, Hallam", "Jo Sheffield"]


def test_find_races_returns_the_name_that_matched_and_how_much_of_it(elections):
    assert [(hit.matched, hit.score) for hit in hits("stephen kinnock 2019")] == [("Stephen Kinnock", 1.0)]
    assert [(hit.matched, hit.score) for hit in hits("kinnock 2019")] == [("Stephen Kinnock", 0.3)]


def test_find_races_filters_by_country_and_kind(elections):
    assert found("aberavon 2019", country_code="gb", kind="election") == ["gb-2019/aberavon"]
    assert found("aberavon 2019", country_code="us") == []
    assert found("aberavon 2019", kind="politician") == []


@pytest.mark.parametrize(
    "values",
    [
        {"is_notional": True},
        {"area_level": AreaLevel.NATIONAL},
        {"method": Method.LIST},
    ],
    ids=["notional", "national", "list"],
)
def test_races_that_are_no_constituency_are_not_indexed(elections, values):
    contest(elections["2019"], "taff", "Taff Vale", **values)
    refresh()

    assert found("taff vale") == []


def test_find_races_leaves_out_rehearsals(elections):
    contest(election_of("2024", mode=Mode.TEST), "aberavon", "Aberavon")
    refresh()

    assert found("aberavon") == ["gb-2019/aberavon", "gb-2017/aberavon"]


def test_find_races_leaves_out_unpublished_elections(elections):
    Entity.objects.filter(pk=elections["2019"].pk).update(status=Entity.Status.DRAFT)

    assert found("aberavon") == ["gb-2017/aberavon"]


def test_find_races_finds_nothing_without_coverage(elections):
    contest(ElectionFactory(country_code="gb"), "taff", "Taff Vale")
    refresh()

    assert found("taff vale") == []


def test_find_races_finds_nothing_for_a_word_of_very_many_races(elections, monkeypatch):
    monkeypatch.setattr(races, "MAX_MATCHING", 1)

    assert found("aberavon") == []


def test_find_races_asks_one_query_without_a_match_and_two_with_one(elections):
    names = country_names(index_state().version)
    for text, number in (("angela merkel", 1), ("aberavon", 2)):
        with CaptureQueriesContext(connection) as queries:
            races.find_races(text, names)
        assert len(queries) <= number


class TestUpdates:
    def test_refresh_follows_a_renamed_race(self, elections):
        race = elections["2019"].races.get(slug="aberavon")
        race.name = race.area_name = "Taff Vale"
        race.save()
        refresh()

        assert found("taff vale") == ["gb-2019/aberavon"]
        assert found("aberavon") == ["gb-2017/aberavon"]

    def test_refresh_follows_candidacies(self, elections):
        race = elections["2019"].races.get(slug="aberavon")
        added = CandidacyFactory(race=race, name="Bartholomew Quill")
        refresh()
        assert found("bartholomew quill") == ["gb-2019/aberavon"]

        added.delete()
        refresh()
        assert found("bartholomew quill") == []

    def test_a_deleted_race_leaves_the_index(self, elections):
        race = elections["2019"].races.get(slug="aberavon")
        race.delete()

        assert not IndexedRace.objects.filter(race=race.pk).exists()
        assert not RaceWord.objects.filter(race=race.pk).exists()

    def test_a_count_does_not_touch_the_index(self, elections):
        before = index_state().version
        race = elections["2019"].races.get(slug="aberavon")
        race.save(update_fields=["current", "source_time"])

        assert refresh() == 0
        assert index_state().version == before

    def test_new_coverage_raises_the_version(self, elections):
        election = ElectionFactory(country_code="gb")
        refresh()
        before = index_state().version

        Coverage.objects.create(election=election, level=AreaLevel.CONSTITUENCY)
        refresh()

        assert index_state().version == before + 1

    def test_rebuild_writes_the_same(self, elections):
        before = [list(model.objects.order_by("pk").values_list()) for model in (IndexedRace, RaceWord)]

        rebuild()

        assert [list(model.objects.order_by("pk").values_list()) for model in (IndexedRace, RaceWord)] == before
