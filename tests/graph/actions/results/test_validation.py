"""Test the rules for result versions. Each rule rejects a version with a reason, and nothing is stored."""

from dataclasses import replace
from datetime import datetime

import pytest

from graph.actions.results import VersionRejected, record, recorded
from graph.actions.results.records import TallyRecord
from graph.models import ResultVersion
from tests.factories import CoverageFactory, RaceFactory, UserFactory
from tests.graph.actions.results.conftest import add_candidacies, at, counted

pytestmark = pytest.mark.django_db

ANY = (100, 60, 20)


def rejected(race, version, by=None):
    before = ResultVersion.objects.count()
    with pytest.raises(VersionRejected) as error:
        record(race, version, by=by)
    assert ResultVersion.objects.count() == before
    return error.value.reasons


@pytest.mark.parametrize(
    ("version", "reason"),
    [
        (counted(*ANY, phase="over"), "The phase is unknown: 'over'."),
        (counted(*ANY, kind="guess"), "The kind is unknown: 'guess'."),
        (counted(*ANY, note="x" * 1001), "The note is longer than 1000 characters, or has invisible characters."),
        (counted(*ANY, note="\0"), "The note is longer than 1000 characters, or has invisible characters."),
        (counted(-1, 60, 20), "The number 'votes of tally 0' is negative or too large: -1."),
        (counted(2**31, 60, 20), "The number 'votes of tally 0' is negative or too large: 2147483648."),
        (counted(*ANY, ballots=-1), "The number 'ballots' is negative or too large: -1."),
        (counted(tallies=[TallyRecord(0, share=100.1)]), "The share of tally 0 is not from 0 to 100."),
        (counted(tallies=[TallyRecord(0, share=float("nan"))]), "The share of tally 0 is not from 0 to 100."),
        (counted(tallies=[TallyRecord(0, round=-1)]), "The round of tally 0 is not from 0 to 999."),
        (counted(tallies=[TallyRecord(3, votes=1)]), "Tally 0 is of an unknown candidacy."),
        (counted(tallies=[TallyRecord(-1, votes=1)]), "Tally 0 is of an unknown candidacy."),
        (counted(tallies=[TallyRecord(0, unit=0)]), "Tally 0 is of an unknown reporting unit."),
        (counted(tallies=[TallyRecord(0), TallyRecord(0)]), "A candidacy has two tallies of one round: 0."),
        (counted(*ANY, two_party=[["labour", 3]]), "A two-party-preferred count has two pairs of party and votes."),
        (
            counted(*ANY, two_party=[["labour", 3], ["labour", 2]]),
            "A two-party-preferred count has two pairs of party and votes.",
        ),
        (
            counted(*ANY, two_party=[["a", 3], ["b", -1]]),
            "A two-party-preferred count has two pairs of party and votes.",
        ),
        (counted(*ANY, units_counted=3, units_total=2), "3 of 2 reporting units are counted."),
        (counted(*ANY, valid=180, rejected=1, ballots=180), "Valid and rejected votes are more than the votes cast."),
        (counted(*ANY, valid=179), "The candidacies have 180 votes, but 179 votes are valid."),
        (counted(tallies=[TallyRecord(0, seats=2)]), "The lists have more than 1 seats."),
        (
            counted(tallies=[TallyRecord(0, elected=True), TallyRecord(1, elected=True)]),
            "More than 1 candidacies are elected.",
        ),
        (counted(*ANY, kind="correction"), "A correction needs a note with the reason."),
        (counted(*ANY, kind="retraction"), "A retraction needs a note with the reason."),
        (counted(*ANY, kind="call"), "A call says who won."),
        (counted(*ANY, kind="certification"), "A certification has the phase certified."),
        (counted(*ANY, phase="certified"), "The phase certified needs a certification."),
        (
            counted(*ANY, phase="final", units_counted=1, units_total=2),
            "It is not final: 1 of 2 reporting units are counted.",
        ),
        (counted(5, 5, 1, is_called=True), "It is called, but nobody leads."),
    ],
)
def test_version_is_rejected_with_its_reason(race, version, reason):
    assert rejected(race, version) == [reason]


def test_all_reasons_are_given(race):
    assert len(rejected(race, counted(-1, -2, 20, phase="over"))) == 3


def test_votes_of_lists_may_be_more_than_the_voters():
    race = RaceFactory(method="list", seats=60, election=CoverageFactory().election)
    add_candidacies(race, "A", "B")

    assert record(race, counted(900, 800, valid=500)).margin_votes == 100


def test_race_with_an_unknown_number_of_seats_has_any_number_of_winners():
    race = RaceFactory(method="other", seats=None, election=CoverageFactory().election)
    add_candidacies(race, "A", "B")
    tallies = [TallyRecord(0, seats=20, elected=True), TallyRecord(1, seats=5, elected=True)]

    assert record(race, counted(tallies=tallies)).leader.label == "A"


class TestAfterACount:
    @pytest.mark.parametrize(
        ("version", "reason"),
        [
            (
                counted(101, 60, 20, valid_from=at(0)),
                "Another count of the same time (2019-12-12 22:00:00 UTC) is recorded.",
            ),
            (counted(99, 60, 20), "The votes fall from 180 to 179: this needs a correction."),
            (
                counted(101, 60, 20, phase="scheduled"),
                "Going back from counting to scheduled needs a correction or retraction.",
            ),
            (counted(101, 60, 20, received_at=at(0)), "It was received before the recorded version."),
        ],
    )
    def test_contradicting_count_is_rejected(self, race, first_count, version, reason):
        assert rejected(race, version) == [reason]

    def test_correction_with_a_reason_is_accepted(self, race, first_count):
        correction = counted(90, 60, 20, kind="correction", note="One box was counted twice.", phase="scheduled")

        assert record(race, correction).phase == "scheduled"


def amended(race, **values):
    race.refresh_from_db()
    return replace(recorded(race.current), received_at=None, valid_from=None, **values)


class TestLifeCycle:
    def test_call_is_retracted_with_a_reason_only(self, race, first_count):
        record(race, amended(race, kind="call", is_called=True))

        assert rejected(race, amended(race, kind="count", is_called=False)) == [
            "Somebody was called as winner: this needs a retraction."
        ]
        retraction = amended(race, kind="retraction", is_called=False, note="It is too close.")
        assert record(race, retraction).kind == "retraction"

    def test_final_result_goes_back_with_a_correction_only(self, race, first_count):
        record(race, amended(race, phase="final"))

        assert rejected(race, amended(race, phase="counting")) == [
            "Going back from final to counting needs a correction or retraction."
        ]
        assert record(race, amended(race, phase="counting", kind="correction", note="A recount.")).phase == "counting"

    def test_certified_result_changes_with_a_correction_only(self, race, first_count):
        record(race, amended(race, phase="certified", kind="certification"))

        later = amended(race, kind="count", ballots=200)
        assert rejected(race, later) == ["The result is certified: a change needs a correction."]
        assert record(race, replace(later, kind="correction", note="A typo.")).ballots == 200

    def test_second_person_certifies(self, race, first_count):
        editor, second = UserFactory.create_batch(2)
        record(race, amended(race, phase="final"), by=editor)
        certification = amended(race, phase="certified", kind="certification")

        assert rejected(race, certification, by=editor) == ["A second person certifies a result."]
        assert record(race, certification, by=second).phase == "certified"

    @pytest.mark.parametrize("kind", ["certification", "correction"])
    def test_nobody_certifies_numbers_that_are_not_recorded(self, race, first_count, kind):
        editor, second, third = UserFactory.create_batch(3)
        record(race, amended(race, phase="final"), by=editor)
        certification = amended(race, phase="certified", kind="certification")
        other = replace(certification, kind=kind, note="A typo.", tallies=counted(101, 60, 20).tallies)
        if kind == "correction":
            record(race, certification, by=second)

        assert rejected(race, other, by=third) == ["A second person certifies a result."]
        # A version from a source has no user, so the rule that a second person certifies does not apply.
        assert record(race, other).phase == "certified"

    def test_nobody_certifies_alone_without_a_count_or_after_a_call_with_other_numbers(self, race):
        editor, second = UserFactory.create_batch(2)
        certification = counted(*ANY, phase="certified", kind="certification")
        assert rejected(race, certification, by=second) == ["A second person certifies a result."]

        record(race, counted(90, 60, 20, phase="final"), by=editor)
        record(race, counted(*ANY, phase="final", kind="call", is_called=True), by=second)

        certification = replace(certification, is_called=True)
        assert rejected(race, certification, by=second) == ["A second person certifies a result."]
        assert record(race, certification, by=editor).phase == "certified"


def test_second_round_is_counted_after_the_first_is_provisional(coverage):
    race = RaceFactory(election=coverage.election, method="two-round")
    add_candidacies(race, "Left", "Right")
    first = [TallyRecord(0, votes=50), TallyRecord(1, votes=50)]
    record(race, counted(tallies=first, phase="provisional"))

    assert rejected(race, counted(51, 50)) == [
        "Going back from provisional to counting needs a correction or retraction."
    ]
    second = [*first, TallyRecord(0, votes=1, round=1), TallyRecord(1, votes=2, round=1)]
    assert record(race, counted(tallies=second)).leader.label == "Right"


@pytest.mark.parametrize("stored", [False, True], ids=["new count", "unchanged count"])
@pytest.mark.parametrize(
    "time", ["2999-01-01T00:00:00+00:00", "0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00"]
)
def test_impossible_time_of_the_source_is_rejected_and_makes_no_later_count_late(race, time, stored):
    if stored:
        record(race, counted(*ANY, valid_from=at(0)))

    reasons = rejected(race, counted(*ANY, valid_from=datetime.fromisoformat(time)))

    assert reasons == [
        f"The time of the count is in the future or before the year 1000: {time.replace('Z', '+00:00')}."
    ]
    assert record(race, counted(101, 60, 20, valid_from=at(1))) is not None


@pytest.mark.parametrize(
    ("tallies", "is_final"),
    [
        ([TallyRecord(0, votes=51), TallyRecord(1, votes=49)], True),
        ([TallyRecord(0, votes=50), TallyRecord(1, votes=50)], False),
        ([TallyRecord(0, votes=50, elected=True), TallyRecord(1, votes=50)], True),
        ([TallyRecord(0, share=50.1)], True),
        ([TallyRecord(0, votes=45, round=1), TallyRecord(1, votes=40, round=1)], True),
    ],
)
def test_race_in_two_rounds_is_final_after_a_majority_or_the_second_round(coverage, tallies, is_final):
    race = RaceFactory(election=coverage.election, method="two-round")
    add_candidacies(race, "Left", "Right")

    if is_final:
        assert record(race, counted(tallies=tallies, phase="final")).phase == "final"
    else:
        reason = "It is not final: nobody has a majority, and there is no second round."
        assert rejected(race, counted(tallies=tallies, phase="final")) == [reason]
        assert record(race, counted(tallies=tallies, phase="provisional")).phase == "provisional"
