"""Test webhook receivers that hang, respond slowly, redirect, close the connection early, or send a large response."""

import ssl
import threading
import tracemalloc
from datetime import UTC, datetime, timedelta

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID

from feeds.webhooks import connections
from feeds.webhooks.connections import MOST_RESPONSE_BYTES, TIMED_OUT, Attempt, post
from tests.feeds.webhooks.receiver import receiving

MEBIBYTE = 1024 * 1024
ONE_DAY = timedelta(days=1)


@pytest.fixture
def short_time(monkeypatch):
    monkeypatch.setattr(connections, "SECONDS_IN_ALL", 0.3)


@pytest.fixture
def watched(monkeypatch):
    """Return a list for attempts. A thread aborts each attempt in it that takes longer than the time limit, as the
    worker does."""
    attempts, ended = [], threading.Event()

    def watch():
        while not ended.wait(0.02):
            for attempt in attempts:
                if attempt.is_overdue:
                    attempt.abort()

    thread = threading.Thread(target=watch)
    thread.start()
    yield attempts
    ended.set()
    thread.join()


def send(receiver, attempts=None):
    attempt = Attempt()
    if attempts is not None:
        attempts.append(attempt)
    post(receiver.url, b"{}", {"webhook-id": "evt_1"}, attempt)
    return attempt


@pytest.mark.parametrize("status", [200, 204, 299])
def test_2xx_is_success(receiver, status):
    receiver.statuses(status)

    assert send(receiver).is_success


@pytest.mark.parametrize("status", [301, 302, 307, 308, 400, 410, 429, 500, 503])
def test_other_statuses_are_failures(receiver, status):
    receiver.statuses(status, Location=receiver.url, Retry_After="7")

    attempt = send(receiver)

    assert (attempt.status, attempt.is_success, attempt.retry_after) == (status, False, "7")
    assert len(receiver.requests) == 1  # The redirect is not followed.


def test_response_is_shown_as_200_printable_characters(receiver):
    def respond(handler, request):
        body = "Fehler: \x1b[31mnö\r\n\x00".encode() + b"\xff" + b"x" * 300
        handler.send_response(500)
        handler.send_header("Content-Length", str(len(body)))
        handler.end_headers()
        handler.wfile.write(body)

    receiver.respond = respond

    text = send(receiver).response

    assert text.startswith("Fehler: [31mnö\N{REPLACEMENT CHARACTER}xxx")
    assert len(text) == 200


def test_large_response_is_not_read(receiver):
    sent = []

    def respond(handler, request):
        handler.send_response(200)
        handler.send_header("Content-Length", str(100 * MEBIBYTE))
        handler.end_headers()
        block = b"x" * MEBIBYTE
        try:
            for _ in range(100):
                handler.wfile.write(block)
                sent.append(len(block))
        except OSError:
            handler.close_connection = True

    receiver.respond = respond
    tracemalloc.start()

    attempt = send(receiver)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()

    assert attempt.is_success
    assert peak < 20 * MEBIBYTE
    assert sum(sent) < 50 * MEBIBYTE
    assert MOST_RESPONSE_BYTES == 65_536


def test_receiver_that_hangs_is_a_failure_in_time(receiver, short_time, watched):
    finished = threading.Event()
    receiver.respond = lambda handler, request: finished.wait(10)

    attempt = send(receiver, watched)
    finished.set()

    assert (attempt.status, attempt.error) == (None, TIMED_OUT)
    assert attempt.milliseconds < 5_000


@pytest.mark.parametrize("part", ["headers", "body"])
def test_receiver_that_responds_slowly_is_aborted_in_time(receiver, short_time, watched, part):
    finished = threading.Event()

    def respond(handler, request):
        if part == "body":
            handler.send_response(200)
            handler.send_header("Content-Length", "1000")
            handler.end_headers()
        else:
            handler.wfile.write(b"HTTP/1.1 200 OK\r\nX-Slow: ")
        try:
            while not finished.wait(0.05):
                handler.wfile.write(b"x")
        except OSError:
            handler.close_connection = True

    receiver.respond = respond

    attempt = send(receiver, watched)
    finished.set()

    assert attempt.milliseconds < 5_000
    # The status decides whether the delivery succeeds. So a body that never ends is no failure.
    assert attempt.is_success == (part == "body")


def test_receiver_that_closes_early_is_a_failure(receiver):
    def respond(handler, request):
        handler.close_connection = True
        handler.wfile.write(b"HTTP/1.1 2")

    receiver.respond = respond

    assert not send(receiver).is_success


def test_receiver_that_does_not_speak_http_is_a_failure(receiver):
    receiver.respond = lambda handler, request: handler.wfile.write(b"\x00" * 100)

    assert send(receiver).error


@pytest.mark.usefixtures("_loopback")
def test_port_without_a_server_is_a_failure():
    with receiving() as receiver:
        pass

    assert send(receiver).error == connections.EXPLANATIONS["ConnectionError"]


@pytest.fixture(scope="module")
def certificate(tmp_path_factory):
    """Return the path of a file with a private key and a certificate for the name localhost."""
    key, now = ec.generate_private_key(ec.SECP256R1()), datetime.now(UTC)
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
    builder = x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number(), now, now + ONE_DAY)
    builder = builder.add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False)
    path = tmp_path_factory.mktemp("tls") / "both.pem"
    private = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    path.write_bytes(private + builder.sign(key, hashes.SHA256()).public_bytes(Encoding.PEM))
    return path


@pytest.fixture
def tls_url(receiver, certificate, monkeypatch):
    """Let the receiver use TLS, and return its URL with the host name localhost. The service does not trust its
    certificate."""
    monkeypatch.setattr(connections, "_tls_context", connections._tls_context.__wrapped__)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    receiver.server.socket = context.wrap_socket(receiver.server.socket, server_side=True)
    return receiver.url.replace("http://127.0.0.1", "https://localhost")


def test_unknown_certificate_is_a_failure(receiver, tls_url):
    attempt = Attempt()
    post(tls_url, b"{}", {}, attempt)

    assert attempt.error == connections.EXPLANATIONS["SSLError"]


@pytest.mark.parametrize(("host", "is_valid"), [("localhost", True), ("127.0.0.1", False)])
def test_certificate_must_name_the_host(receiver, tls_url, certificate, monkeypatch, host, is_valid):
    monkeypatch.setattr("requests.certs.where", lambda: certificate)
    attempt = Attempt()
    post(tls_url.replace("localhost", host), b"{}", {}, attempt)

    assert attempt.is_success == is_valid
    assert [request.headers["host"].partition(":")[0] for request in receiver.requests] == [host] * is_valid
