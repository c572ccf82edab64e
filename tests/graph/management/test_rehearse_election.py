"""Test the command rehearse_election, which replays the counting of an archived election as a test election."""

from io import StringIO

import pytest
from django.apps import apps
from django.core.management import CommandError, call_command
from django.db import models
from django.utils import timezone

from graph.actions import publish
from graph.actions.preconditions import ActionRejected
from graph.actions.results import rehearsals
from graph.actions.results.rehearsals.plan import Expected
from graph.interchange.dump import dump
from graph.models import Coverage, Entity, ResultVersion, Tally
from tests.results import election_of_2017, election_of_2019, three_parties

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("gb_2019")]
ARCHIVED, REHEARSAL = "gb-2019", "gb-2019-rehearsal"


def rehearse(slug=ARCHIVED, **options):
    output = StringIO()
    call_command("rehearse_election", slug, stdout=output, **{"minutes": 0} | options)
    return output.getvalue()


def tallies(slug):
    """Return (slug of the race, key of the candidacy, votes) for each tally in the newest versions of the election's
    races."""
    rows = Tally.objects.filter(version__race__election__slug=slug, version__race__current__pk=models.F("version"))
    return list(rows.values_list("version__race__slug", "candidacy__key", "votes").order_by("version__race", "pk"))


def rows_of_graph():
    """Map each model of the app graph to its number of rows."""
    return {
        model: model.objects.count() for model in apps.get_app_config("graph").get_models() if not model._meta.proxy
    }


@pytest.fixture
def gb_2019():
    parties = three_parties()
    return election_of_2019(parties, election_of_2017(parties))


@pytest.fixture
def archived(gb_2019):
    return rehearsals.find_archived(ARCHIVED)


class TestRehearsal:
    def test_ends_equal_to_the_archive(self):
        output = rehearse()

        assert "All results are equal to the archive." in output
        assert tallies(REHEARSAL) == tallies(ARCHIVED) != []

    def test_is_a_draft_with_the_comparison_of_the_archived_election(self, archived):
        rehearse()

        coverage = Coverage.objects.get(election__slug=REHEARSAL)
        assert (coverage.mode, coverage.election.status, coverage.phase) == ("test", "draft", "final")
        assert (coverage.previous, coverage.comparability) == (archived.previous, "comparable")
        assert coverage.sequence == ResultVersion.objects.filter(race__election=coverage.election).count()
        before = [archived.election.races.get(slug=race.slug) for race in coverage.election.races.all()]
        outcomes = [race.current.outcome for race in coverage.election.races.all()]
        assert outcomes == [race.current.outcome for race in before] == ["gain", "hold"]

    def test_second_rehearsal_has_a_number_in_its_slug(self):
        rehearse()

        assert "/api/results/gb-2019-rehearsal-2 gets" in rehearse()

    def test_with_faults_ends_equal_to_the_archive(self):
        output = rehearse(faults=True, seed=1)

        assert "rejected" in output
        assert "All results are equal to the archive." in output

    def test_rejects_an_election_without_archived_results(self):
        with pytest.raises(CommandError, match="No archived results are of an election 'nowhere'"):
            rehearse("nowhere")

    def test_waits_until_each_step_is_due(self, archived):
        steps = rehearsals.plan(rehearsals.archived_races(archived), 7)
        waits = []

        rehearsals.replay(rehearsals.create_rehearsal(archived), steps, minutes=20, wait=waits.append)

        # The test replaces the waiting, so each wait is as long as the time from the start to its step.
        assert waits == pytest.approx([20 * 60 * step.at for step in steps], abs=30)

    def test_unexpected_response_is_an_error(self, archived):
        steps = rehearsals.plan(rehearsals.archived_races(archived), 7)
        steps[0] = steps[0]._replace(expected=Expected.REJECTED)

        with pytest.raises(rehearsals.WrongResponse, match="is recorded, but rejected is expected"):
            rehearsals.replay(rehearsals.create_rehearsal(archived), steps)

    def test_differences_names_races_with_other_counts(self, archived):
        steps = rehearsals.plan(rehearsals.archived_races(archived), 7)
        rehearsal = rehearsals.create_rehearsal(archived)
        rehearsals.replay(rehearsal, [step for step in steps if step.race == "north"])

        assert rehearsals.differences(archived, rehearsal) == ["south"]

    def test_changes_nothing_else_and_can_be_deleted(self):
        before = rows_of_graph()
        rehearse()

        changed = {model.__name__ for model, number in rows_of_graph().items() if number != before[model]}
        rows = {"Entity", "ElectionDetails", "Coverage", "Race", "Candidacy", "ResultVersion", "Tally"}
        assert changed == rows
        rehearse(REHEARSAL, delete=True)
        assert rows_of_graph() == before

    def test_delete_rejects_an_archived_election(self):
        with pytest.raises(CommandError, match="No rehearsal has the slug 'gb-2019'"):
            rehearse(ARCHIVED, delete=True)
        assert Coverage.objects.filter(election__slug=ARCHIVED).exists()

    def test_can_not_be_published(self):
        rehearse()

        with pytest.raises(ActionRejected, match="rehearsal"):
            publish(entity=Entity.objects.get(slug=REHEARSAL))

    def test_is_left_out_of_dumps(self, tmp_path):
        before = dump(tmp_path)
        rehearse()

        assert dump(tmp_path) == before


class TestApi:
    def test_results_are_shown_at_their_own_address_only(self, client):
        rehearse()

        document = client.get(f"/api/results/{REHEARSAL}").json()
        assert (document["mode"], document["phase"]) == ("test", "final")
        listed = client.get("/api/results").json()["results"]
        assert [row["election"]["slug"] for row in listed] == ["gb-2019", "gb-2017"]
        (row,) = client.get("/api/results?mode=test").json()["results"]
        assert row["results"] == f"/api/results/{REHEARSAL}"
        assert client.get(f"/api/entity/{REHEARSAL}").status_code == 404

    def test_as_of_gives_what_was_served(self, archived, client):
        steps = rehearsals.plan(rehearsals.archived_races(archived), 7)
        rehearsal, served = rehearsals.create_rehearsal(archived), []
        for step in steps:
            rehearsals.replay(rehearsal, [step])
            served.append((timezone.now(), client.get(f"/api/results/{REHEARSAL}")))

        for moment, response in served:
            past = client.get(f"/api/results/{REHEARSAL}", {"as_of": moment.isoformat().replace("+00:00", "Z")})
            assert (past.status_code, past["ETag"]) == (200, response["ETag"])
        assert len({response["ETag"] for _, response in served}) == len(steps)
