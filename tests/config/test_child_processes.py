"""Test that the child processes of ``make run`` run as long as the server."""

import os
import socket
from urllib.parse import urlsplit

import pytest
import requests

from config import child_processes

PROVIDER = "accounts.signin.development"
SECONDS_TO_WAIT = 60


@pytest.fixture
def start():
    """Return a function that starts the development provider on a port. The provider is killed after the test."""
    started = []

    def _start(port):
        started.append(child_processes.start(PROVIDER, port))
        return started[-1]

    yield _start
    for child in started:
        child.process.kill()
        child.process.wait(SECONDS_TO_WAIT)


def test_start_serves_on_this_machine_until_the_pipe_is_closed(start):
    child = start(0)

    url = f"{child.address}/.well-known/openid-configuration"
    configuration = requests.get(url, timeout=SECONDS_TO_WAIT).json()
    os.close(child.pipe)

    assert configuration["issuer"] == child.address
    assert child.address.startswith("http://127.0.0.1:")
    assert child.process.wait(SECONDS_TO_WAIT) == 0


def test_child_process_without_a_request_also_ends_with_the_pipe(start):
    child = start(0)

    os.close(child.pipe)

    assert child.process.wait(SECONDS_TO_WAIT) == 0


def test_start_takes_another_port_if_this_one_is_taken(start):
    with socket.create_server((child_processes.HOST, 0)) as taken:
        port = taken.getsockname()[1]
        child = start(port)
    os.close(child.pipe)

    assert urlsplit(child.address).port not in (0, port)
