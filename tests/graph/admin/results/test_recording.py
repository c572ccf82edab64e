"""Test the forms on the page of a race. Editors record counts, corrections and calls, and publishers certify
results."""

import pytest

from graph.actions.results import record
from graph.actions.results.records import TallyRecord
from tests import factories
from tests.graph.actions.results.conftest import add_candidacies, counted
from tests.graph.admin.results.forms import (
    CALL,
    CERTIFICATION,
    CORRECTION,
    COUNT,
    RETRACTION,
    errors,
    page,
    votes_of,
)
from tests.reading import said, text

pytestmark = pytest.mark.django_db


class TestCount:
    def test_count_is_recorded(self, race, as_editor, editor, type_votes, guarded):
        source = factories.SourceFactory()
        numbers = {
            "units_counted": 2,
            "units_total": 3,
            "electorate": 900,
            "ballots": 190,
            "valid": 180,
            "rejected": 10,
        }

        with guarded():
            response = as_editor.post(
                page(race),
                type_votes(100, 60, 20) | COUNT | numbers | {"source": source.pk, "reason": "By phone."},
                follow=True,
            )

        assert votes_of(race) == [100, 60, 20]
        version = race.current
        assert {name: getattr(version, name) for name in numbers} == numbers
        assert (version.by, version.source, version.note, version.kind) == (editor, source, "By phone.", "count")
        assert said(response) == ["Version 1 was recorded."]
        assert "By phone." in text(response)

    def test_two_party_count_is_recorded_and_shown_again(self, type_votes, as_editor):
        race = factories.RaceFactory(method="instant-runoff")
        add_candidacies(race, "Labor", "Liberal")
        labor, coalition = (factories.PartyFactory(name=name) for name in ("Labor Party", "Coalition"))
        cells = {f"votes_{row.pk}": 10 for row in race.candidacies.all()} | {"version": 0}
        typed = {"first_party": labor.pk, "first_party_votes": 12, "second_party": coalition.pk}

        rejected = as_editor.post(page(race), cells | COUNT | typed)
        as_editor.post(page(race), cells | COUNT | typed | {"second_party_votes": 8})

        race.refresh_from_db()
        assert "each with its votes" in errors(rejected)
        assert race.current.two_party == [[labor.slug, 12], [coalition.slug, 8]]
        shown = as_editor.get(page(race)).content.decode()
        assert f'<option value="{coalition.pk}" selected>Coalition' in shown
        assert 'name="second_party_votes" value="8"' in shown

    def test_race_of_one_round_has_no_two_party_count(self, race, as_editor):
        assert "second_party_votes" not in as_editor.get(page(race)).content.decode()

    def test_equal_count_is_not_recorded_again(self, race, final, as_editor, type_votes):
        response = as_editor.post(
            page(race), type_votes(100, 60, 20, phase="final", valid=180, kind="count"), follow=True
        )

        assert said(response) == ["Nothing differs from the newest version."]
        assert race.versions.count() == 1

    @pytest.mark.parametrize(
        ("votes", "typed", "reason"),
        [
            ((100, 60, 30), {"valid": 180}, "190 votes, but 180 votes are valid"),
            ((100, 60, 10), {}, "The votes fall from 180 to 170: this needs a correction."),
            ((100, 60, 21), {"units_counted": 5, "units_total": 4}, "5 of 4 reporting units"),
            ((100, 60, 21), {"ballots": 5, "valid": 190}, "more than the votes cast"),
            ((100, 60, 21), {"phase": "counting"}, "Going back from final to counting"),
            ((100, 60, 21), {"votes_999": 5}, "a candidacy that is not in this race"),
        ],
    )
    def test_count_is_rejected_with_the_reason(self, votes, typed, reason, race, final, as_editor, type_votes):
        response = as_editor.post(page(race), type_votes(*votes) | {"kind": "count", "phase": "final"} | typed)

        assert reason in errors(response)
        assert votes_of(race) == [100, 60, 20]
        assert f'value="{votes[2]}"' in response.content.decode()

    @pytest.mark.parametrize("number", ["-1", "1.5", "x", "9" * 400, "NaN", "2147483648"])
    def test_count_rejects_text_that_is_not_a_number(self, number, race, as_editor, type_votes):
        response = as_editor.post(page(race), type_votes(number, 60, 20) | COUNT)

        assert response.context["typed"].errors
        assert not race.versions.exists()

    def test_count_after_a_call_keeps_the_winner(self, race, as_editor, type_votes):
        record(race, counted(10, 6, 2, kind="call", is_called=True, tallies=[TallyRecord(0, votes=10, elected=True)]))

        as_editor.post(page(race), type_votes(100, 60, 20) | COUNT)

        assert votes_of(race) == [100, 60, 20]
        assert race.current.is_called
        assert race.current.tallies.get(votes=100).is_elected

    def test_final_count_that_contradicts_the_call_is_rejected(self, race, as_editor, type_votes):
        record(race, counted(kind="call", is_called=True, tallies=[TallyRecord(0, votes=10, elected=True)]))

        response = as_editor.post(page(race), type_votes(100, 160, 20) | COUNT | {"phase": "final"})

        assert "retract the call first" in errors(response)

    def test_count_of_a_reporting_unit_updates_the_sum(self, race, as_editor, type_votes):
        units = [factories.ReportingUnitFactory(race=race, name=name) for name in ("North", "South")]
        record(race, counted(tallies=[TallyRecord(0, unit=0, votes=5), TallyRecord(0, unit=1, votes=7)]))

        as_editor.post(f"{page(race)}?unit={units[0].pk}", type_votes(50, 30, 0) | COUNT)

        assert votes_of(race) == [57, 30, 0]
        assert race.current.tallies.get(unit=units[1]).votes == 7

    def test_sum_of_reporting_units_replaces_a_share(self, race, as_editor, type_votes):
        unit = factories.ReportingUnitFactory(race=race)
        record(race, counted(tallies=[TallyRecord(0, share=40.0), TallyRecord(1, share=60.0)]))

        as_editor.post(f"{page(race)}?unit={unit.pk}", type_votes(50, 30, 0) | COUNT)

        race.refresh_from_db()
        totals = race.current.tallies.filter(unit=None)
        assert list(totals.values_list("votes", "share")) == [(50, None), (30, None), (0, None)]

    def test_count_of_a_later_round_leaves_the_first(self, as_editor, race, type_votes):
        record(race, counted(50, 40, 20))

        as_editor.post(f"{page(race)}?round=1", type_votes(55, 55) | COUNT)

        assert votes_of(race) == [50, 40, 20]
        assert list(race.current.tallies.filter(round=1).values_list("votes", flat=True)) == [55, 55]

    @pytest.mark.parametrize("query", ["unit=999", "unit=x", "round=-1", "round=1000"])
    def test_page_of_an_unknown_part_is_not_found(self, query, race, as_editor):
        assert as_editor.get(f"{page(race)}?{query}").status_code == 404

    @pytest.mark.parametrize("seats", [5, None])
    def test_count_of_a_list_has_seats(self, seats, as_editor):
        race = factories.RaceFactory(method="list", seats=seats)
        first, second = add_candidacies(race, "Labour", "Conservative")
        typed = {f"votes_{first.pk}": 30, f"votes_{second.pk}": 20, f"seats_{first.pk}": 3, f"seats_{second.pk}": 2}

        as_editor.post(page(race), {"version": 0} | COUNT | typed)

        race.refresh_from_db()
        assert list(race.current.tallies.order_by("candidacy").values_list("seats", flat=True)) == [3, 2]


class TestCorrection:
    def test_correction_may_go_back(self, race, final, as_editor, type_votes):
        as_editor.post(page(race), type_votes(90, 60, 20) | CORRECTION)

        assert votes_of(race) == [90, 60, 20]
        assert (race.current.phase, race.current.kind, race.current.note) == ("counting", "correction", "Typo.")

    def test_correction_requires_a_reason(self, race, final, as_editor, type_votes):
        response = as_editor.post(page(race), type_votes(90, 60, 20) | CORRECTION | {"reason": " "})

        assert "reason" in response.context["typed"].errors
        assert votes_of(race) == [100, 60, 20]


class TestCall:
    def test_call_marks_the_winner(self, race, as_editor, type_votes):
        record(race, counted(10, 6, 2))
        winner = race.candidacies.order_by("pk")[1]

        as_editor.post(page(race), type_votes() | CALL | {"winners": winner.pk})

        assert votes_of(race) == [10, 6, 2]
        assert (race.current.kind, race.current.is_called, race.current.leader) == ("call", True, winner)
        assert list(race.current.tallies.order_by("candidacy").values_list("is_elected", flat=True)) == [
            False,
            True,
            False,
        ]

    def test_call_before_the_first_count(self, race, as_editor, type_votes):
        winner = race.candidacies.order_by("pk")[0]

        as_editor.post(page(race), type_votes() | CALL | {"winners": winner.pk})

        assert votes_of(race) == [None]
        assert race.current.leader == winner

    @pytest.mark.parametrize("winners", [[], ["999"], ["x"]])
    def test_call_rejects_an_unknown_winner(self, winners, race, as_editor, type_votes):
        response = as_editor.post(page(race), type_votes() | CALL | {"winners": winners})

        assert "winners" in response.context["typed"].errors
        assert not race.versions.exists()

    def test_call_of_an_unknown_number_of_seats_leaves_the_others_undecided(self, as_editor):
        race = factories.RaceFactory(seats=None)
        rows = add_candidacies(race, "Labour", "Conservative", "Plaid Cymru")

        as_editor.post(page(race), {"version": 0} | CALL | {"winners": [row.pk for row in rows[:2]]})

        race.refresh_from_db()
        assert list(race.current.tallies.order_by("candidacy").values_list("is_elected", flat=True)) == [True, True]

    def test_call_of_several_seats_has_several_winners(self, as_editor):
        race = factories.RaceFactory(seats=2)
        rows = add_candidacies(race, "Labour", "Conservative", "Plaid Cymru")
        data = {"version": 0} | CALL

        response = as_editor.post(page(race), data | {"winners": [row.pk for row in rows]})
        assert "More than 2 candidacies are elected." in errors(response)

        as_editor.post(page(race), data | {"winners": [row.pk for row in rows[:2]]})
        race.refresh_from_db()
        assert race.current.tallies.filter(is_elected=True).count() == 2

    def test_retraction_removes_the_call(self, race, as_editor, type_votes):
        record(race, counted(kind="call", is_called=True, tallies=[TallyRecord(0, votes=10, elected=True)]))

        as_editor.post(page(race), type_votes() | RETRACTION)

        assert votes_of(race) == [10]
        assert (race.current.kind, race.current.is_called, race.current.note) == ("retraction", False, "Too early.")
        assert race.current.tallies.get().is_elected is None

    def test_retraction_of_a_final_call_makes_it_provisional(self, race, as_editor, type_votes):
        tallies = [TallyRecord(0, votes=10, elected=True)]
        record(race, counted(kind="call", phase="final", is_called=True, tallies=tallies))

        as_editor.post(page(race), type_votes() | RETRACTION)

        race.refresh_from_db()
        assert race.current.phase == "provisional"

    def test_retraction_without_a_call_is_rejected(self, race, final, as_editor, type_votes):
        response = as_editor.post(page(race), type_votes() | RETRACTION)

        assert "Nobody was called" in errors(response)


class TestCertification:
    def test_certification_by_a_second_person(self, race, final, as_publisher, publisher, type_votes):
        as_publisher.post(page(race), type_votes() | CERTIFICATION)

        assert votes_of(race) == [100, 60, 20]
        assert (race.current.phase, race.current.kind, race.current.by) == ("certified", "certification", publisher)

    def test_certification_by_the_same_person_is_rejected(self, race, browser, type_votes, both):
        client = browser(both)
        client.post(page(race), type_votes(100, 60, 20) | COUNT | {"phase": "final"})

        response = client.post(page(race), type_votes() | CERTIFICATION)

        assert "A second person certifies a result." in errors(response)

    def test_certification_by_the_same_person_after_a_call_is_rejected(
        self, race, browser, type_votes, both, as_editor
    ):
        client = browser(both)
        client.post(page(race), type_votes(100, 60, 20) | COUNT | {"phase": "final"})
        as_editor.post(page(race), type_votes() | CALL | {"winners": race.candidacies.order_by("pk")[0].pk})

        response = client.post(page(race), type_votes() | CERTIFICATION)

        assert race.versions.count() == 2
        assert "A second person certifies a result." in errors(response)

    def test_certification_of_an_open_count_is_rejected(self, race, as_publisher, type_votes):
        record(race, counted(10, 6, 2))

        response = as_publisher.post(page(race), type_votes() | CERTIFICATION)

        assert "Only a final count" in errors(response)

    def test_correction_of_a_certified_result_needs_another_certification(
        self, race, final, as_editor, as_publisher, type_votes
    ):
        as_publisher.post(page(race), type_votes() | CERTIFICATION)

        response = as_editor.post(page(race), type_votes(101, 60, 20) | CORRECTION | {"phase": "certified"})
        assert "phase" in response.context["typed"].errors

        as_editor.post(page(race), type_votes(101, 60, 20) | CORRECTION | {"phase": "final"})
        assert votes_of(race) == [101, 60, 20]
        assert race.current.phase == "final"
