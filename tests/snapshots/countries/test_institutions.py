"""Test the institutions in the snapshot of a country, and the compositions of its chambers."""

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
    rewrite,
)


@pytest.fixture
def assembly(france):
    """Return a chamber of France. Its attribute ``seat`` is the office of its members."""
    chamber = InstitutionFactory(name="National Assembly")
    RelationshipFactory(subject=chamber, object=france)
    seat = OfficeFactory(title="Member of the National Assembly")
    RelationshipFactory(subject=chamber, object=seat)
    chamber.seat = seat
    return chamber


@pytest.fixture
def composed(assembly):
    """Return the function ``composed(start, seats)``. It creates a composition of the chamber from this day on, and
    returns it. ``seats`` maps names of parties to seats."""

    def compose(start, seats, **values):
        composition = CompositionFactory(institution=assembly, start_date=start, total=sum(seats.values()), **values)
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


def test_section_is_sorted_by_type(facts):
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


def test_composition_has_the_largest_party_first(facts, composed):
    composed("2024-07-07", {"Others": 300, "Rassemblement national": 120, "Independents": 20, "Les Républicains": 137})

    (row,) = institutions.section(facts())

    assert (row["institution_type"], row["seats"], row["composition_date"]) == ("lower chamber", 577, "2024-07-07")
    assert (row["status"], row["verified_at"]) == ("current", "2026-01-22")
    assert list(seats(row).items()) == [
        ("Les Républicains", 137),
        ("Rassemblement national", 120),
        ("Independents", 20),
        ("Others", 300),
    ]
    assert row["composition"][0]["party"]["type"] == "party"
    assert row["composition"][3]["party"] is None


def test_seats_are_the_total_of_the_composition(facts, composed, assembly):
    composed("2024-07-07", {"Rassemblement national": 125, "Others": 450})

    (row,) = institutions.section(facts())

    assert row["seats"] == sum(seats(row).values()) == 575


def test_seats_are_those_of_the_details_without_a_composition(facts, assembly):
    (row,) = institutions.section(facts())

    assert row["seats"] == 577
    assert row["composition"] == []
    assert row["composition_date"] is None
    assert (row["status"], row["verified_at"]) == ("current", "2026-01-22")
    assert "dates" not in row


def test_seats_are_unknown_if_no_source_confirmed_the_chamber(facts, assembly):
    rewrite(assembly.outgoing.get(type="institution_in_country"), verified_at=None)

    (row,) = institutions.section(facts())

    assert row["seats"] is None


def test_composition_has_the_party_name_of_its_time(facts, composed):
    composition = composed("2024-07-07", {"Union for a Popular Movement": 577})
    Entity.objects.filter(seat_shares__composition=composition).update(name="The Republicans")

    (share,) = institutions.section(facts())[0]["composition"]

    assert (share["name"], share["party"]["name"]) == ("Union for a Popular Movement", "The Republicans")


def test_composition_has_remaining_seats_last(facts, composed):
    composed("2024-07-07", {"Vacant": 300, "Others": 200, "Renaissance": 77})

    assert list(seats(institutions.section(facts())[0])) == ["Renaissance", "Vacant", "Others"]


def test_composition_leaves_out_parties_without_seats(facts, composed):
    composed("2024-07-07", {"Rassemblement national": 577, "Parti animaliste": 0})

    assert seats(institutions.section(facts())[0]) == {"Rassemblement national": 577}


@pytest.mark.parametrize("status", [Entity.Status.DRAFT, Entity.Status.WITHDRAWN])
def test_composition_has_null_for_a_party_that_is_not_published(facts, composed, status):
    composition = composed("2024-07-07", {"Rassemblement national": 577})
    Entity.objects.filter(seat_shares__composition=composition).update(status=status)

    assert institutions.section(facts())[0]["composition"] == [
        {"party": None, "name": "Rassemblement national", "seats": 577}
    ]


class TestWhichCompositionHolds:
    def test_composition_is_the_newest_of_the_day(self, facts, composed, assembly):
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
        ("day", "status"),
        [(date(2025, 6, 19), "current"), (date(2027, 6, 19), "current"), (date(2027, 7, 1), "unknown")],
    )
    @pytest.mark.time_machine("2028-01-01", tick=False)
    def test_composition_past_its_term_is_unknown(self, facts, composed, assembly, day, status):
        elected(assembly, "2022-06-19")
        composed("2022-06-19", {"Renaissance": 577})

        (row,) = institutions.section(facts(day))
        assert (row["status"], "dates" in row) == (status, False)

    def test_composition_is_unknown_from_the_day_of_an_election_without_result(self, facts, composed, assembly):
        composed("2022-06-19", {"Renaissance": 577})
        elected(assembly, "2024-07-07")

        assert seats(institutions.section(facts(date(2024, 7, 7)))[0]) == {}

    def test_newest_election_of_two_offices_counts(self, facts, composed, assembly, france):
        speaker = OfficeFactory(title="Speaker")
        RelationshipFactory(subject=assembly, object=speaker)
        composed("2022-06-19", {"Renaissance": 577})
        elected(assembly, "2024-07-07")
        election = ElectionFactory(details__date="2020-01-01", details__kind="legislative")
        RelationshipFactory(subject=speaker, object=election, type="office_elected_in_election")

        assert seats(institutions.section(facts())[0]) == {}

    def test_composition_is_unknown_after_an_election_without_result(self, facts, composed, assembly):
        elected(assembly, "2022-06-19")
        composed("2022-06-19", {"Renaissance": 577})
        elected(assembly, "2024-07-07")

        assert seats(institutions.section(facts())[0]) == {}
        assert seats(institutions.section(facts(date(2024, 7, 6)))[0]) == {"Renaissance": 577}

    @pytest.mark.parametrize(("kind", "status"), [("by-election", "held"), ("legislative", "scheduled")])
    def test_composition_holds_after_a_by_election_or_one_not_held(self, facts, composed, assembly, kind, status):
        composed("2022-06-19", {"Renaissance": 577})
        elected(assembly, "2024-07-07", kind, status)

        assert seats(institutions.section(facts())[0]) == {"Renaissance": 577}

    @pytest.mark.parametrize(("day", "status"), [(date(2022, 6, 10), "unknown"), (date(2022, 6, 30), "current")])
    def test_composition_with_a_coarse_start_is_unknown(self, facts, composed, assembly, day, status):
        elected(assembly, "2017-06-18")
        composed("2022-06", {"Renaissance": 577})

        (row,) = institutions.section(facts(day))
        assert (row["status"], row.get("dates")) == (status, None if status == "current" else "coarse")

    def test_composition_without_a_start_begins_when_it_was_verified(self, facts, composed, assembly):
        elected(assembly, "2017-06-18")
        composed("", {"Renaissance": 577}, verified_at=date(2026, 1, 22))

        before, after = (institutions.section(facts(day))[0] for day in (date(2026, 1, 21), date(2026, 1, 22)))

        assert seats(before) == {}
        assert (seats(after), after["composition_date"]) == ({"Renaissance": 577}, "2026-01-22")


@pytest.mark.parametrize(("day", "number"), [(date(2024, 1, 21), None), (date(2024, 1, 22), 577)])
def test_seats_are_null_for_a_day_long_ago(facts, assembly, day, number):
    elected(assembly, "2017-06-18")

    assert institutions.section(facts(day))[0]["seats"] == number


def test_an_institution_is_not_in_the_snapshot_after_its_end(france, assembly, facts):
    senate = InstitutionFactory(name="Senate")
    RelationshipFactory(subject=senate, object=france, end_date="2025-06-30")
    # A country is known from its first election on. For earlier days, a snapshot has no institutions.
    ElectionFactory(country_code="fr", details__date="2017-06-18")

    named = [
        [row["institution"]["name"] for row in institutions.section(facts(day))]
        for day in (date(2025, 6, 30), date(2025, 7, 1))
    ]

    assert named == [["National Assembly", "Senate"], ["National Assembly"]]
