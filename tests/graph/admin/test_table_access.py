"""Who may take tables out and in, act on many, and see what waits: every role, page and method."""

import pytest

from graph.models import NotDuplicate, Upload
from tests import factories
from tests.graph.admin.conftest import worker
from tests.graph.admin.tables.files import csv_of, upload
from tests.graph.admin.tables.graph import whole_graph

pytestmark = pytest.mark.django_db

LOGIN, OK, DONE, FORBIDDEN, NOT_ALLOWED, NONE = "login", 200, 302, 403, 405, 404

# page, method, editor, publisher, superuser. Nobody else of the staff is let in anywhere, and others are led to login.
PAGES = [
    ("party/export/csv/", "get", OK, OK, OK),
    ("party/export/csv/", "post", NOT_ALLOWED, NOT_ALLOWED, NOT_ALLOWED),
    ("party/export/xlsx/", "get", OK, OK, OK),
    ("party/export/xlsx/", "post", NOT_ALLOWED, NOT_ALLOWED, NOT_ALLOWED),
    ("party/import/", "get", OK, FORBIDDEN, OK),
    ("party/import/", "post", OK, FORBIDDEN, OK),
    ("party/import/{upload}/", "get", DONE, FORBIDDEN, DONE),
    ("party/import/{upload}/", "post", DONE, FORBIDDEN, DONE),
    ("party/bulk/publish/", "get", FORBIDDEN, NOT_ALLOWED, NOT_ALLOWED),
    ("party/bulk/publish/", "post", FORBIDDEN, DONE, DONE),
    ("party/bulk/withdraw/", "get", FORBIDDEN, NOT_ALLOWED, NOT_ALLOWED),
    ("party/bulk/withdraw/", "post", FORBIDDEN, DONE, DONE),
    ("party/bulk/verify/", "get", NOT_ALLOWED, FORBIDDEN, NOT_ALLOWED),
    ("party/bulk/verify/", "post", DONE, FORBIDDEN, DONE),
    ("worklist/drafts/", "get", OK, OK, OK),
    ("worklist/drafts/count/", "get", NOT_ALLOWED, NOT_ALLOWED, NOT_ALLOWED),
    ("worklist/drafts/count/", "post", DONE, DONE, DONE),
    ("worklist/duplicates/aside/", "get", NOT_ALLOWED, NOT_ALLOWED, NOT_ALLOWED),
    ("worklist/duplicates/aside/", "post", DONE, FORBIDDEN, DONE),
]


@pytest.fixture
def parties():
    return factories.PartyFactory(status="draft"), factories.PartyFactory()


@pytest.fixture
def ask(parties, browser):
    """Ask for a page with what does the most: the answer's status, or that it leads to the login."""
    uploader = browser(worker("uploader", "editors"))
    upload(uploader, "party", csv_of(("slug", "name"), (parties[0].slug, "Another")))
    key = Upload.objects.get().pk

    def _ask(client, page, method):
        draft, published = parties
        told = {"rows": [published.pk if "withdraw" in page else draft.pk], "reason": "Why", "day": "2020-01-01"}
        told |= {"one": draft.pk, "other": published.pk}
        answer = getattr(client, method)(f"/admin/graph/{page.format(upload=key)}", told if method == "post" else {})
        b"".join(answer)
        leads_to_login = answer.headers.get("Location", "").startswith("/admin/login/")
        return LOGIN if leads_to_login else answer.status_code

    return _ask


def everything():
    return whole_graph(), list(Upload.objects.values()), list(NotDuplicate.objects.values())


@pytest.mark.parametrize(("page", "method", "of_editor", "of_publisher", "of_superuser"), PAGES)
class TestEveryPage:
    def test_leads_others_to_the_login(self, page, method, of_editor, of_publisher, of_superuser, ask, browser):
        before = everything()

        assert ask(browser(), page, method) == LOGIN
        assert ask(browser(factories.UserFactory()), page, method) == LOGIN
        assert everything() == before

    def test_refuses_staff_without_permissions(self, page, method, of_editor, of_publisher, of_superuser, ask, browser):
        before = everything()

        assert ask(browser(worker("keys")), page, method) == FORBIDDEN
        assert everything() == before

    def test_answers_an_editor(self, page, method, of_editor, of_publisher, of_superuser, ask, as_editor):
        before = everything()

        assert ask(as_editor, page, method) == of_editor
        assert everything() == before or of_editor == DONE

    def test_answers_a_publisher(self, page, method, of_editor, of_publisher, of_superuser, ask, as_publisher):
        before = everything()

        assert ask(as_publisher, page, method) == of_publisher
        assert everything() == before or of_publisher == DONE

    def test_answers_a_superuser(self, page, method, of_editor, of_publisher, of_superuser, ask, operator):
        assert ask(operator, page, method) == of_superuser


@pytest.mark.parametrize("page", [page for page, method, *_ in PAGES if method == "post" and "export" not in page])
def test_a_form_of_another_site_does_nothing(page, ask, superuser, browser):
    client = browser(superuser, enforce_csrf_checks=True)
    before = everything()

    assert ask(client, page, "post") == FORBIDDEN
    assert everything() == before


@pytest.mark.parametrize(
    ("role", "offered", "hidden"),
    [
        ("editors", ["Export CSV", "Import", "Set verified date"], ["Publish</option>", "Withdraw</option>"]),
        ("publishers", ["Export XLSX", "Publish</option>", "Withdraw</option>"], [">Import<", "Set verified date"]),
    ],
)
def test_a_list_offers_what_its_reader_may_do(role, offered, hidden, parties, browser):
    page = browser(worker("reader", role)).get("/admin/graph/party/").content.decode()

    assert not [words for words in offered if words not in page]
    assert not [words for words in hidden if words in page]
