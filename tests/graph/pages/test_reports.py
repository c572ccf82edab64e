"""Test how visitors report an error on a page, and how editors read and decide the reports in the admin."""

import re

import pytest

from graph.actions import merge
from graph.actions import reports as actions
from graph.actions.reports import report_error
from graph.models import ErrorReport
from tests.factories import PoliticianFactory
from tests.graph.admin.conftest import as_editor as as_editor
from tests.graph.admin.conftest import editor as editor
from tests.reading import text
from tests.staff import browser as browser

pytestmark = pytest.mark.django_db
REPORT = {
    "page": "/entity/angela-merkel",
    "text": "Her term ended <b>earlier</b>.",
    "source": "https://www.example.org/",
}
LIST = "/admin/graph/errorreport/"


@pytest.fixture
def merkel():
    return PoliticianFactory(name="Angela Merkel", slug="angela-merkel", country_code="de")


def test_page_of_an_entity_leads_to_the_form(client, merkel):
    link = "/report?page=/entity/angela-merkel"

    assert f'href="{link}"' in client.get("/entity/angela-merkel").content.decode()
    assert "Page: /entity/angela-merkel" in text(client.get(link))


def test_report_is_stored_once_with_its_entity(client, merkel):
    for _ in range(2):
        assert client.post("/report", REPORT)["Location"] == "/report?sent"

    (report,) = ErrorReport.objects.all()
    assert (report.entity, report.text, report.status) == (merkel, REPORT["text"], "open")
    assert "An editor will check your report" in text(client.get("/report?sent"))


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"text": " "}, "Write what is wrong."),
        ({"text": "x" * 2001}, "at most 2000 characters"),
        ({"source": "javascript:alert(1)"}, "Enter a valid URL."),
        ({"email": "nobody"}, "Enter a valid email address."),
        ({"page": "https://example.org/"}, "not one of this service"),
    ],
)
def test_invalid_report_keeps_what_was_typed(client, wrong, message):
    response = client.post("/report", REPORT | wrong)

    assert response.status_code == 200
    assert message in text(response)
    assert not ErrorReport.objects.exists()
    assert ("ended &lt;b&gt;earlier" in response.content.decode()) is ("text" not in wrong)


def test_form_filled_by_a_program_is_not_stored(client):
    assert client.post("/report", REPORT | {"website": "https://example.org/"}).status_code == 302
    assert not ErrorReport.objects.exists()


def test_one_address_sends_five_reports_a_minute(client):
    statuses = [client.post("/report", REPORT | {"text": f"Report {number}"}).status_code for number in range(6)]

    assert statuses == [302] * 5 + [429]
    assert client.get("/report").status_code == 200


def test_all_addresses_together_send_a_thousand_reports_a_day(client, monkeypatch):
    monkeypatch.setattr(actions, "MOST_A_DAY", 1)
    report_error(path="/", text="One")

    assert "Please come back tomorrow." in text(client.post("/report", REPORT))
    assert ErrorReport.objects.count() == 1


def test_report_outlives_a_merge_of_its_entity(merkel):
    report = report_error(path="/entity/angela-merkel", text="This person has two pages.")

    merge(entity=merkel, into=PoliticianFactory(name="A. Merkel", country_code="de"))

    report.refresh_from_db()
    assert (report.entity, report.path) == (None, "/entity/angela-merkel")


class TestAdmin:
    @pytest.fixture
    def report(self, merkel):
        return report_error(path="/entity/angela-merkel", text="Wrong <script>alert(1)</script>")

    def test_first_page_counts_open_reports(self, as_editor, report):
        assert "1 reported error to check." in text(as_editor.get("/admin/"))

    def test_editor_reads_and_accepts_a_report(self, as_editor, editor, report):
        page = as_editor.get(f"{LIST}{report.pk}/change/")
        assert "Angela Merkel" in text(page)
        assert "<script>alert" not in page.content.decode()

        as_editor.post(LIST, {"action": "accept", "_selected_action": [report.pk]})

        report.refresh_from_db()
        assert (report.status, report.decided_by) == ("accepted", editor)
        assert as_editor.get(LIST).context["cl"].result_count == 0
        assert as_editor.get(LIST, {"status": "all"}).context["cl"].result_count == 1

    def test_editor_rejects_a_report_about_a_page_without_an_entity(self, as_editor):
        report = report_error(path="/countries", text="A country is missing.")
        assert "/countries" in text(as_editor.get(f"{LIST}{report.pk}/change/"))

        as_editor.post(LIST, {"action": "reject", "_selected_action": [report.pk]})

        report.refresh_from_db()
        assert report.status == "rejected"

    def test_list_offers_each_status(self, as_editor, report):
        page = as_editor.get(LIST, {"status": "rejected"}).content.decode()

        assert re.findall('<option value="([a-z]*)"( selected)?>(Open|Accepted|Rejected|All)<', page) == [
            ("", "", "Open"), ("accepted", "", "Accepted"), ("rejected", " selected", "Rejected"), ("all", "", "All"),
        ]  # fmt: skip

    def test_nobody_adds_or_deletes_a_report(self, as_editor, report):
        assert as_editor.get(f"{LIST}add/").status_code == 403
        assert as_editor.post(f"{LIST}{report.pk}/delete/", {"post": "yes"}).status_code == 403
