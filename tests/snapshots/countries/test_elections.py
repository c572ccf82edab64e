"""Test the upcoming and the recent elections in the snapshot of a country."""

from datetime import date

import pytest

from snapshots.countries import elections
from tests.factories import ElectionFactory


@pytest.fixture
def election(france):
    """Return a function that creates a French election on a partial date, such as "2027-04", and returns it."""

    def made(day, status="held", kind="presidential", **details):
        details = {f"details__{name}": value for name, value in details.items()}
        return ElectionFactory(details__date=day, details__status=status, details__kind=kind, **details)

    return made


def dates(rows):
    return [row["date"] for row in rows]


def test_recent_elections_come_newest_first_with_their_result(facts, election):
    election("2017-05-07")
    election("2022-04-24", winner="Emmanuel Macron", turnout=71.99, result_margin=17.1)

    rows = elections.section(facts())["recent"]

    assert dates(rows) == ["2022-04-24", "2017-05-07"]
    assert rows[0] | {"election": rows[0]["election"]["slug"]} == {
        "election": "france-2022-presidential",
        "date": "2022-04-24",
        "kind": "presidential",
        "status": "held",
        "verified_at": None,
        "winner": "Emmanuel Macron",
        "turnout": 71.99,
        "result_margin": 17.1,
    }
    assert (rows[1]["winner"], rows[1]["turnout"], rows[1]["result_margin"]) == (None, None, None)


def test_recent_elections_have_their_rounds(facts, election):
    rounds = [
        {"round": 1, "date": "2022-04-10", "turnout": 73.69, "candidates": [{"name": "Marine Le Pen", "share": 23.15}]},
        {"round": 2, "date": "2022-04-24", "turnout": None, "candidates": []},
    ]
    election("2022-04-24", rounds=rounds)

    (row,) = elections.section(facts())["recent"]

    assert (row["date"], row["rounds"]) == ("2022-04-24", rounds)


def test_upcoming_elections_come_soonest_first(facts, election):
    for day in ("2027-06", "2027-04", "2029"):
        election(day, "scheduled")

    rows = elections.section(facts())["upcoming"]

    assert dates(rows) == ["2027-04", "2027-06", "2029"]
    assert list(rows[0]) == ["election", "date", "kind", "status", "verified_at", "overdue"]


def test_upcoming_elections_have_overdue_ones_last(facts, election):
    election("2026-06-14", "scheduled")
    election("2027-04", "scheduled")

    section = elections.section(facts())

    assert [(row["date"], row["overdue"]) for row in section["upcoming"]] == [("2027-04", False), ("2026-06-14", True)]
    assert section["recent"] == []


@pytest.mark.parametrize(("day", "overdue"), [("2026", False), ("2026-06", False), ("2026-05", True), ("2025", True)])
def test_election_is_overdue_after_its_last_possible_day(facts, election, day, overdue):
    election(day, "scheduled")

    assert [row["overdue"] for row in elections.section(facts())["upcoming"]] == [overdue]


def test_section_leaves_out_cancelled_elections(facts, election):
    election("2026-05-01", "cancelled")
    election("2027-05-01", "cancelled")

    assert elections.section(facts()) == {"upcoming": [], "recent": []}


def test_section_leaves_out_by_elections(facts, election):
    election("2025-05-01", kind="by-election")

    assert elections.section(facts())["recent"] == []


def test_section_has_at_most_ten_of_each(facts, election):
    for year in range(12):
        election(str(2000 + year))
        election(str(2030 + year), "scheduled")

    section = elections.section(facts())

    assert dates(section["recent"]) == [str(2011 - year) for year in range(10)]
    assert dates(section["upcoming"]) == [str(2030 + year) for year in range(10)]


def test_section_leaves_out_elections_without_details(facts, france):
    ElectionFactory(details=None)

    assert elections.section(facts()) == {"upcoming": [], "recent": []}


def test_elections_of_one_day_are_sorted_by_name(facts, election):
    for kind in ("presidential", "legislative"):
        election("2027-04-11", "scheduled", kind)

    assert [row["kind"] for row in elections.section(facts())["upcoming"]] == ["legislative", "presidential"]


class TestAt:
    """Test elections on a past day. Elections that were held after the day are upcoming."""

    @pytest.mark.parametrize(
        ("day", "upcoming", "recent"),
        [
            (date(2017, 5, 7), ["2022-04-24"], ["2017-05-07"]),
            (date(2022, 4, 23), ["2022-04-24"], ["2017-05-07"]),
            (date(2022, 4, 24), [], ["2022-04-24", "2017-05-07"]),
        ],
    )
    def test_day_decides_between_upcoming_and_recent(self, facts, election, day, upcoming, recent):
        election("2017-05-07")
        election("2022-04-24")

        section = elections.section(facts(day))

        assert (dates(section["upcoming"]), dates(section["recent"])) == (upcoming, recent)

    @pytest.mark.parametrize(
        ("day", "precisions"),
        [(date(1958, 3, 1), ["coarse"]), (date(1958, 12, 31), [None]), (date(1960, 1, 1), [None])],
    )
    def test_election_with_a_coarse_date_says_so(self, facts, election, day, precisions):
        election("1958")

        assert [row.get("dates") for row in elections.section(facts(day))["recent"]] == precisions
