"""Test request bodies: slow clients occupy only a few threads, and large bodies are not read."""

import io
from concurrent.futures import ThreadPoolExecutor
from threading import Event

import pytest
from django.http import HttpResponse

from config.http.middleware import bodies
from config.http.middleware.bodies import LARGEST_FORM, LARGEST_UPLOAD, MOST_FORMS, BodyMiddleware

FORM = b"name=Jane"


class SlowInput(io.BytesIO):
    """The request body of a client that sends nothing until ``arrives`` is set."""

    def __init__(self):
        super().__init__(FORM)
        self.arrives, self.is_read = Event(), Event()

    def read(self, size=-1):
        self.is_read.set()
        self.arrives.wait()
        return super().read(size)


@pytest.fixture
def middleware():
    return BodyMiddleware(lambda request: HttpResponse(request.POST.get("name", "")))


def post(rf, body, path="/sign-out", length=None):
    headers = {"CONTENT_TYPE": "application/x-www-form-urlencoded", "CONTENT_LENGTH": str(length or len(FORM))}
    return rf.post(path, **headers, **{"wsgi.input": body})


@pytest.mark.parametrize(
    ("content_type", "body"),
    [
        ("application/x-www-form-urlencoded", FORM),
        (
            "multipart/form-data; boundary=x",
            b'--x\r\nContent-Disposition: form-data; name="name"\r\n\r\nJane\r\n--x--\r\n',
        ),
    ],
)
def test_form_is_read_and_parsed(rf, middleware, content_type, body):
    assert middleware(rf.post("/sign-out", body, content_type=content_type)).content == b"Jane"


def test_slow_body_returns_400(rf, middleware, monkeypatch):
    monkeypatch.setattr(bodies, "SECONDS_FOR_FORM", -1)

    assert middleware(post(rf, io.BytesIO(FORM))).status_code == 400


def test_body_that_ends_early_returns_400(rf, middleware):
    assert middleware(post(rf, io.BytesIO(FORM), length=len(FORM) + 1)).status_code == 400


def test_few_threads_wait_for_slow_bodies(rf, middleware):
    slow = [SlowInput() for _ in range(MOST_FORMS)]
    with ThreadPoolExecutor() as pool:
        waiting = [pool.submit(middleware, post(rf, body)) for body in slow]
        assert all(body.is_read.wait(5) for body in slow)

        response = middleware(post(rf, io.BytesIO(FORM)))
        for body in slow:
            body.arrives.set()

    assert (response.status_code, response["Retry-After"]) == (429, "2")
    assert [future.result().content for future in waiting] == [b"Jane"] * MOST_FORMS
    assert middleware(post(rf, io.BytesIO(FORM))).content == b"Jane"


@pytest.mark.parametrize(
    ("path", "length"),
    [("/sign-out", LARGEST_FORM), ("/account/keys", LARGEST_FORM), ("/admin/graph/", LARGEST_UPLOAD)],
)
def test_body_that_is_too_large_is_not_read(rf, middleware, path, length):
    body = SlowInput()

    assert middleware(post(rf, body, path, length + 1)).status_code == 400
    assert not body.is_read.is_set()


def test_editors_may_send_large_bodies(rf, middleware):
    body = b"name=" + b"J" * LARGEST_FORM

    assert middleware(post(rf, io.BytesIO(body), "/admin/graph/", len(body))).content == b"J" * LARGEST_FORM


@pytest.mark.parametrize("path", ["/api/search", "/feed"])
def test_body_of_a_request_to_the_api_is_not_read(client, path):
    body = SlowInput()

    response = client.generic("POST", path, FORM, **{"wsgi.input": body})

    assert response.status_code == 405
    assert not body.is_read.is_set()
