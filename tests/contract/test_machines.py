"""Test the files for search engines and other programs, such as sitemaps and robots.txt."""

import re

import pytest

from graph.models import Entity
from tests.factories import PoliticianFactory

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("today")]


def test_sitemaps_list_each_published_entity(client, macron, gb_2019, one_sitemap):
    index = client.get("/sitemap.xml").content.decode()
    files = re.findall(r"<loc>http://testserver(/[^<]+)</loc>", index)

    assert files[:3] == ["/sitemap-pages.xml", "/sitemap-results.xml", "/sitemap-1.xml"]
    contents = "".join(client.get(path).content.decode() for path in files[2:])
    listed = re.findall(r"<loc>http://testserver/entity/([^<]+)</loc>", contents)
    assert sorted(listed) == sorted(Entity.objects.published().values_list("slug", flat=True))
    assert "/elections/gb-2019</loc>" in client.get(files[1]).content.decode()
    assert client.get(f"/sitemap-{len(files) - 1}.xml").status_code == 404


def test_sitemap_has_several_files(client, macron, monkeypatch):
    pks = sorted(Entity.objects.values_list("pk", flat=True))
    monkeypatch.setattr("snapshots.pages.sitemaps.LARGEST_FILE", pks[-1] - 1)

    contents = [client.get(f"/sitemap-{number}.xml").content.decode() for number in (1, 2)]

    assert [content.count("<loc>") for content in contents] == [len(pks) - 1, 1]


def test_gap_of_primary_keys_has_no_sitemap(client, macron, monkeypatch):
    monkeypatch.setattr("snapshots.pages.sitemaps.LARGEST_FILE", 10)
    newest = Entity.objects.latest("pk").pk
    far = PoliticianFactory(pk=newest + 95)

    files = re.findall(r"<loc>http://testserver(/sitemap-\d[^<]+)</loc>", client.get("/sitemap.xml").content.decode())

    assert files[-1] == f"/sitemap-{-(-far.pk // 10)}.xml"
    assert all("<loc>" in client.get(path).content.decode() for path in files)
    assert client.get(f"/sitemap-{-(-(newest + 40) // 10)}.xml").status_code == 404
    assert client.get(f"/sitemap-{10**30}.xml").status_code == 404


def test_sitemap_of_general_pages_lists_pages_that_exist(client):
    listed = re.findall("<loc>http://testserver([^<]+)</loc>", client.get("/sitemap-pages.xml").content.decode())

    assert "/downloads" in listed
    assert {client.get(path).status_code for path in listed} == {200}


def test_text_files_have_absolute_urls(client, settings):
    settings.BASE_URL = "https://graph.example"

    assert "Sitemap: https://graph.example/sitemap.xml" in client.get("/robots.txt").content.decode()
    assert "](https://graph.example/docs)" in client.get("/llms.txt").content.decode()


@pytest.mark.parametrize("path", ["/robots.txt", "/llms.txt"])
def test_text_files_are_plain_text(client, path):
    response = client.get(path)

    assert response.status_code == 200
    assert response["Content-Type"].startswith("text/plain")
