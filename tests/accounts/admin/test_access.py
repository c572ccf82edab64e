"""Test who may open the admin pages of accounts, by role, page and method."""

import pytest
from django.contrib.auth import get_user_model
from django.contrib.auth.models import Permission

from accounts.models import ApiKey, ProRequest, TierDecision, User
from tests.accounts.admin.pages import page
from tests.factories import ApiKeyFactory, ProRequestFactory, UserFactory

pytestmark = pytest.mark.django_db

LOGIN, OK, DONE, FORBIDDEN, NOT_FOUND, NOT_ALLOWED = "login", 200, 302, 403, 404, 405

# Each row has the page, the method, the status for a key manager, and the status for a superuser.
PAGES = [
    ("prorequest list", "get", OK, OK),
    ("prorequest list", "post", DONE, DONE),
    ("prorequest add", "get", FORBIDDEN, FORBIDDEN),
    ("prorequest add", "post", FORBIDDEN, FORBIDDEN),
    ("prorequest change", "get", OK, OK),
    ("prorequest change", "post", FORBIDDEN, FORBIDDEN),
    ("prorequest delete", "post", FORBIDDEN, FORBIDDEN),
    ("prorequest history", "get", OK, OK),
    ("prorequest approve", "get", NOT_ALLOWED, NOT_ALLOWED),
    ("prorequest approve", "post", DONE, DONE),
    ("prorequest decline", "post", DONE, DONE),
    ("tierdecision list", "get", OK, OK),
    ("tierdecision add", "post", FORBIDDEN, FORBIDDEN),
    ("tierdecision change", "get", OK, OK),
    ("tierdecision change", "post", FORBIDDEN, FORBIDDEN),
    ("tierdecision delete", "post", FORBIDDEN, FORBIDDEN),
    ("tierdecision history", "get", OK, OK),
    ("apikey list", "get", OK, OK),
    ("apikey add", "post", FORBIDDEN, FORBIDDEN),
    ("apikey change", "get", OK, OK),
    ("apikey change", "post", FORBIDDEN, FORBIDDEN),
    ("apikey delete", "post", FORBIDDEN, FORBIDDEN),
    ("apikey history", "get", OK, OK),
    ("apikey revoke", "get", NOT_ALLOWED, NOT_ALLOWED),
    ("apikey revoke", "post", DONE, DONE),
    ("user list", "get", OK, OK),
    ("user list", "post", DONE, DONE),
    ("user add", "get", FORBIDDEN, OK),
    ("user add", "post", FORBIDDEN, OK),
    ("user change", "get", OK, OK),
    ("user change", "post", FORBIDDEN, DONE),
    ("user delete", "get", FORBIDDEN, OK),
    ("user delete", "post", FORBIDDEN, DONE),
    ("user history", "get", OK, OK),
    ("user password", "get", FORBIDDEN, NOT_FOUND),
    ("user password", "post", FORBIDDEN, NOT_FOUND),
    ("user revoke-pro", "get", NOT_ALLOWED, NOT_ALLOWED),
    ("user revoke-pro", "post", DONE, DONE),
]
PAGES_OF_A_ROW = {"change", "delete", "history"}


@pytest.fixture
def rows():
    """Create one row of each model, on which every admin action is possible. Return the rows by model name."""
    pro = UserFactory(username="pro", tier="pro")
    return {
        "prorequest": ProRequestFactory(),
        "tierdecision": TierDecision.objects.create(user=pro, verdict="approved"),
        "apikey": ApiKeyFactory(user=pro),
        "user": pro,
    }


@pytest.fixture
def send(rows):
    """Return a function that requests an admin page. It returns the status code, or "login" if the response is or
    redirects to the login page."""

    def _send(client, name, method):
        row = rows[name.split()[0]]
        response = getattr(client, method)(url_of(name, row), form_for(name, method, row))
        leads_to_login = response.headers.get("Location", "").startswith("/admin/login/")
        return LOGIN if leads_to_login or b'id="login-form"' in response.content else response.status_code

    return _send


def url_of(name, row):
    model, what = name.split()
    if what == "password":
        return f"/admin/accounts/user/{row.pk}/password/"
    what = "changelist" if what == "list" else what
    return page(model, what, row.pk) if what in PAGES_OF_A_ROW else page(model, what)


def form_for(name, method, row):
    """Return the form data with which a POST request to this page would change or delete the row. For GET, return
    {}."""
    if method == "get":
        return {}
    if name.endswith("list"):
        return {"action": "delete_selected", "_selected_action": [row.pk], "post": "yes"}
    return {"post": "yes"} if name.endswith("delete") else {"rows": [row.pk], "message": "Some message."}


def all_rows():
    """Return the values of all rows in the tables that a request could change. A test compares them before and
    after."""
    tables = (ProRequest, TierDecision, ApiKey, get_user_model())
    return [list(table.objects.order_by("pk").values()) for table in tables]


@pytest.mark.parametrize(
    ("user", "expected"),
    [(None, LOGIN), (UserFactory.build, LOGIN), (lambda: UserFactory.build(is_staff=True), FORBIDDEN)],
    ids=["anonymous", "researcher", "editor"],
)
def test_every_page_is_closed_to_others_and_changes_nothing(send, browser, user, expected):
    client = browser()
    if user:
        account = user()
        account.save()
        client = browser(account)
    before = all_rows()

    for name, method, *_ in PAGES:
        assert send(client, name, method) == expected, (name, method)

    assert all_rows() == before


@pytest.mark.parametrize(("name", "method", "manager_status", "superuser_status"), PAGES)
def test_every_page_responds_by_role(name, method, manager_status, superuser_status, send, manager_client, operator):
    before = all_rows()

    assert send(manager_client, name, method) == manager_status
    assert all_rows() == before or method == "post"
    assert send(operator, name, method) == superuser_status


def test_delete_action_of_a_list_does_nothing_for_a_key_manager(rows, send, manager_client):
    for model in rows:
        send(manager_client, f"{model} list", "post")

    assert User.objects.filter(pk=rows["user"].pk).exists()
    assert ApiKey.objects.exists()
    assert ProRequest.objects.exists()
    assert TierDecision.objects.exists()


@pytest.mark.parametrize(
    ("name", "permission"),
    [
        ("prorequest approve", "view_prorequest"),
        ("prorequest decline", "view_prorequest"),
        ("apikey revoke", "view_apikey"),
        ("user revoke-pro", "view_user"),
    ],
)
def test_bulk_action_needs_more_than_the_view_permission(name, permission, rows, send, browser):
    viewer = UserFactory(is_staff=True)
    viewer.user_permissions.set(Permission.objects.filter(codename=permission))

    model, action = name.split()
    response = browser(viewer).get(page(model, "change", rows[model].pk))

    assert response.status_code == OK
    assert f"/{action}/" not in response.content.decode()
    assert send(browser(viewer), name, "post") == FORBIDDEN


def test_post_without_a_csrf_token_changes_nothing(send, superuser, browser):
    client = browser(superuser, enforce_csrf_checks=True)
    before = all_rows()

    for name in [name for name, method, *_ in PAGES if method == "post"]:
        assert send(client, name, "post") == FORBIDDEN, name

    assert all_rows() == before


def test_key_use_has_no_admin_page(operator):
    assert operator.get("/admin/accounts/keyuse/").status_code == NOT_FOUND


def test_index_shows_the_name_of_the_service(operator):
    response = operator.get("/admin/")

    assert "Political Knowledge Graph" in response.content.decode()
    assert "Django" not in response.content.decode()
