"""Who may look at which page of the graph, and who may do what on it: every role, page and method."""

import pytest

from accounts.models import User
from graph.models import (
    DETAILS,
    PROXIES,
    Change,
    Citation,
    Composition,
    Entity,
    Identifier,
    OtherName,
    Redirect,
    Relationship,
    SeatShare,
    Source,
)
from tests.factories import (
    FACTORIES,
    CompositionFactory,
    CountryFactory,
    InstitutionFactory,
    SourceFactory,
    UserFactory,
)
from tests.graph.admin.pages import form_on

pytestmark = pytest.mark.django_db

LOGIN, OK, DONE, FORBIDDEN, NOT_ALLOWED = "login", 200, 302, 403, 405
ROLES = ("nobody", "researcher", "staff", "editor", "publisher", "both", "superuser")
OUTSIDE = (LOGIN, LOGIN, FORBIDDEN)

# page, method, and what an editor, a publisher, who is both, and a superuser are answered. Nobody and researchers are
# led to the login, staff of neither group is refused: everywhere.
OF_A_KIND = [
    ("list", "get", OK, OK, OK, OK),
    ("list", "post", DONE, DONE, DONE, DONE),
    ("add", "get", OK, FORBIDDEN, OK, OK),
    ("add", "post", DONE, FORBIDDEN, DONE, DONE),
    ("change", "get", OK, OK, OK, OK),
    ("change", "post", DONE, FORBIDDEN, DONE, DONE),
    ("change draft", "get", OK, OK, OK, OK),
    ("change draft", "post", DONE, FORBIDDEN, DONE, DONE),
    ("delete", "get", FORBIDDEN, FORBIDDEN, FORBIDDEN, FORBIDDEN),
    ("delete", "post", FORBIDDEN, FORBIDDEN, FORBIDDEN, FORBIDDEN),
    ("history", "get", OK, OK, OK, OK),
    ("choices", "get", OK, OK, OK, OK),
    ("slug", "get", FORBIDDEN, OK, OK, OK),
    ("slug", "post", FORBIDDEN, DONE, DONE, DONE),
    ("publish", "get", FORBIDDEN, NOT_ALLOWED, NOT_ALLOWED, NOT_ALLOWED),
    ("publish", "post", FORBIDDEN, DONE, DONE, DONE),
    ("withdraw", "get", FORBIDDEN, NOT_ALLOWED, NOT_ALLOWED, NOT_ALLOWED),
    ("withdraw", "post", FORBIDDEN, DONE, DONE, DONE),
    ("restore", "get", FORBIDDEN, NOT_ALLOWED, NOT_ALLOWED, NOT_ALLOWED),
    ("restore", "post", FORBIDDEN, DONE, DONE, DONE),
]
OTHERS = [
    ("source list", "get", OK, OK, OK, OK),
    ("source add", "get", OK, FORBIDDEN, OK, OK),
    ("source add", "post", DONE, FORBIDDEN, DONE, DONE),
    ("source change", "get", OK, OK, OK, OK),
    ("source change", "post", DONE, FORBIDDEN, DONE, DONE),
    ("source delete", "get", FORBIDDEN, FORBIDDEN, FORBIDDEN, FORBIDDEN),
    ("source delete", "post", FORBIDDEN, FORBIDDEN, FORBIDDEN, FORBIDDEN),
    ("source choices", "get", OK, OK, OK, OK),
    ("composition list", "get", DONE, DONE, DONE, DONE),
    ("composition add", "get", OK, FORBIDDEN, OK, OK),
    ("composition add", "post", DONE, FORBIDDEN, DONE, DONE),
    ("composition change", "get", OK, OK, OK, OK),
    ("composition change", "post", DONE, FORBIDDEN, DONE, DONE),
    ("composition delete", "get", OK, FORBIDDEN, OK, OK),
    ("composition delete", "post", DONE, FORBIDDEN, DONE, DONE),
]
WRITING = {("add", "post"), ("change", "post"), ("publish", "post")}
CELLS = [
    (f"{kind} {page}", method, *cells)
    for kind in PROXIES
    for page, method, *cells in OF_A_KIND
    if kind == "politician" or (page, method) in WRITING
] + OTHERS
CASES = [
    pytest.param(name, method, role, answer, id=f"{role}-{method}-{name}")
    for name, method, *inside in CELLS
    for role, answer in zip(ROLES, (*OUTSIDE, *inside), strict=True)
]
STEPS = {"publish": "draft", "withdraw": "published", "restore": "withdrawn"}
TABLES = (
    Entity,
    *DETAILS.values(),
    OtherName,
    Identifier,
    Citation,
    Relationship,
    Composition,
    SeatShare,
    Redirect,
    Source,
)


@pytest.fixture
def came_in(request, browser):
    """The browser of a role."""

    def _came_in(role):
        if role in ("editor", "publisher", "both", "superuser"):
            return browser(request.getfixturevalue(role))
        return browser(UserFactory(is_staff=role == "staff") if role != "nobody" else None)

    return _came_in


@pytest.fixture
def clerk(browser):
    """Reads forms for those who may not."""
    return browser(User.objects.create(username="clerk", is_staff=True, is_superuser=True))


class Page:
    """An address, and the form that does the most there."""

    def __init__(self, name, clerk):
        self.model, self.what, *rest = name.split()
        self.clerk = clerk
        self.status = "draft" if rest else STEPS.get(self.what, "published")
        row = self._row()
        folder = f"/admin/graph/{self.model}/"
        of_all = {"list": folder, "add": f"{folder}add/", "choices": f"{folder}choices/"}
        step = f"step/{self.what}" if self.what in STEPS else self.what
        self.address = of_all.get(self.what, f"{folder}{row.pk}/{step}/")

    def _row(self):
        CountryFactory(country_code="de")
        if self.model == "source":
            return SourceFactory()
        if self.model == "composition":
            made = CompositionFactory(total=5, institution=InstitutionFactory(name="Diet"))
            made.shares.all().delete()
            made.shares.create(name="Others", seats=5)
            return made
        return FACTORIES[self.model](status=self.status)

    def filled_in(self):
        if self.what in ("list", "delete"):
            shown = self.clerk.get(self.address)
            version = (shown.context or {}).get("version", 0) if self.what == "delete" else 0
            return {"action": "delete_selected", "_selected_action": ["1"], "post": "yes", "version": version} | {
                "reason": "!"
            }
        if self.what in STEPS:
            return {"reason": "It is time."}
        if self.what == "slug":
            return {"slug": SLUGS[self.model], "reason": "Shorter."}
        return form_on(self.clerk.get(self.address)) | self._typed()

    def _typed(self):
        if self.model == "source":
            return {"name": "Another", "slug": "another", "retrieved": "2026-01-01"}
        if self.model == "composition":
            told = {"institution": InstitutionFactory(name="Court").pk, "source": SourceFactory().pk}
            share = {"shares-TOTAL_FORMS": "1", "shares-0-name": "All", "shares-0-seats": "5"}
            new = told | share if self.what == "add" else {}
            return {"total": "5", "verified_at": "2026-01-02", "start_date": "1999", "reason": "!"} | new
        told = {"name": "Another of Germany", "reason": "Better."}
        if self.what == "add":
            told |= {"country_code": "xx" if self.model == "country" else "de"}
            told |= {"facts-0-date": "2021", "facts-0-kind": "european"} if self.model == "election" else {}
        return told


SLUGS = {
    "country": "another",
    "politician": "another",
    "party": "another-de",
    "election": "germany-2021-european",
    "office": "another-of-germany",
    "institution": "another",
    "ideology": "another",
}


def everything():
    """All that could have been changed."""
    return [list(table.objects.order_by("pk").values()) for table in TABLES]


@pytest.mark.parametrize(("name", "method", "role", "answer"), CASES)
def test_every_page_answers_every_role(name, method, role, answer, came_in, clerk):
    page, client = Page(name, clerk), came_in(role)
    told = page.filled_in() if method == "post" else {}
    before = everything()

    response = getattr(client, method)(page.address, told)

    leads_to_login = response.headers.get("Location", "").startswith("/admin/login/")
    assert (LOGIN if leads_to_login else response.status_code) == answer
    does_something = method == "post" and answer == DONE and page.what != "list"  # no list deletes
    assert (everything() != before) == does_something


def test_what_was_done_is_told_by_whom(publisher, as_publisher, clerk):
    page = Page("party withdraw", clerk)

    as_publisher.post(page.address, {"reason": "Never was."})

    change = Change.objects.get()
    assert (change.action, change.by, change.note) == ("withdrawn", publisher, "Never was.")


@pytest.mark.parametrize("kind", PROXIES)
def test_a_publisher_sees_no_field_to_type_into(kind, as_publisher):
    entity = FACTORIES[kind]()

    form = form_on(as_publisher.get(f"/admin/graph/{kind}/{entity.pk}/change/"))

    hidden = ("csrfmiddlewaretoken", "version", "_FORMS", "-entity", "-id")
    assert not [name for name in form if not name.endswith(hidden)]


def test_an_editor_sees_no_step_and_a_publisher_does(as_editor, as_publisher):
    party = FACTORIES["party"]()
    address = f"/admin/graph/party/{party.pk}/change/"

    assert "/step/" not in as_editor.get(address).content.decode()
    assert "/slug/" not in as_editor.get(address).content.decode()
    assert "/step/withdraw/" in as_publisher.get(address).content.decode()
    assert "/slug/" in as_publisher.get(address).content.decode()


@pytest.mark.parametrize("name", ["party change", "party add", "party slug", "party withdraw", "composition delete"])
def test_a_form_of_another_site_does_nothing(name, superuser, browser, clerk):
    page = Page(name, clerk)
    told = page.filled_in()
    before = everything()

    response = browser(superuser, enforce_csrf_checks=True).post(page.address, told)

    assert response.status_code == FORBIDDEN
    assert everything() == before


@pytest.mark.parametrize("status", ["draft", "withdrawn"])
def test_nobody_outside_is_told_of_what_is_not_published(status, client):
    party = FACTORIES["party"](status=status, name="Unheard of")

    assert client.get(f"/api/graph/entity/{party.slug}").status_code == {"draft": 404, "withdrawn": 410}[status]
    assert "Unheard of" not in client.get("/api/graph/entities?type=party").content.decode()
