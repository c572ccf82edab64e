"""Test GET /api/downloads and the files below /downloads (API contract, section 13)."""

import csv
import gzip
import io
import json
import sqlite3
import xml.etree.ElementTree as ET
import zipfile
from datetime import timedelta
from hashlib import sha256

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from config.http import streams
from graph.actions import withdraw
from graph.models import Entity
from snapshots.downloads import build, sets
from snapshots.pages import files
from tests.contract.test_openapi import conforms
from tests.factories import OtherNameFactory, PartyFactory, PoliticianFactory, RedirectFactory, RelationshipFactory

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("today")]
HEADERS = ("ETag", "Last-Modified", "Accept-Ranges", "Content-Disposition")


@pytest.fixture
def folder(settings, tmp_path):
    settings.DOWNLOADS_FOLDER = tmp_path / "downloads"
    return settings.DOWNLOADS_FOLDER


@pytest.fixture
def built(folder, republic, gb_2019):
    call_command("build_downloads", verbosity=0)
    return sets.find_set()


def file_of(client, name, **headers):
    return client.get(f"/downloads/{name}", headers=headers)


def members(client, name):
    archive = zipfile.ZipFile(io.BytesIO(file_of(client, name).getvalue()))
    return {member: archive.read(member).decode() for member in archive.namelist()}


def json_lines(text):
    return [json.loads(line) for line in text.splitlines()]


def test_list_is_empty_before_the_first_build(client, folder):
    response = client.get("/api/downloads")

    assert response.json()["generated_at"] is None
    assert response.json()["files"] == []
    assert client.get("/downloads").status_code == 200
    assert file_of(client, "graph.csv.zip").status_code == 404


def test_files_identify_the_caller_and_are_not_counted(client, built):
    for response in (file_of(client, "graph.csv.zip"), file_of(client, "nothing.zip"), client.get("/api/me")):
        assert (response["X-API-Tier"], response["X-RateLimit-Remaining"]) == ("anonymous", "120")

    rejected = file_of(client, "graph.csv.zip", authorization="Bearer pkg_mistyped")
    assert (rejected.status_code, rejected["WWW-Authenticate"]) == (401, 'Bearer error="invalid_token"')


def test_list_has_the_size_and_checksum_of_each_file(client, built):
    document = client.get("/api/downloads").json()

    assert document["generated_at"] == "2026-06-15T12:00:00Z"
    assert {file["format"] for file in document["files"]} == {"jsonl", "csv", "graphml", "sqlite", "results"}
    for file in document["files"]:
        content = client.get(file["url"]).getvalue()
        assert (file["size"], file["sha256"]) == (len(content), sha256(content).hexdigest())
    assert "CC0-1.0" in document["files"][0]["licence"]


def test_list_conforms_to_the_openapi_document(client, built):
    document = client.get("/api/schema").json()

    conforms(document, "DownloadsAnswer", client.get("/api/downloads").json())


def test_list_can_be_filtered(client, built):
    listed = client.get("/api/downloads?country=fr&format=csv").json()["files"]

    assert [file["name"] for file in listed] == ["france.csv.zip"]
    assert client.get("/api/downloads?country=xx").status_code == 400


def test_changes_of_the_list_continue_after_the_files(client, folder, republic):
    first, second = PartyFactory(), PartyFactory()
    withdraw(entity=first)
    call_command("build_downloads", verbosity=0)
    withdraw(entity=second)

    found = client.get(client.get("/api/downloads").json()["changes"]).json()["changes"]

    assert [row["slug"] for row in found] == [second.slug]


def test_entities_are_documents_of_the_api(client, built):
    lines = json_lines(members(client, "graph.jsonl.zip")["entities.jsonl"])

    assert [line["slug"] for line in lines] == sorted(Entity.objects.published().values_list("slug", flat=True))
    for line in lines:
        shown = client.get(f"/api/graph/entity/{line['slug']}").json()["entity"]
        assert line.pop("url").endswith(f"/entity/{line['slug']}")
        # The response for an entity also lists the sources of its relationships.
        assert [row for row in line.pop("sources") if row not in shown["sources"]] == []
        assert line == {name: value for name, value in shown.items() if name not in ("url", "sources")}


def test_file_of_a_country_has_both_ends_of_its_relationships(client, built):
    found = members(client, "france.jsonl.zip")

    slugs = {line["slug"] for line in json_lines(found["entities.jsonl"])}
    relationships = json_lines(found["relationships.jsonl"])
    assert {end for row in relationships for end in (row["subject"], row["object"])} <= slugs
    assert {row["status"] for row in relationships if row["type"] == "politician_holds_office"} == {"current"}
    assert "united-kingdom" not in slugs


def test_csv_has_a_table_for_each_kind(client, built):
    tables = {name: list(csv.DictReader(io.StringIO(text))) for name, text in members(client, "graph.csv.zip").items()}

    (politician,) = (row for row in tables["politicians.csv"] if row["slug"] == "emmanuel-macron")
    assert politician["office"] == "President of France"
    assert {"parties.csv", "relationships.csv", "seats.csv", "sources.csv"} <= set(tables)
    assert ("98", "21.28") in {(row["seats"], row["vote_share"]) for row in tables["seats.csv"]}


def test_results_are_the_download_of_each_election(client, built):
    found = members(client, "graph.results.zip")

    assert set(found) == {"gb-2017.csv", "gb-2019.csv"}
    for name, text in found.items():
        path = f"/api/results/{name.removesuffix('.csv')}/download.csv"
        assert text == client.get(path).getvalue().decode()


def test_graphml_is_well_formed_and_complete(client, folder, republic):
    PartyFactory(name="Left & <Right> \x0b of “A”", country_code="fr", slug="left-fr")
    call_command("build_downloads", verbosity=0)

    graph = ET.fromstring(gzip.decompress(file_of(client, "graph.graphml.gz").getvalue()))  # noqa: S314 - our own file

    names = {"g": "http://graphml.graphdrawing.org/xmlns"}
    nodes = {node.get("id"): node for node in graph.iterfind(".//g:node", names)}
    edges = list(graph.iterfind(".//g:edge", names))
    assert nodes.keys() == set(Entity.objects.values_list("slug", flat=True))
    assert nodes["left-fr"].find("g:data[@key='node-name']", names).text == "Left & <Right>   of “A”"
    assert {edge.get(end) for edge in edges for end in ("source", "target")} <= nodes.keys()


def test_sqlite_file_can_be_read(client, built, tmp_path):
    path = tmp_path / "graph.sqlite3"
    path.write_bytes(gzip.decompress(file_of(client, "graph.sqlite3.gz").getvalue()))
    database = sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)

    assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    assert database.execute("PRAGMA foreign_key_check").fetchall() == []
    assert database.execute("SELECT capital FROM countries WHERE slug = 'france'").fetchone() == ("Paris",)
    assert dict(database.execute("SELECT * FROM about"))["as_of"] == "2026-06-15"
    database.close()


def test_files_have_only_what_is_public(client, folder, republic):
    france = Entity.objects.get(slug="france")
    draft = PartyFactory(name="Secret Draft", status="draft", country_code="fr")
    gone = PoliticianFactory(name="Withdrawn Person", country_code="fr")
    RelationshipFactory(subject=draft, object=france)
    RedirectFactory(slug="old-slug-of-the-draft", entity=draft)
    OtherNameFactory(entity=draft, name="Other Secret")
    withdraw(entity=gone)
    call_command("build_downloads", verbosity=0)

    content = gzip.decompress(file_of(client, "graph.sqlite3.gz").getvalue())

    # All formats contain the same entities, so it is enough to search one file for the texts.
    for text in (b"Secret Draft", b"Withdrawn Person", b"old-slug-of-the-draft", b"Other Secret", draft.slug.encode()):
        assert text not in content


def test_same_graph_gives_the_same_bytes(built, time_machine):
    time_machine.shift(timedelta(minutes=1))
    again = build.build_downloads(show_progress=False)

    assert again.name != built.name
    assert again.files == built.files


class TestFile:
    def test_has_an_etag_and_a_name_and_is_not_compressed_again(self, client, built):
        response = file_of(client, "france.csv.zip", **{"accept-encoding": "gzip"})

        assert {name: response[name] for name in HEADERS} == {
            "ETag": f'"{built.files["france.csv.zip"]["sha256"][:32]}"',
            "Last-Modified": "Mon, 15 Jun 2026 12:00:00 GMT",
            "Accept-Ranges": "bytes",
            "Content-Disposition": 'attachment; filename="france.csv.zip"',
        }
        assert "Content-Encoding" not in response
        assert file_of(client, "france.csv.zip", **{"if-none-match": response["ETag"]}).status_code == 304

    @pytest.mark.parametrize(
        ("asked", "first", "last"),
        [("bytes=0-0", 0, 0), ("bytes=10-19", 10, 19), ("bytes=-5", -5, -1), ("bytes=7-", 7, -1)],
    )
    def test_range_is_a_part(self, client, built, asked, first, last):
        whole = file_of(client, "france.csv.zip").getvalue()
        first, last = first % len(whole), last % len(whole)

        response = file_of(client, "france.csv.zip", range=asked)

        assert response.status_code == 206
        assert response.getvalue() == whole[first : last + 1]
        assert response["Content-Range"] == f"bytes {first}-{last}/{len(whole)}"
        assert response["Content-Length"] == str(last + 1 - first)

    @pytest.mark.parametrize("asked", ["bytes=999999999-", "bytes=-0"])
    def test_range_past_the_end_is_416(self, client, built, asked):
        response = file_of(client, "france.csv.zip", range=asked)

        assert response.status_code == 416
        assert response["Content-Range"] == f"bytes */{built.files['france.csv.zip']['size']}"

    @pytest.mark.parametrize("asked", ["bytes=0-1,3-4", "lines=1-2", "bytes=-", "bytes=5-2", "bytes=a-b"])
    def test_other_ranges_are_ignored(self, client, built, asked):
        assert file_of(client, "france.csv.zip", range=asked).status_code == 200

    def test_if_range_decides_between_part_and_whole(self, client, built):
        etag = file_of(client, "france.csv.zip")["ETag"]

        assert file_of(client, "france.csv.zip", range="bytes=0-1", **{"if-range": etag}).status_code == 206
        assert file_of(client, "france.csv.zip", range="bytes=0-1", **{"if-range": '"old"'}).status_code == 200

    def test_head_has_the_headers_of_get(self, client, built):
        response = client.head("/downloads/france.csv.zip", headers={"range": "bytes=0-1"})

        assert response.status_code == 200
        assert response["Content-Length"] == str(built.files["france.csv.zip"]["size"])

    def test_slow_clients_leave_threads_for_others(self, client, built, monkeypatch):
        monkeypatch.setattr(files, "LARGEST_BODY", 10)
        open_files = [file_of(client, "france.csv.zip") for _ in range(streams.MOST_OF_A_CALLER)]

        rejected = file_of(client, "france.csv.zip")
        others = [f"192.0.2.{number}" for number in range(streams.MOST - streams.MOST_OF_A_CALLER + 1)]
        *of_others, last = [client.get("/downloads/france.csv.zip", REMOTE_ADDR=address) for address in others]
        sizes = {len(response.getvalue()) for response in open_files + of_others}

        assert (rejected.status_code, rejected["Retry-After"], last.status_code) == (429, "10", 429)
        assert sizes == {built.files["france.csv.zip"]["size"]}
        assert file_of(client, "france.csv.zip", range="bytes=0-5").status_code == 206

    @pytest.mark.parametrize(
        "path", ["nothing.zip", "files.json", "current/files.json", "../x", "20260101T000000.0Z/x"]
    )
    def test_only_files_of_a_set_are_sent(self, client, built, path):
        assert client.get(f"/downloads/{path}").status_code == 404


class TestSets:
    def test_previous_set_is_available_for_a_day(self, client, built, time_machine):
        url = client.get("/api/downloads?country=fr").json()["files"][0]["url"]
        statuses = []
        for _ in range(2):
            time_machine.shift(timedelta(days=1))
            call_command("build_downloads", verbosity=0)
            statuses.append(client.get(url).status_code)

        assert statuses == [200, 404]

    def test_failed_build_leaves_the_set_and_the_next_one_removes_its_files(self, built, folder, monkeypatch):
        monkeypatch.setattr(build, "_write_files", lambda *_: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            build.build_downloads(show_progress=False)

        assert sets.find_set() == built
        assert (folder / sets.UNFINISHED).exists()
        with sets.new_set(timezone.now() + timedelta(minutes=1)) as new:
            assert list(new.iterdir()) == []
            sets.write_manifest(new, "2026-06-15", 0, {})
        assert sets.find_set().files == {}
        assert not (folder / sets.UNFINISHED).exists()

    def test_command_does_nothing_if_the_files_are_new(self, built, time_machine):
        time_machine.shift(timedelta(hours=23))
        call_command("build_downloads", if_older=True, verbosity=0)

        assert sets.find_set() == built

    def test_command_fails_while_another_one_builds(self, folder):
        with sets.new_set(timezone.now()), pytest.raises(CommandError, match="Another process"):
            call_command("build_downloads", verbosity=0)
