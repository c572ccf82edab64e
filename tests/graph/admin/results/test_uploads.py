"""Test how editors upload files of results, see a preview, and record the results."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from graph.admin import uploads
from graph.models import ResultVersion, Upload
from tests import factories
from tests.graph.actions.results.conftest import add_candidacies
from tests.graph.admin.conftest import create_staff
from tests.graph.admin.results.forms import FORBIDDEN, OK, votes_of
from tests.graph.admin.test_hostile_text import HOSTILE, is_safe
from tests.reading import said

pytestmark = pytest.mark.django_db
HEAD = "race,candidacy,votes,phase,kind\n"
GOOD = "aberavon,Labour,100,counting,\naberavon,Conservative,60,counting,\naberavon,Plaid Cymru,20,counting,\n"
BAD = "neath,Labour,-5,counting,\n"
CERTIFIED = GOOD.replace("counting,", "certified,certification")


@pytest.fixture
def race():
    race = factories.RaceFactory(name="Aberavon", slug="aberavon")
    add_candidacies(race, "Labour", "Conservative", "Plaid Cymru")
    neath = factories.RaceFactory(election=race.election, name="Neath", slug="neath")
    add_candidacies(neath, "Labour")
    return race


@pytest.fixture
def upload(race, as_editor):
    def _upload(text, name="results.csv", client=as_editor, **typed):
        content = text if isinstance(text, bytes) else text.encode()
        file = SimpleUploadedFile(name, content)
        return client.post(page(race), {"file": file, **typed}, follow=True)

    return _upload


def page(race):
    return f"/admin/graph/coverage/{race.election_id}/upload/"


def confirm(client, response, **data):
    return client.post(response.redirect_chain[-1][0], data, follow=True)


def test_preview_shows_accepted_and_rejected_races_and_records_nothing(upload):
    shown = upload(HEAD + GOOD + BAD).content.decode()

    assert "1 recorded, 0 unchanged, 0 late, 1 rejected" in shown
    assert "Aberavon" in shown
    assert "line 5" in shown
    assert "negative" in shown
    assert not ResultVersion.objects.exists()


def test_record_stores_the_accepted_races_and_shows_the_others(race, upload, as_editor, editor):
    source = factories.SourceFactory(slug="the-council")

    done = confirm(as_editor, upload(HEAD + GOOD + BAD, source=source.pk)).content.decode()

    assert votes_of(race) == [100, 60, 20]
    assert (race.current.by, race.current.source) == (editor, source)
    assert "Recorded" in done
    assert "negative" in done
    assert not Upload.objects.exists()


def test_record_leads_to_the_races_if_none_was_rejected(race, upload, as_editor):
    done = confirm(as_editor, upload(HEAD + GOOD))

    assert done.redirect_chain[-1][0] == f"/admin/graph/race/?election={race.election_id}"
    assert said(done) == ["results.csv: 1 recorded, 0 unchanged, 0 late, 0 rejected."]


def test_the_same_file_twice_changes_nothing(upload, as_editor):
    confirm(as_editor, upload(HEAD + GOOD))

    again = upload(HEAD + GOOD)

    assert "0 recorded, 1 unchanged" in again.content.decode()
    assert "Record the accepted races" not in again.content.decode()


def test_discard_deletes_the_upload(upload, as_editor):
    confirm(as_editor, upload(HEAD + GOOD), discard="1")

    assert not Upload.objects.exists()
    assert not ResultVersion.objects.exists()


def test_a_report_in_the_nist_format_is_read(race, upload, as_editor):
    confirm(as_editor, upload(HEAD + GOOD))
    report = as_editor.get(f"/api/results/{race.election.slug}/download.json?format=nist").getvalue()

    assert "0 rejected" in upload(report, "report.json").content.decode()


@pytest.mark.parametrize(
    ("content", "name", "reason"),
    [
        (HEAD + GOOD, "results.xlsx", "ends neither with .csv nor with .json"),
        ("race\n", "results.csv", "no column candidacy, votes"),
        ("[", "results.json", "JSON"),
        (b"\xff\xfe", "results.csv", "The header cannot be read"),
        ("", "results.csv", "empty"),
        (HEAD + "x" * 2000, "results.csv", "larger than"),
    ],
    ids=["suffix", "columns", "json", "encoding", "empty", "large"],
)
def test_unreadable_files_are_rejected(content, name, reason, upload, monkeypatch):
    monkeypatch.setattr(uploads, "LARGEST_FILE", 2000)

    assert reason in upload(content, name).content.decode()
    assert not Upload.objects.exists()


@pytest.mark.parametrize(("groups", "recorded"), [(["editors"], 0), (["editors", "publishers"], 1)])
def test_only_publishers_certify_by_a_file(groups, recorded, race, upload, browser, as_editor):
    confirm(as_editor, upload(HEAD + GOOD.replace("counting", "final")))
    client = browser(create_staff("second", *groups))

    assert f"{recorded} recorded" in upload(HEAD + CERTIFIED, client=client).content.decode()


def test_uploads_belong_to_one_session_election_and_hour(race, upload, as_editor, superuser, browser):
    address = upload(HEAD + GOOD).redirect_chain[-1][0]
    other = factories.RaceFactory()

    assert "expired" in browser(superuser).get(address, follow=True).content.decode()
    moved = address.replace(f"/{race.election_id}/", f"/{other.election_id}/")
    assert "expired" in as_editor.get(moved, follow=True).content.decode()
    assert as_editor.get(address.replace("/coverage/", "/coverage/9")).status_code in (302, 404)
    # An upload of results cannot be opened as an upload of a table of elections.
    key = Upload.objects.get().pk
    assert "expired" in as_editor.get(f"/admin/graph/election/import/{key}/", follow=True).content.decode()


def test_pages_are_closed_to_publishers_and_others(race, upload, as_publisher, browser):
    address = upload(HEAD + GOOD).redirect_chain[-1][0]

    for path in (page(race), address):
        assert as_publisher.get(path).status_code == FORBIDDEN
        assert browser(None).get(path).status_code != OK


@pytest.mark.parametrize("hostile", HOSTILE)
def test_preview_escapes_hostile_text(hostile, upload):
    text = HOSTILE[hostile].encode("utf-8", "surrogatepass").decode("utf-8", "replace")
    cell = '"' + text.replace('"', '""').replace("\r\n", " ") + '"'

    response = upload(f"{HEAD}{cell},{cell},{cell},counting,\n", name=f"{text[:40].replace('/', '')}.csv")

    assert response.status_code == OK
    assert is_safe(response)


def test_upload_link_is_on_the_list_of_races(race, as_editor, as_publisher):
    address = f"/admin/graph/race/?election={race.election_id}"

    assert page(race) in as_editor.get(address).content.decode()
    assert page(race) not in as_publisher.get(address).content.decode()
