"""Test what happens if two people record versions of the same race at the same time. The second one sees what the first
has recorded, and nothing is lost."""

import pytest

from graph.actions.results import record
from graph.actions.results.records import TallyRecord
from tests.graph.actions.results.conftest import counted
from tests.graph.admin.results.forms import (
    CALL,
    CERTIFICATION,
    CORRECTION,
    COUNT,
    OK,
    RETRACTION,
    errors,
    page,
    votes_of,
)
from tests.reading import text

pytestmark = pytest.mark.django_db


class TestConflict:
    def test_stale_form_shows_both_sides_and_records_nothing(self, race, as_editor, type_votes, publisher):
        record(race, counted(10, 6, 2))
        stale = type_votes(30, 20, 10) | COUNT
        record(race, counted(25, 16, 8, note="From the hall."), by=publisher)

        response = as_editor.post(page(race), stale)

        shown = text(response)
        assert "Somebody else has recorded a version in the meantime." in shown
        assert "From the hall." in shown
        assert "publisher" in shown
        assert [row[1:] for row in response.context["typed"].conflict if row[0].startswith("Votes")] == [
            (10, 25, "30"),
            (6, 16, "20"),
            (2, 8, "10"),
        ]
        assert votes_of(race) == [25, 16, 8]

    def test_stale_form_is_recorded_the_second_time(self, race, as_editor, type_votes):
        stale = type_votes(30, 20, 10) | COUNT
        record(race, counted(25, 16, 8))
        shown = as_editor.post(page(race), stale).context["typed"]

        as_editor.post(page(race), COUNT | {name: shown[name].value() for name in stale if name in shown.fields})

        assert votes_of(race) == [30, 20, 10]
        assert race.versions.count() == 2

    @pytest.mark.parametrize("data", [CORRECTION, RETRACTION, CERTIFICATION, CALL])
    def test_other_stale_forms_conflict(self, data, race, operator, type_votes):
        winner = race.candidacies.order_by("pk")[0].pk
        stale = type_votes(100, 60, 20) | data | {"winners": winner}
        tallies = [TallyRecord(0, votes=99, elected=True), TallyRecord(1, votes=2), TallyRecord(2, votes=1)]
        record(race, counted(phase="final", is_called=True, kind="call", tallies=tallies, ballots=900))

        if data is CALL:
            stale["winners"] = race.candidacies.order_by("pk")[1].pk
        response = operator.post(page(race), stale)

        assert "Somebody else has recorded" in errors(response)
        assert race.versions.count() == 1

    @pytest.mark.parametrize("version", ["", "x", "-1", "9" * 40, "7"])
    def test_form_without_a_valid_version_is_rejected(self, version, race, final, as_editor, type_votes):
        response = as_editor.post(page(race), type_votes(101, 60, 20) | COUNT | {"phase": "final", "version": version})

        assert response.status_code == OK
        assert votes_of(race) == [100, 60, 20]
