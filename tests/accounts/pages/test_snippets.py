"""The first calls that a researcher copies work as they stand."""

import ast
import html
import os
import re
import shutil
import subprocess
import sys

import pytest

from accounts.actions import create_key
from tests.factories import CountryFactory, UserFactory

NODE = shutil.which("node")


def snippets(client):
    """By the heading that each stands below."""
    page = client.get("/account/start").content.decode()
    blocks = re.findall(r'(?s)<h2>(\w+)</h2>\s*(?:<p>.*?</p>\s*)?<pre class="copy">(.*?)</pre>', page)
    return {language: html.unescape(text) for language, text in blocks}


def run(*command, **environment):
    return subprocess.run(  # noqa: S603 - fixed commands of ours against the server of this test
        command, capture_output=True, text=True, timeout=30, check=True, env=os.environ | environment
    ).stdout


@pytest.mark.django_db
class TestAsText:
    def test_there_is_one_in_every_language_and_each_asks_with_the_key(self, client, researcher):
        told = snippets(client)

        assert list(told) == ["curl", "Python", "R", "JavaScript"]
        assert all("PKG_KEY" in text and "http://testserver/api/snapshot/france" in text for text in told.values())

    def test_the_published_address_stands_in_them(self, client, researcher, settings):
        settings.BASE_URL = "https://graph.example"

        assert all("https://graph.example/api/" in text for text in snippets(client).values())

    def test_the_one_in_python_compiles(self, client, researcher):
        assert ast.parse(snippets(client)["Python"])

    def test_no_key_stands_in_them(self, client, researcher):
        page = client.get("/account/start").content.decode()

        assert not re.search(r"pkg_[0-9A-Za-z]", page)


@pytest.mark.django_db(transaction=True)
class TestAsPrograms:
    @pytest.fixture
    def key(self, client):
        user = UserFactory()
        client.force_login(user)
        return create_key(user=user, name="Thesis")[1]

    @pytest.fixture
    def told(self, client, key, live_server, settings):
        settings.BASE_URL = live_server.url
        CountryFactory(name="France", country_code="fr", slug="france")
        return snippets(client)

    @pytest.mark.skipif(not shutil.which("curl"), reason="needs curl")
    def test_the_one_for_curl(self, told, key):
        assert '"name":"France"' in run("sh", "-c", told["curl"].replace("pkg_…", key))

    def test_the_one_for_python(self, told, key):
        assert run(sys.executable, "-c", told["Python"], PKG_KEY=key).startswith("France {")

    @pytest.mark.skipif(not NODE, reason="needs Node.js")
    def test_the_one_for_javascript(self, told, key):
        assert run(NODE, "--input-type=module", "-e", told["JavaScript"], PKG_KEY=key).startswith("France {")
