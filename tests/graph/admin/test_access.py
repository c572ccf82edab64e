"""Test who may open which page of the editorial admin, and who may perform which action."""

import pytest

from graph.models import NotDuplicate, Source, Upload
from tests import factories
from tests.graph.admin.conftest import create_staff
from tests.graph.admin.pages import form_on
from tests.graph.admin.tables.files import csv_of, upload
from tests.graph.admin.tables.graph import whole_graph

pytestmark = pytest.mark.django_db

LOGIN, OK, DONE, FORBIDDEN, NOT_FOUND, NOT_ALLOWED = "login", 200, 302, 403, 404, 405

# Each row has the page, the method, the status code for an editor, and that for a publisher.
PAGES = [
    ("party/", "get", OK, OK),
    ("party/", "post", DONE, DONE),
    ("party/add/", "get", OK, FORBIDDEN),
    ("party/add/", "post", DONE, FORBIDDEN),
    ("party/{published}/change/", "get", OK, OK),
    ("party/{published}/change/", "post", DONE, FORBIDDEN),
    ("party/{draft}/change/", "post", DONE, FORBIDDEN),
    ("party/{published}/delete/", "get", FORBIDDEN, FORBIDDEN),
    ("party/{published}/delete/", "post", FORBIDDEN, FORBIDDEN),
    ("party/{published}/history/", "get", OK, OK),
    ("party/choices/", "get", OK, OK),
    ("party/{published}/slug/", "get", FORBIDDEN, OK),
    ("party/{published}/slug/", "post", FORBIDDEN, DONE),
    ("party/bulk/publish/", "get", FORBIDDEN, NOT_ALLOWED),
    ("party/bulk/publish/", "post", FORBIDDEN, DONE),
    ("party/bulk/withdraw/", "post", FORBIDDEN, DONE),
    ("party/bulk/restore/", "post", FORBIDDEN, DONE),
    ("party/bulk/verify/", "get", NOT_ALLOWED, FORBIDDEN),
    ("party/bulk/verify/", "post", DONE, FORBIDDEN),
    ("party/export/csv/", "get", OK, OK),
    ("party/export/csv/", "post", NOT_ALLOWED, NOT_ALLOWED),
    ("party/export/xlsx/", "get", OK, OK),
    ("party/import/", "get", OK, FORBIDDEN),
    ("party/import/", "post", OK, FORBIDDEN),
    ("party/import/{upload}/", "get", DONE, FORBIDDEN),
    ("party/import/{upload}/", "post", DONE, FORBIDDEN),
    ("source/", "get", OK, OK),
    ("source/add/", "get", OK, FORBIDDEN),
    ("source/add/", "post", DONE, FORBIDDEN),
    ("source/{source}/change/", "get", OK, OK),
    ("source/{source}/change/", "post", DONE, FORBIDDEN),
    ("source/{source}/delete/", "post", FORBIDDEN, FORBIDDEN),
    ("source/choices/", "get", OK, OK),
    ("composition/", "get", DONE, DONE),
    ("composition/add/", "get", OK, FORBIDDEN),
    ("composition/{composition}/change/", "get", OK, OK),
    ("composition/{composition}/change/", "post", DONE, FORBIDDEN),
    ("composition/{composition}/delete/", "get", OK, FORBIDDEN),
    ("composition/{composition}/delete/", "post", DONE, FORBIDDEN),
    ("worklist/drafts/", "get", OK, OK),
    ("worklist/drafts/count/", "get", NOT_ALLOWED, NOT_ALLOWED),
    ("worklist/drafts/count/", "post", DONE, DONE),
    ("worklist/duplicates/not-duplicate/", "get", NOT_ALLOWED, NOT_ALLOWED),
    ("worklist/duplicates/not-duplicate/", "post", DONE, FORBIDDEN),
]
# POST requests that are allowed, but change nothing in the graph.
HARMLESS = ("party/", "party/import/{upload}/", "worklist/drafts/count/")


@pytest.fixture
def rows(db):
    factories.CountryFactory(country_code="fr")
    composition = factories.CompositionFactory(total=5)
    composition.shares.create(name="Others", seats=5)
    published = factories.PartyFactory()
    factories.RelationshipFactory(subject=published, object=factories.IdeologyFactory())
    return {
        "draft": factories.PartyFactory(status="draft").pk,
        "published": published.pk,
        "withdrawn": factories.PartyFactory(status="withdrawn").pk,
        "source": factories.SourceFactory().pk,
        "composition": composition.pk,
        "upload": "00000000-0000-4000-8000-000000000000",
    }


@pytest.fixture
def request_page(rows, operator):
    """Return the function ``request_page(client, page, method)``. It requests an admin page, and returns the status
    code, or LOGIN for the login page. Its POST data would change the graph if the user were allowed to."""

    def _request_page(client, page, method):
        address = f"/admin/graph/{page.format(**rows)}"
        response = getattr(client, method)(address, _data(operator, address, page, rows) if method == "post" else {})
        b"".join(response)  # Read the whole response, which closes the file of an export.
        leads_to_login = response.headers.get("Location", "").startswith("/admin/login/")
        is_login = b'id="login-form"' in getattr(response, "content", b"")
        return LOGIN if leads_to_login or is_login else response.status_code

    return _request_page


def _data(operator, address, page, rows):
    data = {"reason": "Because.", "post": "yes", "one": rows["draft"], "other": rows["published"], "day": "2020-01-01"}
    if page == "party/":
        return {"action": "delete_selected", "_selected_action": [rows["draft"]], "post": "yes"}
    if "bulk/" in page:
        status = {"publish": "draft", "withdraw": "published", "restore": "withdrawn", "verify": "published"}
        return data | {"rows": [rows[status[page.split("/")[2]]]]}
    if "slug/" in page:
        return data | {"slug": "another-slug-fr"}
    if page.startswith("composition") and "delete" in page:
        return data | {"version": operator.get(address).context["version"]}
    if "change/" in page or "add/" in page:
        typed = {"name": "Another", "country_code": "fr", "slug": "another", "retrieved": "2026-01-01"}
        typed |= {"start_date": "1999"} if "composition" in page else {}
        return (
            form_on(operator.get(address))
            | data
            | (typed if "slug" in page or "source" in page else typed | {"slug": ""})
        )
    return data


def everything():
    others = (NotDuplicate, Source, Upload)
    return whole_graph(), [list(model.objects.values()) for model in others]


@pytest.mark.parametrize(("page", "method", "of_editor", "of_publisher"), PAGES)
class TestPages:
    def test_response_to_an_editor(self, page, method, of_editor, of_publisher, request_page, as_editor):
        self._check(request_page, as_editor, page, method, of_editor)

    def test_response_to_a_publisher(self, page, method, of_editor, of_publisher, request_page, as_publisher):
        self._check(request_page, as_publisher, page, method, of_publisher)

    def _check(self, request_page, client, page, method, expected):
        before = everything()

        assert request_page(client, page, method) == expected

        changes = method == "post" and expected == DONE and page not in HARMLESS
        assert (everything() != before) == changes


@pytest.mark.parametrize(
    ("account", "expected"),
    [(None, LOGIN), ({}, LOGIN), ({"is_staff": True}, FORBIDDEN)],
    ids=["nobody", "user", "staff"],
)
def test_no_page_is_open_to_others(account, expected, request_page, browser):
    client = browser(None if account is None else factories.UserFactory(**account))
    before = everything()

    assert {request_page(client, page, method) for page, method, *_ in PAGES} == {expected}
    assert everything() == before


def test_superuser_may_do_what_editors_and_publishers_may(request_page, operator):
    for page, method, of_editor, of_publisher in PAGES:
        expected = of_editor if of_publisher == FORBIDDEN else of_publisher
        if method == "get":
            assert request_page(operator, page, method) == expected, page


@pytest.mark.parametrize(
    "page",
    [
        "party/{published}/change/",
        "party/bulk/withdraw/",
        "party/import/",
        "composition/{composition}/delete/",
        "worklist/duplicates/not-duplicate/",
    ],
)
def test_post_without_csrf_token_is_rejected(page, request_page, superuser, browser):
    before = everything()

    assert request_page(browser(superuser, enforce_csrf_checks=True), page, "post") == FORBIDDEN
    assert everything() == before


def test_form_of_an_entity_has_no_fields_for_a_publisher(as_publisher):
    for kind, factory in factories.FACTORIES.items():
        form = form_on(as_publisher.get(f"/admin/graph/{kind}/{factory().pk}/change/"))

        hidden = ("csrfmiddlewaretoken", "version", "_FORMS", "-entity", "-id")
        assert not [name for name in form if not name.endswith(hidden)], kind


def test_page_of_an_entity_offers_actions_to_publishers_only(as_editor, as_publisher):
    address = f"/admin/graph/party/{factories.PartyFactory().pk}/change/"

    for client, is_offered in ((as_editor, False), (as_publisher, True)):
        page = client.get(address).content.decode()
        assert ("/bulk/withdraw/" in page, "/slug/" in page) == (is_offered, is_offered)


@pytest.mark.parametrize(
    ("role", "offered", "hidden"),
    [
        ("editors", ["Export CSV", "Import", "Set verified date"], ["Publish</option>", "Withdraw</option>"]),
        ("publishers", ["Export XLSX", "Publish</option>", "Withdraw</option>"], [">Import<", "Set verified date"]),
    ],
)
def test_list_offers_what_its_reader_may_do(role, offered, hidden, browser):
    factories.PartyFactory()

    page = browser(create_staff("reader", role)).get("/admin/graph/party/").content.decode()

    assert not [text for text in offered if text not in page]
    assert not [text for text in hidden if text in page]


@pytest.mark.parametrize(("status", "code"), [("draft", 404), ("withdrawn", 410)])
def test_api_does_not_show_entities_that_are_not_published(status, code, client):
    party = factories.PartyFactory(status=status, name="Secret")

    assert client.get(f"/api/graph/entity/{party.slug}").status_code == code
    assert "Secret" not in client.get("/api/graph/entities?type=party").content.decode()


def test_preview_is_open_to_its_editor_only(as_editor, browser):
    party = factories.PartyFactory()
    upload(as_editor, "party", csv_of(("slug", "name"), (party.slug, "Another")))
    address = f"/admin/graph/party/import/{Upload.objects.get().pk}/"

    assert as_editor.get(address).status_code == OK
    assert browser(create_staff("other", "editors")).get(address).status_code == DONE
