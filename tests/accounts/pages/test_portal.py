"""Test rules for all pages of the portal: access, caching, forms and markup."""

import re
from itertools import pairwise

import pytest
from django.contrib.messages import get_messages
from django.test import Client

from accounts.models import ApiKey, ProRequest, User
from tests.factories import ApiKeyFactory, KeyUseFactory, ProRequestFactory, UserFactory

pytestmark = pytest.mark.django_db
READ = ["/account", "/account/start", "/account/use"]
SENT = [
    "/account/pro",
    "/account/keys/new",
    "/account/keys/{key}/roll",
    "/account/keys/{key}/revoke",
    "/account/delete",
]
OPEN = ["/account/deleted", "/attribution"]
OF_A_KEY = ["/account/keys/{key}/roll", "/account/keys/{key}/revoke", "/account/use?key={key}"]
LONG = pytest.param("1" * 5_000, id="5,000 digits")
HOSTILE_IDS = ["0", "99999999999999999999999999", "-1", "x", "%C2%B2", "1%2C000", "1.5", LONG]


def addresses(paths, user):
    key = ApiKeyFactory(user=user)
    return [path.format(key=key.pk) for path in paths]


class TestAccess:
    @pytest.mark.parametrize("method", ["get", "post"])
    def test_anonymous_visitor_is_redirected_to_sign_in_and_back(self, client, method):
        for path in addresses(READ + SENT if method == "get" else SENT, UserFactory()):
            response = getattr(client, method)(path)

            assert response.status_code == 302
            assert response["Location"] == f"/sign-in?next={path}"
            assert "no-store" in response["Cache-Control"]

    @pytest.mark.parametrize("method", ["get", "post"])
    @pytest.mark.parametrize("path", OF_A_KEY)
    def test_key_of_another_account_is_404(self, client, researcher, path, method):
        key = ApiKeyFactory()

        response = getattr(client, method)(path.format(key=key.pk), {"overlap": "1"} if method == "post" else None)

        key.refresh_from_db()
        assert response.status_code == (405 if method == "post" and "use" in path else 404)
        assert key.is_live()
        assert not key.successor

    @pytest.mark.parametrize("pk", HOSTILE_IDS)
    def test_invalid_key_number_is_404(self, client, researcher, pk):
        for path in OF_A_KEY:
            assert client.get(path.format(key=pk)).status_code == 404

    @pytest.mark.parametrize("suffix", [".css", "/x.js", "x"])
    def test_longer_path_is_404(self, client, researcher, suffix):
        for path in addresses(READ + SENT, researcher):
            assert client.get(path + suffix).status_code == 404

    def test_path_with_a_slash_redirects_to_the_path_without_it(self, client, researcher):
        for path in addresses(READ + SENT, researcher):
            assert client.get(f"{path}/")["Location"] == path

    def test_deactivated_account_is_signed_out(self, client, researcher):
        User.objects.update(is_active=False)

        assert client.get("/account").status_code == 302

    def test_staff_can_open_every_page(self, client):
        editor = UserFactory(is_staff=True)
        client.force_login(editor)

        for path in addresses(READ + SENT, editor):
            assert client.get(path).status_code == 200


class TestForms:
    def test_forms_need_a_csrf_token(self, forger, researcher):
        for path in addresses(SENT, researcher):
            response = forger.post(path, {"address": researcher.email, "name": "x", "known_keys": 1, "overlap": "0"})

            assert response.status_code == 403
            assert "no-store" in response["Cache-Control"]
        assert ApiKey.objects.live().count() == ApiKey.objects.count() == 1

    def test_get_changes_nothing(self, client, researcher):
        for path in addresses(SENT, researcher):
            client.get(path, {"address": researcher.email, "name": "x", "known_keys": 1, "overlap": "0"})

        assert ApiKey.objects.live().count() == ApiKey.objects.count() == 1
        assert not ProRequest.objects.exists()

    @pytest.mark.parametrize("method", ["put", "patch", "delete"])
    def test_other_methods_are_405(self, client, researcher, method):
        for path in addresses(READ + SENT, researcher):
            assert getattr(client, method)(path).status_code == 405

    @pytest.mark.parametrize(
        "body", [b"\x00=%00", b"name=%00&known_keys=%00", b"name=%ED%A0%80", b"a=" + b"x" * 100_000, b"&" * 900]
    )
    def test_invalid_forms_are_no_server_error(self, client, researcher, body):
        for path in addresses(SENT, researcher)[:3]:
            response = client.generic("POST", path, body, content_type="application/x-www-form-urlencoded")

            assert response.status_code in (200, 400)
        assert ApiKey.objects.count() == 1


class TestPages:
    @pytest.fixture
    def pages(self, client, researcher):
        KeyUseFactory(key__user=researcher)
        ProRequestFactory(user=researcher)
        paths = [*addresses(READ + SENT, researcher), *OPEN]
        return {path: client.get(path) for path in paths}

    def test_pages_are_not_cached(self, pages):
        del pages["/attribution"]

        assert {response["Cache-Control"] for response in pages.values()} == {"private, no-store"}
        assert not [path for path, response in pages.items() if "ETag" in response]

    def test_pages_have_no_inline_styles_or_scripts(self, pages):
        """The Content-Security-Policy of the pages, ``default-src 'none'; style-src 'self'``, forbids them."""
        for path, response in pages.items():
            portal = response.content.decode()

            assert not re.search(r"<script|\sstyle=|\son[a-z]+=|javascript:", portal), path

    def test_pages_have_headings_labels_and_captions(self, pages):
        for path, response in pages.items():
            page = response.content.decode()

            levels = [int(level) for level in re.findall(r"<h([1-6])", page)]
            assert levels.count(1) == 1, path
            assert levels[0] == 1, path
            assert all(after <= before + 1 for before, after in pairwise(levels)), path
            assert page.count("<table") == page.count("<caption"), path
            assert set(re.findall(r"<th[^>]* scope=", page)) or "<th" not in page, path

    def test_pages_escape_markup_in_names(self, client, researcher):
        ApiKeyFactory(user=researcher, name="<script>alert(1)</script>")

        page = client.get("/account").content.decode()

        assert "<script>" not in page
        assert "&lt;script&gt;" in page


def test_public_pages_use_no_session(client, researcher):
    """Caches may store public pages, which are the same for everybody. With a session, they would differ by visitor."""
    for path in ("/", "/attribution", "/problems"):
        assert "Cookie" not in client.get(path).get("Vary", "")


def test_public_pages_link_to_the_account():
    assert 'href="/account"' in Client().get("/").content.decode()


def test_message_appears_once_on_the_next_page(client, researcher):
    key = ApiKeyFactory(user=researcher, name="Thesis")

    response = client.post(f"/account/keys/{key.pk}/revoke")

    assert [str(message) for message in get_messages(response.wsgi_request)]
    assert "is revoked" in client.get("/account").content.decode()
    assert "is revoked" not in client.get("/account").content.decode()
