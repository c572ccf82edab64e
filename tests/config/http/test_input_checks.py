"""Test requests that are rejected or redirected before a view is called."""

import pytest

READABLE = [
    "/problems",
    "/design?x=%E2%80%AE",
    "/design?x=%C2%A0",
    "/design?x=+",
    "/design?%zz",
    "/design?x=%25",
]
UNREADABLE = ["/%00", "/problems?%00", "/problems?x=%0A", "/%FF", "/%C3", "/problems?x=%C3", "/problems?%ED%A0%80"]


@pytest.mark.parametrize("address", READABLE)
def test_input_check_accepts_any_script(client, address):
    assert client.get(address).status_code == 200


@pytest.mark.parametrize("address", UNREADABLE)
def test_input_check_rejects_control_characters_and_invalid_utf_8(client, address):
    response = client.get(address)

    assert response.status_code == 400
    assert "<h1>Invalid character</h1>" in response.content.decode()


@pytest.mark.parametrize("path", ["/", "/problems", "/api/schema", "/static/none.css"])
def test_input_check_rejects_an_unknown_host_without_a_log_record(client, path, caplog):
    assert client.get(path, headers={"host": "elsewhere.test"}).status_code == 400
    assert caplog.text == ""


@pytest.mark.parametrize(("path", "host"), [("/", "elsewhere.test"), ("/api/graph/entities", "elsewhere.test")])
def test_https_redirect_rejects_an_unknown_host_without_a_log_record(client, settings, path, host, caplog):
    settings.SECURE_SSL_REDIRECT = True
    client.handler.load_middleware()

    assert client.get(path, headers={"host": host}).status_code == 400
    assert client.get(f"{path}?x={'a' * 20_000}").status_code == 400
    assert client.get(path).status_code == 301
    assert caplog.text == ""


def test_input_check_rejects_an_endless_query_without_a_log_record(client, caplog):
    assert client.get("/problems?" + "a=1&" * 1001).status_code == 400
    assert caplog.text == ""


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/admin/{}", "/admin/{}/", "/account?x={}", "/about/?{}", "/api/{}/"])
def test_input_check_rejects_a_long_path_without_a_log_record(client, path, caplog):
    assert client.get(path.format("a" * 20_000)).status_code == 400
    assert client.get(path.format("%22" * 1_600)).status_code < 500
    assert caplog.text == ""


def test_probes_accept_any_host(client):
    assert client.get("/healthz", headers={"host": "10.1.2.3:8000"}).status_code == 200


@pytest.mark.parametrize(
    ("path", "location"),
    [
        ("/api/graph/entities/", "/api/graph/entities"),
        ("/api/graph/entities/?type=party&q=%C3%A9", "/api/graph/entities?type=party&q=%C3%A9"),
        ("/api/graph/entity/%C3%A9//", "/api/graph/entity/%C3%A9"),
        ("/api/", "/api"),
        ("/feed/?type=party", "/feed?type=party"),
        ("/sign-in/oidc/callback/?code=1", "/sign-in/oidc/callback?code=1"),
        ("/about/?x=1", "/about?x=1"),
        ("/entity/france/", "/entity/france"),
    ],
)
@pytest.mark.parametrize("method", ["GET", "HEAD", "POST"])
def test_trailing_slash_redirects_to_the_path_without_it(client, method, path, location):
    response = client.generic(method, path)

    assert (response.status_code, response["Location"]) == (308, location)


def test_trailing_slash_stays_in_the_admin(client):
    response = client.get("/admin/graph/")

    assert (response.status_code, response["Location"]) == (302, "/admin/login/?next=/admin/graph/")


def test_trailing_slash_never_redirects_to_another_host(client):
    response = client.get("/api//evil.test/")

    assert response["Location"] == "/api//evil.test"
    assert client.get("/", PATH_INFO="//evil.test/")["Location"] == "/evil.test"
