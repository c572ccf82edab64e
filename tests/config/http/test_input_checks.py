"""What is refused or sent elsewhere before any view sees it."""

import pytest

READABLE = ["/problems", "/problems?x=%E2%80%AE", "/problems?x=%C2%A0", "/problems?x=+", "/problems?%zz", "/?x=%25"]
UNREADABLE = ["/%00", "/problems?%00", "/problems?x=%0A", "/%FF", "/%C3", "/problems?x=%C3", "/problems?%ED%A0%80"]


@pytest.mark.parametrize("address", READABLE)
def test_text_of_any_script_passes(client, address):
    assert client.get(address).status_code == 200


@pytest.mark.parametrize("address", UNREADABLE)
def test_controls_and_bytes_that_are_not_utf_8_are_refused(client, address):
    response = client.get(address)

    assert response.status_code == 400
    assert "<h1>Invalid character</h1>" in response.content.decode()


@pytest.mark.parametrize("path", ["/", "/problems", "/api/schema", "/static/none.css"])
def test_a_foreign_host_is_refused_without_a_word_in_the_log(client, path, caplog):
    assert client.get(path, headers={"host": "elsewhere.test"}).status_code == 400
    assert caplog.text == ""


def test_a_query_without_end_is_refused_without_a_word_in_the_log(client, caplog):
    assert client.get("/problems?" + "a=1&" * 1001).status_code == 400
    assert caplog.text == ""


def test_probes_are_asked_by_the_machines_address(client):
    assert client.get("/healthz", headers={"host": "10.1.2.3:8000"}).status_code == 200


@pytest.mark.parametrize(
    ("asked", "answered"),
    [
        ("/api/graph/entities/", "/api/graph/entities"),
        ("/api/graph/entities/?type=party&q=%C3%A9", "/api/graph/entities?type=party&q=%C3%A9"),
        ("/api/graph/entity/%C3%A9//", "/api/graph/entity/%C3%A9"),
        ("/api/", "/api"),
        ("/feed/?type=party", "/feed?type=party"),
    ],
)
@pytest.mark.parametrize("method", ["GET", "HEAD", "POST"])
def test_a_trailing_slash_leads_to_the_path_without(client, method, asked, answered):
    response = client.generic(method, asked)

    assert (response.status_code, response["Location"]) == (308, answered)


@pytest.mark.parametrize("path", ["/problems/", "/apis/", "/feeds/"])
def test_other_paths_keep_their_slash(client, path):
    assert client.get(path).status_code == 404


def test_a_trailing_slash_leads_to_no_other_host(client):
    response = client.get("/api//evil.test/")

    assert response["Location"] == "/api//evil.test"
