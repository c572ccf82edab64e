"""Test the documentation for developers. Each of its programs runs without a change."""

import html
import os
import re
import shutil
import subprocess
import sys
from datetime import date

import pytest

from tests.factories import CountryFactory, CoverageFactory, OfficeFactory, PoliticianFactory, RelationshipFactory

NODE = shutil.which("node")
MEMBER = "member-of-the-bundestag-of-germany"


def programs(client):
    """Map each heading on the page /docs to the text of the program below it."""
    page = client.get("/docs").content.decode()
    blocks = re.findall(r'(?s)<h3[^>]*>([^<]+)</h3>\s*(?:<p>.*?</p>\s*)?<pre class="copy">(.*?)</pre>', page)
    return {title: html.unescape(text) for title, text in blocks}


def has_r_with_httr2():
    rscript = shutil.which("Rscript")
    loads = [rscript, "-e", "library(httr2)"]
    return rscript and not subprocess.run(loads, capture_output=True).returncode  # noqa: S603 - a fixed command of ours


@pytest.mark.django_db
def test_links_and_addresses_of_the_page_lead_somewhere(client):
    page = client.get("/docs").content.decode()

    links = {link for link in re.findall(r'href="(/[^"]*)"', page) if "/static/" not in link}
    assert {"/docs/api", "/docs/webhooks", "/problems", "/terms"} <= links
    assert {link for link in links if client.get(link).status_code not in (200, 302)} == set()
    assert set(re.findall(r'href="#([^"]+)"', page)) <= set(re.findall(r'id="([^"]+)"', page))


@pytest.mark.django_db(transaction=True)
class TestPrograms:
    @pytest.fixture
    def found(self, client, live_server, settings):
        settings.BASE_URL = live_server.url
        country = CountryFactory(name="France", country_code="fr", slug="france")
        office = OfficeFactory(name="President of France", country_code="fr", details__office_type="head of state")
        RelationshipFactory(type="office_in_country", subject=office, object=country)
        member = OfficeFactory(name="Member of the Bundestag", slug=MEMBER)
        person = PoliticianFactory(name="Emmanuel Macron", country_code="fr")
        for held in (office, member):
            RelationshipFactory(subject=person, object=held, start_date="2017-05-14", verified_at=date(2026, 1, 22))
        CoverageFactory(election__slug="united-kingdom-2019-legislative")
        return programs(client)

    def run(self, *command, folder="."):
        return subprocess.run(  # noqa: S603 - fixed commands of ours against the server of this test
            command, capture_output=True, text=True, timeout=30, check=True, env=os.environ, cwd=folder
        ).stdout

    def test_first_call_runs_in_each_language(self, found):
        said = "Emmanuel Macron - President of France since 2017-05-14"

        assert said in self.run(sys.executable, "-c", found["Python"])
        if shutil.which("curl"):
            assert '"name":"France"' in self.run("sh", "-c", found["curl"])
        if NODE:
            assert said in self.run(NODE, "--input-type=module", "-e", found["JavaScript"])
        if has_r_with_httr2():
            assert said in self.run("Rscript", "-e", found["R"])

    def test_tasks_run_and_print_their_results(self, found, tmp_path):
        members = self.run(sys.executable, "-c", found["All members of a parliament on a day"])
        governed = self.run(sys.executable, "-c", found["Who governed when"])
        election = self.run(sys.executable, "-c", found["Follow an election"])
        for _ in range(2):
            self.run(sys.executable, "-c", found["Mirror the graph"], folder=tmp_path)

        assert members == "Emmanuel Macron 2017-05-14 None current\n"
        assert "2022-07-01 Emmanuel Macron - President of France current" in governed
        assert "0 of 0 races reporting, scheduled" in election
        assert (tmp_path / "position.txt").exists()
