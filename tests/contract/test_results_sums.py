"""Test the sums in GET /api/results/{slug} if a number of one race is unknown, and the changes of seats between two
elections with very different numbers of seats."""

import pytest

from graph.models import Candidacy, Coverage
from graph.results import Comparability, Method, Mode, Phase
from tests.factories import CoverageFactory
from tests.results import ELECTION, RESULTS, get, race, record, three_parties

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("today")]
NEXT = f"{RESULTS}/gb-2028"


def elections(seats_before, seats):
    """Create two elections with one race for the whole country, in which Labour wins all seats, and return the later
    race. It is compared with the earlier one. If ``seats`` or ``seats_before`` is None, the number of seats of the race
    is unknown."""
    parties, previous = three_parties()[:2], None
    for slug, number in (("gb-2024", seats_before), ("gb-2028", seats)):
        facts = {"mode": Mode.ARCHIVE, "phase": Phase.FINAL, "sequence": 1, "level": "national"}
        comparison = {"comparability": Comparability.COMPARABLE} if previous else {}
        election = CoverageFactory(
            election__slug=slug, previous=previous and previous.election, **facts, **comparison
        ).election
        previous = race(
            election, "national", parties, method=Method.OTHER, seats=number, previous=previous, **comparison
        )
        record(previous, [600, 400], seats=[number, 0] if number else ())
    return previous


def seats_and_changes(client, path=NEXT):
    return [(row["seats"], row["seats_change"]) for row in get(client, path)["parties"]]


class TestUnknownSeats:
    def test_seats_and_changes_are_null(self, client):
        elections(39, None)

        document = get(client, NEXT)

        assert document["seats"] == {"total": None, "decided": None, "majority": None}
        assert [(row["votes"], row["seats"], row["seats_change"]) for row in document["parties"]] == [
            (600, None, None),
            (400, None, None),
        ]
        (shown,) = get(client, f"{NEXT}/races")["races"]
        assert (shown["seats"], shown["winner"]["label"]) == (None, "Labour")

    def test_changes_of_the_next_election_are_null(self, client):
        elections(None, 39)

        document = get(client, NEXT)

        assert document["seats"] == {"total": 39, "decided": 39, "majority": 20}
        assert seats_and_changes(client) == [(39, None), (0, None)]
        (labour, _) = get(client, f"{NEXT}/races/national")["race"]["comparison"]["parties"]
        assert (labour["name"], labour["seats"]) == ("Labour", None)

    def test_one_unknown_race_makes_only_its_parties_and_the_sums_unknown(self, client, gb_2019):
        gb_2019.races.filter(slug="south").update(seats=None)
        Candidacy.objects.filter(race__election=gb_2019, race__slug="south", party__name="Green").update(party=None)

        document = get(client, ELECTION)

        assert document["seats"]["total"] is None
        assert [(row["name"], row["seats"], row["seats_change"]) for row in document["parties"]] == [
            ("Conservative", None, None),
            ("Labour", None, None),
            ("Green", 0, None),
            ("Green", None, None),
        ]

    def test_seats_of_the_source_are_shown(self, client):
        contest = elections(39, None)
        record(contest, [600, 400], number=2, sequence=2, seats=[30, 5])
        Coverage.objects.filter(election=contest.election).update(sequence=2)

        assert seats_and_changes(client) == [(30, None), (5, None)]

    def test_pages_and_pictures_show_no_number(self, client):
        elections(39, None)

        for path in ("/elections/gb-2028", "/elections/gb-2028/races/national", "/elections/gb-2028/results.svg"):
            content = client.get(path).content.decode()
            assert "None" not in content
            assert " seat" not in content
        content = client.get("/entity/labour-gb").content.decode()
        assert '<td class="number">39</td>' in content
        assert '<td class="number"></td>' in content

    def test_downloads_leave_the_number_out(self, client):
        elections(39, None)

        table, document, report = (
            b"".join(client.get(f"{NEXT}/download.{ending}").streaming_content).decode()
            for ending in ("csv", "json", "json?format=nist")
        )
        assert ",other,,final," in table
        assert '"seats"' not in document
        assert "NumberElected" not in report


@pytest.mark.parametrize(
    ("before", "now", "change"), [(10, 15, 5), (15, 10, -5), (10, 16, None), (16, 10, None), (465, 176, None)]
)
def test_seats_are_not_compared_if_their_numbers_differ_too_much(client, before, now, change):
    elections(before, now)

    assert seats_and_changes(client) == [(now, change), (0, None if change is None else 0)]


class TestTurnout:
    @pytest.fixture
    def south(self, gb_2019):
        return gb_2019.races.get(slug="south")

    @pytest.mark.parametrize("name", ["electorate", "ballots", "valid", "rejected"])
    def test_number_is_null_if_a_counted_race_lacks_it(self, client, gb_2019, south, name):
        known = {"electorate": 2000, "ballots": 1100, "valid": 1000, "rejected": 100}
        north = gb_2019.races.get(slug="north")
        record(north, [450, 500, 50], number=2, sequence=4, minute=4, leader=1, **known)
        record(south, [320, 630, 50], number=3, sequence=5, minute=5, leader=1, **known | {name: None})
        Coverage.objects.filter(election=gb_2019).update(sequence=5)

        turnout = get(client, ELECTION)["turnout"]

        assert turnout.pop("percent") in (50.0, 55.0)
        assert turnout == {key: None if key == name else 2 * value for key, value in known.items()}

    def test_race_that_is_called_before_its_count_does_not_count(self, client, gb_2019, south):
        empty = {"phase": Phase.SCHEDULED, "is_called": True, "valid": None}
        record(south, [0, 0, 0], number=3, sequence=4, minute=4, leader=1, **empty)
        Coverage.objects.filter(election=gb_2019).update(sequence=4)

        document = get(client, ELECTION)

        assert document["races"]["reporting"] == 2
        assert (document["turnout"]["electorate"], document["turnout"]["valid"]) == (2000, 1000)
        assert [row["share"] for row in document["parties"]] == [50.0, 45.0, 5.0]

    def test_party_has_the_same_share_on_its_page_if_a_race_lacks_the_valid_votes(self, client, gb_2019, south):
        record(south, [320, 630, 50], number=3, sequence=4, minute=4, leader=1, valid=None)
        Coverage.objects.filter(election=gb_2019).update(sequence=4)

        (share,) = [row["share"] for row in get(client, ELECTION)["parties"] if row["name"] == "Labour"]

        assert share == 38.5
        assert f'<td class="number">{share}</td>' in client.get("/entity/labour-gb").content.decode()
