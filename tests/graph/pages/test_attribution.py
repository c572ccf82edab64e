"""Test GET /attribution, which shows how to name the service as a source, and the licences of the sources."""

import re

import pytest

from tests.factories import SourceFactory

pytestmark = pytest.mark.django_db


def test_attribution_has_text_and_html_to_copy(client, settings):
    settings.BASE_URL = "https://graph.example"

    page = client.get("/attribution").content.decode()

    assert "Data: Political Knowledge Graph, https://graph.example/" in page
    assert (
        "&lt;p&gt;Data: &lt;a href=&quot;https://graph.example/&quot;&gt;Political Knowledge Graph&lt;/a&gt;&lt;/p&gt;"
        in page
    )


def test_attribution_lists_every_source_with_its_licence(client):
    SourceFactory(slug="a", name="A survey", licence="CC0-1.0", url="https://survey.example/")
    SourceFactory(slug="b", name="A crosswalk", licence="", url="")

    page = client.get("/attribution").content.decode()

    assert '<a href="https://survey.example/">A survey</a>' in page
    assert "CC0-1.0" in page
    assert re.search(r"A crosswalk</th>\s*<td>none stated", page)


def test_attribution_may_be_cached(client):
    response = client.get("/attribution")

    assert response["ETag"]
    assert client.get("/attribution", headers={"If-None-Match": response["ETag"]}).status_code == 304
    assert client.post("/attribution").status_code == 405
