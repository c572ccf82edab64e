"""Test that the code examples of the start page run without a change."""

import ast
import html
import os
import re
import shutil
import subprocess
import sys

import pytest

from accounts.actions.keys import create_key
from tests.factories import CountryFactory, UserFactory

NODE = shutil.which("node")


def snippets(client):
    """Map each programming language to its code example on the start page of an account."""
    page = client.get("/account/start").content.decode()
    blocks = re.findall(r'(?s)<h2>(\w+)</h2>\s*(?:<p>.*?</p>\s*)?<pre class="copy">(.*?)</pre>', page)
    return {language: html.unescape(text) for language, text in blocks}


def run(*command, **environment):
    return subprocess.run(  # noqa: S603 - fixed commands of ours against the server of this test
        command, capture_output=True, text=True, timeout=30, check=True, env=os.environ | environment
    ).stdout


@pytest.mark.django_db
class TestTexts:
    def test_start_page_has_a_snippet_for_each_language(self, client, researcher):
        found = snippets(client)

        assert list(found) == ["curl", "Python", "R", "JavaScript"]
        assert all("PKG_KEY" in text and "http://testserver/api/snapshot/france" in text for text in found.values())

    def test_snippets_contain_the_base_url(self, client, researcher, settings):
        settings.BASE_URL = "https://graph.example"

        assert all("https://graph.example/api/" in text for text in snippets(client).values())

    def test_python_snippet_compiles(self, client, researcher):
        assert ast.parse(snippets(client)["Python"])

    def test_snippets_contain_no_key(self, client, researcher):
        page = client.get("/account/start").content.decode()

        assert not re.search(r"pkg_[0-9A-Za-z]", page)


@pytest.mark.django_db(transaction=True)
class TestPrograms:
    @pytest.fixture
    def key(self, client):
        user = UserFactory()
        client.force_login(user)
        return create_key(user=user, name="Thesis")[1]

    @pytest.fixture
    def found(self, client, key, live_server, settings):
        settings.BASE_URL = live_server.url
        CountryFactory(name="France", country_code="fr", slug="france")
        return snippets(client)

    @pytest.mark.skipif(not shutil.which("curl"), reason="needs curl")
    def test_curl_snippet_runs(self, found, key):
        assert '"name":"France"' in run("sh", "-c", found["curl"].replace("pkg_…", key))

    def test_python_snippet_runs(self, found, key):
        assert run(sys.executable, "-c", found["Python"], PKG_KEY=key).startswith("France {")

    @pytest.mark.skipif(not NODE, reason="needs Node.js")
    def test_javascript_snippet_runs(self, found, key):
        assert run(NODE, "--input-type=module", "-e", found["JavaScript"], PKG_KEY=key).startswith("France {")
