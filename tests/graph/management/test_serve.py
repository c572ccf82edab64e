"""`manage.py serve`, which is what `make run` runs: ready in one process, which then becomes the server."""

import os
import socket
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import connections

from graph.management.companions import Companion
from tests.factories import CountryFactory

HOST = "127.0.0.1"


@pytest.fixture
def executed(monkeypatch, tmp_path):
    """What the process is replaced by; the test's own process and connection stay."""
    commands = []
    monkeypatch.setattr(os, "execv", lambda program, arguments: commands.append(arguments))
    monkeypatch.setattr(connections, "close_all", lambda: None)
    monkeypatch.chdir(tmp_path)
    return commands


@pytest.fixture(autouse=True)
def companions(settings, monkeypatch):
    """Those that would be started: their modules and ports."""
    started = []
    settings.COMPANIONS = {"A_COMPANION_URL": "a.module"}
    monkeypatch.delenv("A_COMPANION_URL", raising=False)
    companion = Companion("its address", process=None, held=0)
    monkeypatch.setattr(
        "graph.management.companions.start", lambda *started_with: started.append(started_with) or companion
    )
    yield started
    os.environ.pop("A_COMPANION_URL", None)


@pytest.fixture
def free_port():
    with socket.create_server((HOST, 0)) as server:
        return server.getsockname()[1]


@pytest.mark.django_db
def test_the_addresses_are_told_and_the_server_takes_over(executed, free_port):
    CountryFactory()
    out = StringIO()

    call_command("serve", port=free_port, stdout=out)

    assert f"http://127.0.0.1:{free_port}/api/graph/entity/france\n" in out.getvalue()
    ((_, *arguments),) = executed
    assert {"granian", f"--port={free_port}", "--workers=1", "config.wsgi:application"} <= set(arguments)


@pytest.mark.django_db
def test_a_graph_that_is_there_is_not_loaded_again(executed, free_port):
    CountryFactory()
    out = StringIO()

    call_command("serve", port=free_port, stdout=out)

    assert "Loaded" not in out.getvalue()


def test_a_port_that_is_taken_is_refused_before_anything_is_done(executed):
    with socket.create_server((HOST, 0)) as taken, pytest.raises(CommandError, match="cannot be used"):
        call_command("serve", port=taken.getsockname()[1])

    assert not executed


@pytest.mark.django_db
def test_what_runs_beside_the_server_is_told_to_it(executed, free_port, companions):
    CountryFactory()

    call_command("serve", port=free_port, stdout=StringIO())

    assert companions == [("a.module", free_port + 1)]
    assert os.environ["A_COMPANION_URL"] == "its address"
