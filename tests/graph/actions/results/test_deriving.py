"""Test the data that are computed from races: the phase of the election, its details and candidates, and the seats of
its chamber."""

from dataclasses import replace

import pytest

from graph.actions.results import record, recorded
from graph.actions.results.deriving import derive_election
from graph.actions.results.races import create_race
from graph.actions.results.records import TallyRecord
from graph.actions.results.totals import totals
from graph.models import Change, Composition, Coverage, ElectionDetails, Relationship
from tests.factories import (
    CoverageFactory,
    PartyFactory,
    PoliticianFactory,
    RaceFactory,
    RelationshipFactory,
    SourceFactory,
)
from tests.graph.actions.results.conftest import add_candidacies, counted, declare, declare_all

pytestmark = pytest.mark.django_db


def facts_of(coverage):
    return ElectionDetails.objects.values_list("winner", "turnout", "result_margin").get(pk=coverage.pk)


class TestPhase:
    @pytest.mark.parametrize(
        ("phases", "expected"),
        [
            ((), "scheduled"),
            (("scheduled",), "scheduled"),
            (("counting",), "counting"),
            (("final",), "counting"),
            (("counting", "final", "final"), "counting"),
            (("provisional", "final", "final"), "provisional"),
            (("final", "final", "final"), "final"),
        ],
    )
    def test_phase_follows_from_the_races(self, races, coverage, phases, expected):
        for race, phase in zip(races, phases, strict=False):
            record(race, counted(3, 2, 1, phase=phase))

        assert Coverage.objects.get(pk=coverage.pk).phase == expected

    def test_notional_races_do_not_count(self, races, coverage):
        RaceFactory(election=coverage.election, is_notional=True)
        declare_all(races)

        assert Coverage.objects.get(pk=coverage.pk).phase == "final"

    def test_journal_has_each_phase(self, races, coverage):
        declare_all(races)

        changes = Change.objects.filter(entity=coverage.election, fields__has_key="results").order_by("pk")
        assert [change.fields["results"] for change in changes] == [["scheduled", "counting"], ["counting", "final"]]


class TestElection:
    def test_facts_are_set_when_all_races_are_final(self, races, coverage):
        declare(races[0], 100, 90, 0)
        assert facts_of(coverage) == ("", None, None)

        declare_all(races)

        winner, turnout, margin = facts_of(coverage)
        assert (winner, float(turnout), float(margin)) == ("Conservative Party", 40.83, 20.41)

    def test_facts_follow_a_correction(self, races, coverage):
        declare_all(races)
        declare(races[1], 200, 100, 0, kind="correction", note="A recount.")

        assert facts_of(coverage)[0] == "Labour Party"

    def test_facts_are_emptied_if_a_race_is_no_longer_final(self, races, coverage):
        declare_all(races)
        record(races[1], counted(80, 100, 0, kind="correction", note="A recount begins."))

        assert facts_of(coverage) == ("", None, None)

    def test_parties_with_equal_seats_have_no_winner(self, races, coverage):
        declare(races[0], 100, 90, 0)
        declare(races[1], 80, 100, 0)
        declare(races[2], 1, 2, 30)

        assert facts_of(coverage)[0] == ""

    def test_unknown_electorate_leaves_the_turnout(self, races, coverage):
        ElectionDetails.objects.filter(pk=coverage.pk).update(turnout="67.31")
        for race in races:
            record(race, counted(100, 90, 0, phase="final"))

        assert float(facts_of(coverage)[1]) == 67.31

    def test_winner_of_a_presidential_election_is_a_person(self):
        coverage = CoverageFactory(election__details__kind="presidential", election__details__date="2020-11-03")
        biden, trump = (PoliticianFactory(name=name, country_code="us") for name in ("Joe Biden", "Donald Trump"))
        for seats in (55, 38):
            race = RaceFactory(election=coverage.election, seats=seats, method="electoral-college")
            add_candidacies(race, "Democratic", "Republican", people=[biden, trump])
            votes = (300, 200) if seats == 55 else (10, 20)
            record(race, counted(*votes, phase="final", source=SourceFactory().slug))

        assert facts_of(coverage)[0] == "Joe Biden"
        roles = Relationship.objects.filter(object=coverage.election).values_list("subject__name", "role")
        assert set(roles) == {("Joe Biden", "winner"), ("Donald Trump", "")}

    def test_facts_of_a_presidential_election_are_those_of_its_second_round(self):
        coverage = CoverageFactory(election__details__kind="presidential", election__details__date="2022-04-24")
        people = [PoliticianFactory(name=name, country_code="fr") for name in ("Marine Le Pen", "Emmanuel Macron")]
        race = RaceFactory(election=coverage.election, method="two-round")
        add_candidacies(race, "RN", "LREM", "LFI", people=[*people, None])
        tallies = [*counted(350, 330, 320).tallies, TallyRecord(0, 1, votes=500), TallyRecord(1, 1, votes=700)]
        values = {"electorate": 2000, "valid": 1200, "source": SourceFactory().slug}
        record(race, counted(tallies=tallies, phase="final", **values))

        winner, turnout, margin = facts_of(coverage)
        assert (winner, float(turnout), float(margin)) == ("Emmanuel Macron", 60.0, 16.67)

    def test_candidate_with_the_name_of_the_winner_is_no_winner(self):
        coverage = CoverageFactory(election__details__kind="presidential", election__details__date="2020-11-03")
        people = PoliticianFactory.create_batch(2, name="Joe Biden", country_code="us")
        race = RaceFactory(election=coverage.election)
        add_candidacies(race, "Democratic", "Republican", people=people)
        record(race, counted(300, 200, phase="final", source=SourceFactory().slug))

        roles = dict(Relationship.objects.filter(object=coverage.election).values_list("subject", "role"))
        assert roles == {people[0].pk: "winner", people[1].pk: ""}

    def test_winner_of_a_national_list_election_has_most_seats(self):
        coverage = CoverageFactory(level="national")
        race = RaceFactory(election=coverage.election, seats=100, method="list", area_level="national")
        add_candidacies(race, "More votes", "More seats")
        record(
            race, counted(tallies=[TallyRecord(0, votes=9, seats=49), TallyRecord(1, votes=8, seats=51)], phase="final")
        )

        assert facts_of(coverage)[0] == "More seats"

    def test_two_party_count_gives_the_margin_and_no_winner_without_a_majority(self, races, coverage):
        for race, votes in zip(races, [(100, 90, 0), (80, 100, 0), (1, 2, 9)], strict=True):
            declare(race, *votes, two_party=[["labour", 55], ["coalition", 45]])

        winner, _, margin = facts_of(coverage)
        assert (winner, float(margin)) == ("", 10)

    def test_rehearsal_changes_nothing_in_the_graph(self):
        coverage = CoverageFactory(mode="test")
        race = RaceFactory(election=coverage.election)
        add_candidacies(race, "Labour", "Conservative", people=PoliticianFactory.create_batch(2))
        record(race, counted(3, 2, phase="final", source=SourceFactory().slug))

        assert Coverage.objects.get().phase == "final"
        assert facts_of(coverage) == ("", None, None)
        assert not Relationship.objects.exists()
        assert not Change.objects.exists()


class TestCandidates:
    def test_politicians_are_related_to_the_election(self, races, coverage):
        declare_all(races)

        rows = Relationship.objects.filter(object=coverage.election, type="politician_participated_in_election")
        assert sorted(rows.values_list("role", flat=True)) == ["", "", "", "winner", "winner", "winner"]
        row = rows.first()
        assert (row.start_date, row.end_date, row.source.slug) == ("2019-12-12", "2019-12-12", "a-source")
        assert Change.objects.filter(entity=row.subject, action="related").exists()

    def test_correction_moves_the_role_of_the_winner(self, races, coverage):
        declare_all(races)
        declare(races[0], 90, 100, 0, kind="correction", note="Two piles were exchanged.")

        winners = Relationship.objects.filter(object=coverage.election, role="winner")
        people = [race.candidacies.all()[1].person_id for race in races]
        assert sorted(winners.values_list("subject", flat=True)) == sorted(people)

    def test_nobody_is_winner_while_a_race_is_no_longer_final(self, races, coverage):
        declare_all(races)
        stood = {"object": coverage.election, "type": "politician_participated_in_election"}
        # An editor has added this winner, who has no candidacy in any of the races.
        other = RelationshipFactory(role="winner", **stood)
        record(races[1], counted(80, 100, 0, kind="correction", note="A recount begins."))

        rows = Relationship.objects.filter(object=coverage.election)
        assert rows.get(role="winner") == other
        rows = rows.exclude(pk=other.pk)
        assert set(rows.values_list("role", flat=True)) == {""}
        former_winner = races[1].candidacies.all()[1].person_id
        assert [change.action for change in Change.objects.filter(entity=former_winner)] == ["related", "updated"]

    def test_each_elected_candidate_of_a_race_is_a_winner(self, coverage, parties):
        people = PoliticianFactory.create_batch(3, country_code="gb")
        race = RaceFactory(election=coverage.election, seats=2, method="other")
        add_candidacies(race, *parties, people=people)
        tallies = [TallyRecord(number, votes=100 - number, elected=number < 2) for number in range(3)]
        record(race, counted(phase="final", tallies=tallies, source=SourceFactory().slug))

        roles = dict(Relationship.objects.filter(object=coverage.election).values_list("subject", "role"))
        assert roles == {people[0].pk: "winner", people[1].pk: "winner", people[2].pk: ""}

    def test_second_derivation_changes_nothing(self, races, coverage, chamber):
        declare_all(races)
        before = Change.objects.count()

        derive_election(Coverage.objects.get(pk=coverage.pk))

        assert Change.objects.count() == before


def test_added_race_reopens_the_results(races, coverage, chamber):
    declare_all(races)
    create_race(RaceFactory.build(election=coverage.election))

    assert Coverage.objects.get(pk=coverage.pk).phase == "counting"
    assert facts_of(coverage) == ("", None, None)
    assert not Composition.objects.exists()


def test_certification_derives_nothing_again(races, coverage, django_assert_max_num_queries):
    declare_all(races)
    races[0].refresh_from_db()
    certification = replace(recorded(races[0].current), phase="certified", kind="certification", received_at=None)

    with django_assert_max_num_queries(16):
        record(races[0], certification)


def test_parties_of_one_label_are_one_party_with_and_without_case(coverage):
    for label in ("Speaker", "SPEAKER"):
        race = RaceFactory(election=coverage.election)
        add_candidacies(race, label, PartyFactory())
        record(race, counted(3, 2, phase="final"))

    assert facts_of(coverage)[0] == "Speaker"


def test_elected_candidacies_without_seats_have_one_seat_each_in_the_totals_and_in_the_api(coverage, parties, client):
    race = RaceFactory(election=coverage.election, seats=2, method="other")
    add_candidacies(race, *parties)
    elected = [TallyRecord(number, votes=100 - number, elected=number < 2) for number in range(3)]
    record(race, counted(phase="final", tallies=elected))

    derived = {row.name: row.seats for row in totals(coverage).contenders}

    served = client.get(f"/api/results/{coverage.election.slug}").json()["parties"]
    assert derived == {row["name"]: row["seats"] for row in served}
    assert sorted(derived.values()) == [0, 1, 1]
