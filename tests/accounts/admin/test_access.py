"""Who may look at which page, and who may do what on it: every role, page and method."""

import pytest
from django.contrib.auth import get_user_model
from django.contrib.auth.models import Permission

from accounts.models import ApiKey, ProRequest, TierDecision, User
from tests.accounts.admin.pages import page
from tests.factories import ApiKeyFactory, ProRequestFactory, UserFactory

pytestmark = pytest.mark.django_db

LOGIN, OK, DONE, FORBIDDEN, NONE, NOT_ALLOWED = "login", 200, 302, 403, 404, 405

# page, method, key manager, superuser. Who is not of the staff is led to the login, an editor is refused: everywhere.
PAGES = [
    ("prorequest list", "get", OK, OK),
    ("prorequest list", "post", DONE, DONE),
    ("prorequest add", "get", FORBIDDEN, FORBIDDEN),
    ("prorequest add", "post", FORBIDDEN, FORBIDDEN),
    ("prorequest change", "get", OK, OK),
    ("prorequest change", "post", FORBIDDEN, FORBIDDEN),
    ("prorequest delete", "get", FORBIDDEN, FORBIDDEN),
    ("prorequest delete", "post", FORBIDDEN, FORBIDDEN),
    ("prorequest history", "get", OK, OK),
    ("prorequest approve", "get", NOT_ALLOWED, NOT_ALLOWED),
    ("prorequest approve", "post", DONE, DONE),
    ("prorequest decline", "get", NOT_ALLOWED, NOT_ALLOWED),
    ("prorequest decline", "post", DONE, DONE),
    ("tierdecision list", "get", OK, OK),
    ("tierdecision list", "post", OK, OK),
    ("tierdecision add", "get", FORBIDDEN, FORBIDDEN),
    ("tierdecision add", "post", FORBIDDEN, FORBIDDEN),
    ("tierdecision change", "get", OK, OK),
    ("tierdecision change", "post", FORBIDDEN, FORBIDDEN),
    ("tierdecision delete", "get", FORBIDDEN, FORBIDDEN),
    ("tierdecision delete", "post", FORBIDDEN, FORBIDDEN),
    ("tierdecision history", "get", OK, OK),
    ("apikey list", "get", OK, OK),
    ("apikey list", "post", DONE, DONE),
    ("apikey add", "get", FORBIDDEN, FORBIDDEN),
    ("apikey add", "post", FORBIDDEN, FORBIDDEN),
    ("apikey change", "get", OK, OK),
    ("apikey change", "post", FORBIDDEN, FORBIDDEN),
    ("apikey delete", "get", FORBIDDEN, FORBIDDEN),
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
    ("user password", "get", FORBIDDEN, NONE),
    ("user password", "post", FORBIDDEN, NONE),
    ("user revoke-pro", "get", NOT_ALLOWED, NOT_ALLOWED),
    ("user revoke-pro", "post", DONE, DONE),
]
OF_ONE = {"change", "delete", "history"}


@pytest.fixture
def rows():
    """A row of each kind, on which everything could be done."""
    pro = UserFactory(username="pro", tier="pro")
    return {
        "prorequest": ProRequestFactory(),
        "tierdecision": TierDecision.objects.create(user=pro, verdict="approved"),
        "apikey": ApiKeyFactory(user=pro),
        "user": pro,
    }


@pytest.fixture
def ask(rows):
    """Ask for a page: the answer's status, or that it leads to the login."""

    def _ask(client, name, method):
        row = rows[name.split()[0]]
        response = getattr(client, method)(address(name, row), filled_in(name, method, row))
        leads_to_login = response.headers.get("Location", "").startswith("/admin/login/")
        return LOGIN if leads_to_login else response.status_code

    return _ask


def address(name, row):
    model, what = name.split()
    if what == "password":
        return f"/admin/accounts/user/{row.pk}/password/"
    what = "changelist" if what == "list" else what
    return page(model, what, row.pk) if what in OF_ONE else page(model, what)


def filled_in(name, method, row):
    """What does the most: a list is told to delete."""
    if method == "get":
        return {}
    if name.endswith("list"):
        return {"action": "delete_selected", "_selected_action": [row.pk], "post": "yes"}
    return {"post": "yes"} if name.endswith("delete") else {"rows": [row.pk], "message": "A word."}


def everything():
    """All that could have been changed."""
    tables = (ProRequest, TierDecision, ApiKey, get_user_model())
    return [list(table.objects.order_by("pk").values()) for table in tables]


@pytest.mark.parametrize(("name", "method", "of_manager", "of_superuser"), PAGES)
class TestEveryPage:
    def test_leads_to_the_login_who_has_not_come_in(self, name, method, of_manager, of_superuser, ask, browser):
        before = everything()

        assert ask(browser(), name, method) == LOGIN
        assert everything() == before

    def test_leads_a_researcher_to_the_login(self, name, method, of_manager, of_superuser, ask, browser):
        client = browser(UserFactory())
        before = everything()

        assert ask(client, name, method) == LOGIN
        assert everything() == before

    def test_refuses_an_editor(self, name, method, of_manager, of_superuser, ask, browser):
        client = browser(UserFactory(is_staff=True))
        before = everything()

        assert ask(client, name, method) == FORBIDDEN
        assert everything() == before

    def test_answers_a_key_manager(self, name, method, of_manager, of_superuser, ask, desk):
        before = everything()

        assert ask(desk, name, method) == of_manager
        assert everything() == before or method == "post"

    def test_answers_a_superuser(self, name, method, of_manager, of_superuser, ask, operator):
        before = everything()

        assert ask(operator, name, method) == of_superuser
        assert everything() == before or method == "post"


def test_no_key_manager_deletes_by_the_action_of_a_list(rows, ask, desk):
    for model in rows:
        ask(desk, f"{model} list", "post")

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
def test_who_may_only_look_does_nothing(name, permission, rows, ask, browser):
    looker = UserFactory(is_staff=True)
    looker.user_permissions.set(permissions(permission))

    model, deed = name.split()
    seen = browser(looker).get(page(model, "change", rows[model].pk))

    assert seen.status_code == OK
    assert f"/{deed}/" not in seen.content.decode()
    assert ask(browser(looker), name, "post") == FORBIDDEN


def permissions(*codenames):
    return Permission.objects.filter(codename__in=codenames)


@pytest.mark.parametrize("name", [name for name, method, *_ in PAGES if method == "post"])
def test_a_form_of_another_site_does_nothing(name, rows, ask, superuser, browser):
    client = browser(superuser, enforce_csrf_checks=True)
    before = everything()

    assert ask(client, name, "post") == FORBIDDEN
    assert everything() == before


def test_nobody_edits_the_use_of_keys(operator):
    assert operator.get("/admin/accounts/keyuse/").status_code == NONE


def test_the_admin_says_whose_it_is(operator):
    response = operator.get("/admin/")

    assert "Political Knowledge Graph" in response.content.decode()
    assert "Django" not in response.content.decode()
