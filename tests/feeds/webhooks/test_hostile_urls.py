"""Test that the service never connects to an address that is not public, neither when a webhook URL is registered nor
for a delivery."""

import csv
import socket
from ipaddress import ip_address
from pathlib import Path

import pytest

from feeds.webhooks import connections
from feeds.webhooks.addresses import ForbiddenAddress, check_address, check_host, check_url, is_forbidden
from feeds.webhooks.connections import Attempt, post

with Path(__file__).with_name("hostile_urls.csv").open(newline="") as file:
    URLS = [(row["url"], row["answers"]) for row in csv.DictReader(file)]
PUBLIC = "93.184.216.34"


@pytest.fixture
def connected(monkeypatch):
    """Let each attempt to open a connection fail at once. Return a list to which the IP address of each attempt is
    added."""
    addresses = []

    def connect(self, address):
        addresses.append(address[0])
        raise ConnectionResetError

    monkeypatch.setattr(socket.socket, "connect", connect)
    monkeypatch.setattr(socket.socket, "connect_ex", connect)
    return addresses


@pytest.fixture
def answers(monkeypatch):
    """Return the function ``answers(host, texts)``, which sets the DNS answers for a host. "1.2.3.4 1.2.3.5|127.0.0.1"
    means: two addresses for the first look-up, and another address for all later ones."""
    resolve, queues = socket.getaddrinfo, {}

    def getaddrinfo(host, port, *args, **kwargs):
        queue = queues.get(host)
        if not queue:
            return resolve(host, port, *args, **{**kwargs, "flags": socket.AI_NUMERICHOST})
        answer = queue.pop(0) if len(queue) > 1 else queue[0]
        family = {4: socket.AF_INET, 6: socket.AF_INET6}
        return [
            (family[ip_address(one).version], socket.SOCK_STREAM, 6, "", (one, port or 0)) for one in answer.split()
        ]

    monkeypatch.setattr(socket, "getaddrinfo", getaddrinfo)

    def _answers(host, texts):
        queues[host] = texts.split("|")

    return _answers


def host_of(url):
    return url.partition("://")[2].rpartition("@")[2].partition("/")[0].partition(":")[0]


def test_urls_include_all_families_of_addresses():
    assert len(URLS) >= 51


@pytest.mark.parametrize(("url", "texts"), URLS, ids=[url for url, _ in URLS])
def test_hostile_url_gets_no_connection_to_a_forbidden_address(url, texts, connected, answers):
    if texts:
        answers(host_of(url), texts)
    is_rejected = False
    try:
        check_url(url)
        check_host(url)
    except ForbiddenAddress:
        is_rejected = True
    attempt = Attempt()
    post(url, b"{}", {}, attempt)

    # If "|" separates two DNS answers, the first one is a public address, so the URL is accepted at registration.
    assert is_rejected or "|" in texts
    assert not {address for address in connected if is_forbidden(ip_address(address))}
    assert not is_rejected or connected == []
    assert attempt.error
    assert not attempt.is_success


def test_public_url_is_connected_to_at_the_address_that_was_checked(connected, answers):
    """This also shows that the fixture `connected` records connections. Otherwise, the test above could never fail."""
    answers("newsroom.example", PUBLIC)
    post("https://newsroom.example/hook", b"{}", {}, attempt := Attempt())

    assert connected == [PUBLIC]
    assert attempt.error == connections.EXPLANATIONS["ConnectionError"]


def test_proxy_of_the_environment_is_not_used(connected, answers, monkeypatch):
    answers("newsroom.example", PUBLIC)
    monkeypatch.setenv("HTTPS_PROXY", "http://127.0.0.1:3128")

    post("https://newsroom.example/hook", b"{}", {}, Attempt())

    assert connected == [PUBLIC]


def test_proxy_of_the_setting_gets_the_checked_address(connected, answers, settings):
    settings.WEBHOOK_PROXY = "http://192.0.2.10:3128"
    answers("newsroom.example", PUBLIC)
    answers("forbidden.example", "10.0.0.1")

    post("https://newsroom.example/hook", b"{}", {}, Attempt())
    post("https://forbidden.example/hook", b"{}", {}, Attempt())

    assert connected == ["192.0.2.10"]


@pytest.mark.parametrize("address", ["93.184.216.34", "2606:2800:220:1::1", "8.8.8.8", "2a00:1450:4001::200e"])
def test_public_addresses_are_allowed(address):
    check_address(address)


CALLED_PUBLIC = "64:ff9b::7f00:1 2002:7f00:1::1 ::127.0.0.1 fec0::1 224.0.0.1 192.88.99.1 100.64.0.1 ::ffff:8.8.8.8"


@pytest.mark.parametrize("address", CALLED_PUBLIC.split())
def test_addresses_that_python_calls_public_are_forbidden(address):
    with pytest.raises(ForbiddenAddress):
        check_address(address)


@pytest.mark.parametrize("url", ["https://newsroom.example:8443/hook?a=b", "https://xn--bcher-kva.example/"])
def test_check_url_accepts_https_at_both_ports(url):
    check_url(url)
