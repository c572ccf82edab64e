"""Test the parties in the snapshot of a country on a day."""

from datetime import date

import pytest

from snapshots.countries import parties
from tests.factories import (
    CompositionFactory,
    ElectionFactory,
    IdeologyFactory,
    InstitutionFactory,
    PartyFactory,
    RelationshipFactory,
    SeatShareFactory,
)


@pytest.fixture
def party(france):
    """Return a function that creates a party which operates in the country, and returns it."""

    def founded(name, start="", end="", **values):
        entity = PartyFactory(name=name, **values.pop("facts", {}))
        RelationshipFactory(subject=entity, object=france, start_date=start, end_date=end, **values)
        return entity

    return founded


@pytest.fixture
def seated(france):
    """Return the function ``seated(shares)``. It creates a chamber with a composition. ``shares`` has a tuple (party,
    seats, percentage of votes) for each party."""

    def seat(shares, kind="lower chamber"):
        chamber = InstitutionFactory(name=kind, details__institution_type=kind)
        composition = CompositionFactory(institution=chamber, total=sum(seats for _, seats, _ in shares))
        for entity, seats, vote_share in shares:
            SeatShareFactory(composition=composition, party=entity, seats=seats, vote_share=vote_share)

    return seat


def names(rows):
    return [row["party"]["name"] for row in rows]


def test_row_has_ideology_founding_year_seats_and_votes(facts, party, seated):
    greens = party("Les Écologistes", "2010")
    RelationshipFactory(subject=greens, object=IdeologyFactory(name="Green politics"), position=1)
    RelationshipFactory(subject=greens, object=IdeologyFactory(name="Liberalism"), position=2)
    seated([(greens, 28, 4.52)])

    (row,) = parties.section(facts())

    assert row | {"party": row["party"]["name"]} == {
        "party": "Les Écologistes",
        "ideology": "Green politics",
        "founded_year": 2010,
        "seats": 28,
        "vote_share": 4.52,
        "status": "current",
        "verified_at": "2026-01-22",
    }


def test_row_has_null_for_unknown_members(facts, party):
    party("Parti neuf", facts={"details": None})

    (row,) = parties.section(facts())

    assert {row[name] for name in ("ideology", "founded_year", "seats", "vote_share")} == {None}


def test_section_is_sorted_by_seats_then_by_name(facts, party, seated):
    unseated, small, large, first = (party(name) for name in ("Zenith", "Small", "Large", "Alpha"))
    seated([(small, 10, None), (large, 90, None)])

    assert names(parties.section(facts())) == [large.name, small.name, first.name, unseated.name]


def test_row_has_votes_of_a_party_without_seats(facts, party, seated):
    left, right = party("Gauche"), party("Droite")
    seated([(left, 0, 1.5), (right, 100, 98.5)])

    assert [(row["seats"], row["vote_share"]) for row in parties.section(facts())] == [(100, 98.5), (0, 1.5)]


def test_seats_are_those_of_the_lower_chamber(facts, party, seated):
    entity = party("Renaissance")
    seated([(entity, 20, None)], "upper chamber")
    seated([(entity, 90, None)], "lower chamber")

    assert [row["seats"] for row in parties.section(facts())] == [90]


def test_seats_are_those_of_the_only_chamber(facts, party, seated):
    seated([(party("Renaissance"), 90, None)], "legislature")

    assert [row["seats"] for row in parties.section(facts())] == [90]


def test_section_has_parties_with_seats_that_operate_nowhere(facts, seated):
    seated([(PartyFactory(name="Renaissance"), 90, None)])

    assert [(row["party"]["name"], row["status"]) for row in parties.section(facts())] == [("Renaissance", "current")]


def test_section_leaves_out_parties_that_ended_without_seats(facts, party, seated):
    seated([(party("With seats", "1990", "2020"), 1, 1.2), (party("Without seats", "1990", "2020"), 0, 1.1)])

    assert names(parties.section(facts())) == ["With seats"]


def test_section_has_at_most_a_hundred_parties(facts, party, seated):
    for number in range(101):
        party(f"Parti {number:03d}")
    seated([(party("Zenith"), 90, None)])

    rows = parties.section(facts())

    assert len(rows) == 100
    assert names(rows)[:2] == ["Zenith", "Parti 000"]


def give_former_seat(entity, day, later="2025-09-28"):
    """Give the party a seat in a chamber from ``day`` until the day ``later``. From then on, the chamber has a new
    composition without the party."""
    chamber = InstitutionFactory(name=f"Senate of {entity}", details__institution_type="upper chamber")
    composition = CompositionFactory(institution=chamber, start_date=day, total=1)
    SeatShareFactory(composition=composition, party=entity)
    CompositionFactory(institution=chamber, start_date=later)


@pytest.mark.parametrize(("day", "is_shown"), [("2014-07-08", True), ("2014-07-01", False), ("1958-11-23", False)])
def test_section_leaves_out_obsolete_parties(facts, party, seated, day, is_shown):
    seated([(party("Renaissance"), 90, None)])
    give_former_seat(party("Old Guard", "1900"), day)
    give_former_seat(party("New Guard", "1900"), "2024-07-07")

    assert ("Old Guard" in names(parties.section(facts()))) is is_shown


def test_seats_of_a_draft_make_no_party_obsolete(facts, party):
    give_former_seat(party("Old Guard", "1900"), "2005-06-12")
    give_former_seat(PartyFactory(name="Draft", status="draft"), "2024-07-07")

    assert names(parties.section(facts())) == ["Old Guard"]


def test_section_of_a_past_day_has_the_parties_of_that_time(facts, party):
    ElectionFactory(details__date="1950-01-01")
    give_former_seat(party("Old Guard", "1900"), "1958-11-23", later="1959")
    give_former_seat(party("New Guard", "1900"), "2024-07-07")
    give_former_seat(party("Older Guard", "1900"), "1946-06-02", later="1951")

    assert names(parties.section(facts(date(1960, 1, 1)))) == ["New Guard", "Old Guard"]


def test_section_of_a_past_day_has_no_later_year_of_foundation(facts, party, seated):
    ElectionFactory(details__date="2017-06-18")
    later = {"details__founded_year": 2024}
    party("Reconquête", "2015", facts=later)
    seated([(party("Renaissance", "2015", facts=later), 10, 5)])

    rows = parties.section(facts(date(2022, 6, 30)))

    assert [(row["party"]["name"], row["founded_year"]) for row in rows] == [("Renaissance", None)]


def test_row_has_the_status_of_the_composition(facts, party):
    chamber = InstitutionFactory(name="lower chamber", details__institution_type="lower chamber")
    ElectionFactory(details__date="2017-06-18")
    composition = CompositionFactory(institution=chamber, start_date="2022-06", total=90)
    SeatShareFactory(composition=composition, party=party("Renaissance", "2016"))

    (row,) = parties.section(facts(date(2022, 6, 10)))

    assert (row["status"], row["dates"]) == ("unknown", "coarse")


class TestWhichAreThere:
    @pytest.mark.parametrize(
        ("start", "end", "verified", "is_shown"),
        [
            ("1972", "", date(2026, 1, 22), True),
            ("1972", "2015", date(2026, 1, 22), False),
            ("2027", "", date(2026, 1, 22), False),
            ("1972", "", date(2023, 1, 1), False),
            ("", "", date(2026, 1, 22), True),
            ("", "", date(2015, 11, 30), False),
        ],
    )
    def test_section_of_today_has_existing_parties(self, facts, party, start, end, verified, is_shown):
        party("Parti", start, end, verified_at=verified)

        assert names(parties.section(facts())) == (["Parti"] if is_shown else [])

    @pytest.mark.parametrize(
        ("start", "end", "statuses"),
        [
            ("1972", "2015", ["current"]),
            ("2007", "", ["unknown"]),
            ("2007-04", "", ["current"]),
            ("1972", "2007", ["unknown"]),
            ("2008", "", []),
            ("", "", ["unknown"]),
        ],
    )
    def test_section_of_a_past_day_has_parties_with_their_status(self, facts, party, start, end, statuses):
        ElectionFactory(details__date="2002-04-21")
        party("Parti", start, end)

        section = parties.section(facts(date(2007, 5, 1)))
        assert [row["status"] for row in section] == statuses
        assert ["dates" in row for row in section] == [status == "unknown" and bool(start) for status in statuses]
