"""Institutions, and how the chambers are composed."""

from datetime import date

import pytest

from graph.models import Entity
from snapshots.countries import institutions
from tests.factories import (
    CompositionFactory,
    ElectionFactory,
    InstitutionFactory,
    OfficeFactory,
    PartyFactory,
    RelationshipFactory,
    SeatShareFactory,
)


@pytest.fixture
def assembly(france):
    """The lower chamber, whose members are elected."""
    chamber = InstitutionFactory(name="National Assembly")
    RelationshipFactory(subject=chamber, object=france)
    seat = OfficeFactory(title="Member of the National Assembly")
    RelationshipFactory(subject=chamber, object=seat)
    chamber.seat = seat
    return chamber


@pytest.fixture
def composed(assembly):
    """Compose the chamber: from a day on, seats by the name of a party."""

    def compose(start, seats, **told):
        composition = CompositionFactory(institution=assembly, start_date=start, total=sum(seats.values()), **told)
        for name, number in seats.items():
            party = None if name in ("Others", "Independents", "Vacant") else PartyFactory(name=name)
            SeatShareFactory(composition=composition, party=party, name=name, seats=number)
        return composition

    return compose


def elected(assembly, day, kind="legislative", status="held"):
    election = ElectionFactory(details__date=day, details__kind=kind, details__status=status)
    RelationshipFactory(subject=assembly.seat, object=election, type="office_elected_in_election")
    return election


def seats(row):
    return {entry["name"]: entry["seats"] for entry in row["composition"]}


def test_the_legislature_comes_first_then_chambers_cabinet_and_courts(facts):
    for name, kind in (
        ("Court of Cassation", "highest court"),
        ("Senate", "upper chamber"),
        ("Council of Ministers", "cabinet"),
        ("National Assembly", "lower chamber"),
        ("Parliament", "legislature"),
    ):
        InstitutionFactory(name=name, details__institution_type=kind)
    InstitutionFactory(name="Academy", details=None)

    assert [row["institution"]["name"] for row in institutions.section(facts())] == [
        "Parliament",
        "National Assembly",
        "Senate",
        "Council of Ministers",
        "Court of Cassation",
        "Academy",
    ]


def test_a_chamber_is_told_with_its_seats_by_party_the_largest_first(facts, composed):
    composed("2024-07-07", {"Others": 300, "Rassemblement national": 120, "Independents": 20, "Les Républicains": 137})

    (row,) = institutions.section(facts())

    assert (row["institution_type"], row["seats"], row["composition_date"]) == ("lower chamber", 577, "2024-07-07")
    assert row["certainty"] == "certain"
    assert list(seats(row).items()) == [
        ("Les Républicains", 137),
        ("Rassemblement national", 120),
        ("Independents", 20),
        ("Others", 300),
    ]
    assert row["composition"][0]["party"]["type"] == "party"
    assert row["composition"][3]["party"] is None


def test_the_sum_of_the_composition_is_the_number_of_seats(facts, composed, assembly):
    composed("2024-07-07", {"Rassemblement national": 125, "Others": 450})

    (row,) = institutions.section(facts())

    assert row["seats"] == sum(seats(row).values()) == 575


def test_without_a_composition_the_seats_alone_are_told(facts, assembly):
    (row,) = institutions.section(facts())

    assert row["seats"] == 577
    assert row["composition"] == []
    assert row["composition_date"] is None
    assert "certainty" not in row


def test_a_party_is_called_as_it_was_then_and_told_as_it_is_now(facts, composed):
    composition = composed("2024-07-07", {"Union for a Popular Movement": 577})
    Entity.objects.filter(seat_shares__composition=composition).update(name="The Republicans")

    (share,) = institutions.section(facts())[0]["composition"]

    assert (share["name"], share["party"]["name"]) == ("Union for a Popular Movement", "The Republicans")


def test_what_is_left_of_the_seats_comes_last(facts, composed):
    composed("2024-07-07", {"Vacant": 300, "Others": 200, "Renaissance": 77})

    assert list(seats(institutions.section(facts())[0])) == ["Renaissance", "Vacant", "Others"]


def test_parties_without_a_seat_are_no_part_of_the_composition(facts, composed):
    composed("2024-07-07", {"Rassemblement national": 577, "Parti animaliste": 0})

    assert seats(institutions.section(facts())[0]) == {"Rassemblement national": 577}


@pytest.mark.parametrize("status", [Entity.Status.DRAFT, Entity.Status.WITHDRAWN])
def test_a_party_that_is_not_published_keeps_its_seats_but_is_not_linked(facts, composed, status):
    composition = composed("2024-07-07", {"Rassemblement national": 577})
    Entity.objects.filter(seat_shares__composition=composition).update(status=status)

    assert institutions.section(facts())[0]["composition"] == [
        {"party": None, "name": "Rassemblement national", "seats": 577}
    ]


class TestWhichCompositionHolds:
    def test_the_newest_of_the_day(self, facts, composed, assembly):
        elected(assembly, "2012-06-17")
        composed("2017-06-18", {"En Marche": 577})
        composed("2022-06-19", {"Renaissance": 577})

        def shown(day):
            return seats(institutions.section(facts(day))[0])

        assert shown(date(2017, 6, 17)) == {}
        assert shown(date(2017, 6, 18)) == {"En Marche": 577}
        assert shown(date(2022, 6, 18)) == {"En Marche": 577}
        assert shown(date(2022, 6, 19)) == {"Renaissance": 577}

    @pytest.mark.parametrize(
        ("day", "certainty"),
        [(date(2025, 6, 19), "certain"), (date(2027, 6, 19), "certain"), (date(2027, 7, 1), "possible")],
    )
    @pytest.mark.time_machine("2028-01-01", tick=False)
    def test_past_the_term_of_its_members_it_may_hold_still(self, facts, composed, assembly, day, certainty):
        elected(assembly, "2022-06-19")
        composed("2022-06-19", {"Renaissance": 577})

        assert institutions.section(facts(day))[0]["certainty"] == certainty

    def test_none_from_the_very_day_of_such_an_election_on(self, facts, composed, assembly):
        composed("2022-06-19", {"Renaissance": 577})
        elected(assembly, "2024-07-07")

        assert seats(institutions.section(facts(date(2024, 7, 7)))[0]) == {}

    def test_of_two_offices_in_a_chamber_the_newest_election_counts(self, facts, composed, assembly, france):
        speaker = OfficeFactory(title="Speaker")
        RelationshipFactory(subject=assembly, object=speaker)
        composed("2022-06-19", {"Renaissance": 577})
        elected(assembly, "2024-07-07")
        election = ElectionFactory(details__date="2020-01-01", details__kind="legislative")
        RelationshipFactory(subject=speaker, object=election, type="office_elected_in_election")

        assert seats(institutions.section(facts())[0]) == {}

    def test_none_after_an_election_whose_result_is_not_known(self, facts, composed, assembly):
        elected(assembly, "2022-06-19")
        composed("2022-06-19", {"Renaissance": 577})
        elected(assembly, "2024-07-07")

        assert seats(institutions.section(facts())[0]) == {}
        assert seats(institutions.section(facts(date(2024, 7, 6)))[0]) == {"Renaissance": 577}

    @pytest.mark.parametrize(("kind", "status"), [("by-election", "held"), ("legislative", "scheduled")])
    def test_a_by_election_or_one_not_known_to_be_held_changes_nothing(self, facts, composed, assembly, kind, status):
        composed("2022-06-19", {"Renaissance": 577})
        elected(assembly, "2024-07-07", kind, status)

        assert seats(institutions.section(facts())[0]) == {"Renaissance": 577}

    @pytest.mark.parametrize(("day", "certainty"), [(date(2022, 6, 10), "possible"), (date(2022, 6, 30), "certain")])
    def test_a_coarse_start_makes_it_possible(self, facts, composed, assembly, day, certainty):
        elected(assembly, "2017-06-18")
        composed("2022-06", {"Renaissance": 577})

        assert institutions.section(facts(day))[0]["certainty"] == certainty

    def test_one_without_a_start_counts_from_the_day_it_was_verified(self, facts, composed, assembly):
        elected(assembly, "2017-06-18")
        composed("", {"Renaissance": 577}, verified_at=date(2026, 1, 22))

        before, after = (institutions.section(facts(day))[0] for day in (date(2026, 1, 21), date(2026, 1, 22)))

        assert seats(before) == {}
        assert (seats(after), after["composition_date"]) == ({"Renaissance": 577}, date(2026, 1, 22))


@pytest.mark.parametrize(("day", "number"), [(date(2024, 1, 21), None), (date(2024, 1, 22), 577)])
def test_the_number_of_today_is_not_told_of_a_day_long_ago(facts, assembly, day, number):
    elected(assembly, "2017-06-18")

    assert institutions.section(facts(day))[0]["seats"] == number
