"""What the snapshots of the shipped catalogue show of all countries, and of days on which power changed hands."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from graph.kinds import Kind
from snapshots.api.views import COUNTRIES
from snapshots.countries.snapshot import country_snapshot

pytestmark = pytest.mark.django_db
COUNTRIES_IN_ALL = 196
WITHOUT_PARTIES = frozenset(
    # Parties are banned, were dissolved, or never were.
    "ae af bf bn er fm gn ki kw mh ml ne nr om ps pw qa sa sz to tv va".split()
)


@pytest.fixture(scope="module")
def snapshots(catalogue, ask):
    """The snapshot of every country, by its code."""
    slugs = catalogue.of_kind(Kind.COUNTRY).values_list("country_code", "slug")
    return {code: ask(f"/api/snapshot/{slug}") for code, slug in slugs}


def those_without(snapshots, *path):
    def told(document):
        for name in path:
            document = document[name]
        return document

    return sorted(code for code, document in snapshots.items() if not told(document))


@pytest.mark.parametrize("section", ["current_leaders", "institutions", "offices"])
def test_every_country_has_leaders_institutions_and_offices(snapshots, section):
    assert len(snapshots) == COUNTRIES_IN_ALL
    assert those_without(snapshots, section) == []


def test_nearly_every_country_has_voted_or_will(snapshots):
    without = [
        code
        for code, document in snapshots.items()
        if not any(document["elections"][when] for when in ("recent", "upcoming"))
    ]

    assert len(snapshots) - len(without) >= 190, without


def test_nearly_every_country_with_parties_shows_them(snapshots):
    legal = set(snapshots) - WITHOUT_PARTIES
    without = [code for code in those_without(snapshots, "parties") if code in legal]

    assert len(without) <= 0.02 * len(legal), without


def test_what_is_recent_has_been_and_what_is_upcoming_is_to_come(snapshots):
    today = timezone.localdate().isoformat()
    elections = [document["elections"] for document in snapshots.values()]

    assert [row for told in elections for row in told["recent"] if row["date"] > today] == []
    assert [
        row
        for told in elections
        for row in told["upcoming"]
        if not row["overdue"] and row["date"] < today[: len(row["date"])]
    ] == []


def test_every_composition_sums_up_to_the_seats(snapshots):
    composed = [
        (row["seats"], sum(share["seats"] for share in row["composition"]))
        for document in snapshots.values()
        for row in document["institutions"]
        if row["composition"]
    ]

    assert len(composed) > 140
    assert [pair for pair in composed if pair[0] != pair[1]] == []


def test_what_was_true_when_stands_beside_the_population(snapshots):
    noted = [
        code
        for code, document in snapshots.items()
        if any("population" in source.get("note", "") for source in document["country"]["sources"])
    ]

    assert len(noted) >= 190


def test_the_largest_and_the_smallest_country_take_as_many_queries(snapshots):
    by_size = sorted(snapshots.values(), key=lambda document: document["stats"]["politicians"])
    counts = set()
    for document in (by_size[0], by_size[-1]):
        country = COUNTRIES.get(slug=document["country"]["slug"])
        with CaptureQueriesContext(connection) as queries:
            country_snapshot(country, timezone.localdate(), "", is_past=False)
        counts.add(len(queries))

    assert len(counts) == 1
    assert counts.pop() + 5 <= 15, "the view itself takes four for the country and one for the time of the last change"


class TestDaysOfChange:
    """Ten facts picked by hand, each looked at on the day before and on the day after."""

    @pytest.mark.parametrize(
        ("country", "office", "day", "leader"),
        [
            ("france", "President of France", "2017-05-13", "François Hollande"),
            ("france", "President of France", "2017-05-15", "Emmanuel Macron"),
            ("united-states", "President of the United States", "2021-01-19", "Donald Trump"),
            ("united-states", "President of the United States", "2021-01-21", "Joe Biden"),
            ("brazil", "President of Brazil", "2022-12-31", "Jair Bolsonaro"),
            ("brazil", "President of Brazil", "2023-01-02", "Luiz Inácio Lula da Silva"),
            ("united-kingdom", "Prime Minister of the United Kingdom", "2024-07-04", "Rishi Sunak"),
            ("united-kingdom", "Prime Minister of the United Kingdom", "2024-07-06", "Keir Starmer"),
            ("germany", "Chancellor of Germany", "2021-12-07", "Angela Merkel"),
            ("germany", "Chancellor of Germany", "2021-12-09", "Olaf Scholz"),
            ("india", "Prime Minister of India", "2014-05-25", "Manmohan Singh"),
            ("india", "Prime Minister of India", "2014-05-27", "Narendra Modi"),
            ("japan", "Prime Minister of Japan", "2024-09-30", "Fumio Kishida"),
            ("japan", "Prime Minister of Japan", "2024-10-02", "Shigeru Ishiba"),
        ],
    )
    def test_leaders(self, ask, country, office, day, leader):
        told = ask(f"/api/snapshot/{country}", at=day)["current_leaders"]

        assert [row["politician"]["name"] for row in told if row["office"]["name"] == office] == [leader]
        assert {row["certainty"] for row in told if row["office"]["name"] == office} == {"certain"}

    @pytest.mark.parametrize(
        ("country", "day", "first"),
        [
            ("united-kingdom", "2019-12-11", ("Conservative Party", 317)),
            ("united-kingdom", "2019-12-13", ("Conservative Party", 365)),
            ("sweden", "2022-09-10", ("Social Democrats", 100)),
            ("sweden", "2022-09-12", ("Social Democrats", 107)),
            ("germany", "2025-02-22", ("Social Democratic Party of Germany", 206)),
            ("germany", "2025-02-24", ("Christian Democratic Union", 164)),
        ],
    )
    def test_parliaments(self, ask, country, day, first):
        houses = ask(f"/api/snapshot/{country}", at=day)["institutions"]

        (house,) = [
            row for row in houses if row["institution_type"] in ("lower chamber", "legislature") and row["composition"]
        ]
        share = house["composition"][0]
        assert (share["name"], share["seats"]) == first
