"""Test that the seats of a chamber are computed from the races of its election."""

import pytest

from graph.actions.results import record
from graph.actions.results.deriving import derive_election
from graph.models import Change, Composition, Race, SeatShare
from tests.factories import CompositionFactory
from tests.graph.actions.results.conftest import counted, declare, declare_all

pytestmark = pytest.mark.django_db


def test_seats_follow_from_the_races(races, coverage, chamber, parties):
    declare_all(races)

    composition = Composition.objects.get(institution=chamber, election=coverage.election)
    shares = composition.shares.values_list("party", "name", "seats", "vote_share")
    assert [(party, name, seats, float(share)) for party, name, seats, share in shares] == [
        (parties[1].pk, "Conservative Party", 2, 59.18),
        (parties[0].pk, "Labour Party", 1, 38.78),
        (None, "Others", 0, 2.04),
    ]
    assert (composition.total, composition.start_date) == (3, "2019-12-12")


def test_seats_follow_a_correction(races, chamber, parties):
    declare_all(races)
    declare(races[1], 200, 100, 0, kind="correction", note="A recount.")

    assert Composition.objects.get().shares.get(party=parties[0]).seats == 2


def test_seats_are_removed_while_a_race_is_counted_again(races, coverage, chamber):
    declare_all(races)
    record(races[1], counted(80, 100, 0, kind="correction", note="A recount begins.", source="a-source"))

    assert not Composition.objects.exists()
    assert not SeatShare.objects.exists()
    assert Change.objects.filter(entity=chamber).latest("pk").fields["composition"]


def test_seats_from_another_source_stay(races, coverage, chamber):
    composition = CompositionFactory(institution=chamber, election=coverage.election)
    derive_election(coverage)

    assert Composition.objects.get() == composition


def test_part_of_a_chamber_has_no_composition(races, chamber):
    chamber.details.seats = 6
    chamber.details.save()

    declare_all(races)

    assert not Composition.objects.exists()


def test_unknown_number_of_seats_has_no_composition_and_leaves_the_winner(races, coverage, chamber):
    coverage.election.details.winner = "Labour Party"
    coverage.election.details.save()
    Race.objects.filter(pk=races[0].pk).update(seats=None)

    declare_all(races)

    assert not Composition.objects.exists()
    coverage.election.details.refresh_from_db()
    assert coverage.election.details.winner == "Labour Party"


def test_undecided_seat_has_no_composition(races, chamber):
    for race in races:
        declare(race, 100, 100, 0)

    assert not Composition.objects.exists()
