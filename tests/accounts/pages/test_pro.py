"""Test the page on which users request the pro tier and see the decisions."""

import pytest

from accounts.actions.pro import approve_pro, decline_pro, grant_pro, revoke_pro
from accounts.models import ProRequest
from tests.factories import ProRequestFactory, UserFactory

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("today")]
GOOD = {"organisation": "A newsroom", "purpose": "Election nights.\r\nOur pages.", "expected_volume": "200000"}


def page(client):
    return client.get("/account/pro").content.decode()


def test_request_is_stored_and_shown_as_pending(client, researcher):
    response = client.post("/account/pro", GOOD)

    request = ProRequest.objects.get()
    assert response["Location"] == "/account/pro"
    assert (request.user, request.organisation, request.expected_volume) == (researcher, "A newsroom", 200_000)
    assert request.state == "pending"
    shown = page(client)
    assert "Your request is pending" in shown
    assert "Election nights.<br>" in shown
    assert "Request pro</button>" not in shown


@pytest.mark.parametrize("written", ["200,000", "200 000", " 200000 "])
def test_form_accepts_numbers_with_separators(client, researcher, written):
    client.post("/account/pro", GOOD | {"expected_volume": written})

    assert ProRequest.objects.get().expected_volume == 200_000


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        ("organisation", "", "Name your organisation."),
        ("organisation", "x" * 121, "at most 120 characters"),
        ("organisation", "a\tb", "invisible characters"),
        ("purpose", " ", "Say what you use the data for."),
        ("purpose", "x" * 2001, "at most 2000 characters"),
        ("purpose", "a\u0000b", "Null characters"),
        ("expected_volume", "", "Say how many requests a day you expect."),
        ("expected_volume", "lots", "Write a whole number"),
        ("expected_volume", "1.5", "Write a whole number"),
        ("expected_volume", "1,5", "Write a whole number"),
        ("expected_volume", "0", "greater than or equal to 1"),
        ("expected_volume", "9" * 5000, ""),
        ("expected_volume", "100000001", "less than or equal to 100000000"),
    ],
)
def test_form_shows_errors_at_their_fields(client, researcher, field, value, said):
    shown = client.post("/account/pro", GOOD | {field: value}).content.decode()

    assert said in shown
    assert f'<a href="#id_{field}">' in shown
    assert f'id="id_{field}_error"' in shown
    assert all(value.split("\r")[0] in shown for name, value in GOOD.items() if name != field)
    assert not ProRequest.objects.exists()


def test_second_request_is_rejected(client, researcher):
    ProRequestFactory(user=researcher)

    shown = client.post("/account/pro", GOOD).content.decode()

    assert "This account has a pending request already." in shown
    assert ProRequest.objects.count() == 1


def test_page_of_a_pro_account_has_no_form(client, researcher):
    grant_pro(user=researcher, by=None, message="Welcome.")

    shown = page(client)

    assert "Your account is <strong>pro</strong>: 2,000 requests a minute" in shown
    assert "Approved on" in shown
    assert "Welcome." in shown
    assert "Request pro</button>" not in shown
    assert "The account is pro already." in client.post("/account/pro", GOOD).content.decode()


@pytest.mark.parametrize(("decide", "label"), [(approve_pro, "Approved"), (decline_pro, "Declined")])
def test_page_shows_decisions_without_the_manager(client, researcher, decide, label):
    editor = UserFactory(username="an-editor")
    decide(request=ProRequestFactory(user=researcher), by=editor, message="Because <so>.")

    shown = page(client)

    assert f"State: <strong>{label}</strong>" in shown
    assert "15 Jun 2026</time>: Because &lt;so&gt;." in shown
    assert editor.username not in shown


def test_page_offers_a_new_request_after_a_declined_one(client, researcher):
    decline_pro(request=ProRequestFactory(user=researcher), by=UserFactory())

    client.post("/account/pro", GOOD)

    assert ProRequest.objects.filter(state="pending").count() == 1


def test_page_shows_that_pro_was_revoked(client, researcher):
    grant_pro(user=researcher, by=None)
    revoke_pro(user=researcher, by=UserFactory(), message="Ask again any time.")

    shown = page(client)

    assert "Revoked on" in shown
    assert "Ask again any time." in shown
    assert "Request pro</button>" in shown


def test_page_shows_own_requests_only(client, researcher):
    ProRequestFactory(organisation="Another newsroom")

    assert "Another newsroom" not in page(client)


def test_account_page_shows_attribution_texts_to_researchers_only(client, researcher):
    asked = client.get("/account").content.decode()
    grant_pro(user=researcher, by=None)
    free = client.get("/account").content.decode()

    assert "Data: Political Knowledge Graph, http://testserver/" in asked
    assert "&lt;p&gt;Data: &lt;a href=&quot;http://testserver/&quot;&gt;" in asked
    assert "need not attribute the data" in free
    assert "Data: Political" not in free
