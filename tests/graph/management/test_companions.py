"""What runs beside the server, and ends with it however it ends."""

import os
import socket
from urllib.parse import urlsplit

import pytest
import requests

from graph.management import companions

PROVIDER = "accounts.signin.development"
PATIENCE = 60


@pytest.fixture
def started():
    """Starts the development provider, and sees to it that it is gone afterwards."""
    found = []

    def _started(port):
        found.append(companions.start(PROVIDER, port))
        return found[-1]

    yield _started
    for companion in found:
        companion.process.kill()
        companion.process.wait(PATIENCE)


def test_it_answers_on_this_machine_and_ends_with_the_server(started):
    companion = started(0)

    configuration = requests.get(f"{companion.address}/.well-known/openid-configuration", timeout=PATIENCE).json()
    os.close(companion.held)

    assert configuration["issuer"] == companion.address
    assert companion.address.startswith("http://127.0.0.1:")
    assert companion.process.wait(PATIENCE) == 0


def test_it_ends_too_when_nobody_ever_came(started):
    companion = started(0)

    os.close(companion.held)

    assert companion.process.wait(PATIENCE) == 0


def test_where_its_port_is_taken_it_takes_another(started):
    with socket.create_server((companions.HOST, 0)) as taken:
        port = taken.getsockname()[1]
        companion = started(port)
    os.close(companion.held)

    assert urlsplit(companion.address).port not in (0, port)
