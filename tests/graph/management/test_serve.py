"""`manage.py serve`, which `make run` calls: it prepares the database and then becomes the server."""

import os
import socket
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import connection, connections

from graph.management.child_processes import ChildProcess
from tests.factories import CountryFactory

HOST = "127.0.0.1"


@pytest.fixture
def executed(monkeypatch, tmp_path):
    """The commands that would replace this process; the process and connection of the test stay."""
    commands = []
    monkeypatch.setattr(os, "execv", lambda program, arguments: commands.append(arguments))
    monkeypatch.setattr(connections, "close_all", lambda: None)
    monkeypatch.chdir(tmp_path)
    return commands


@pytest.fixture(autouse=True)
def started(settings, monkeypatch):
    """The modules and ports of the child processes that would be started."""
    calls = []
    settings.CHILD_PROCESSES = {"A_CHILD_URL": "a.module"}
    settings.BACKGROUND_PROCESSES = ["another.module"]
    monkeypatch.setenv("A_CHILD_URL", "")
    child = ChildProcess("its address", process=None, pipe=0)
    monkeypatch.setattr("graph.management.child_processes.start", lambda *given: calls.append(given) or child)
    monkeypatch.setattr("graph.management.child_processes.start_background", lambda *given: calls.append(given))
    return calls


@pytest.fixture
def free_port():
    with socket.create_server((HOST, 0)) as server:
        return server.getsockname()[1]


@pytest.mark.django_db
def test_serve_prints_addresses_and_becomes_the_server(executed, free_port, started):
    CountryFactory()
    out = StringIO()

    call_command("serve", port=free_port, stdout=out)

    assert f"http://127.0.0.1:{free_port}/api/graph/entity/france\n" in out.getvalue()
    assert "Loaded" not in out.getvalue()  # the database has entities already
    ((_, *arguments),) = executed
    assert {"granian", f"--port={free_port}", "--workers=1", "config.wsgi:application"} <= set(arguments)
    assert started == [("a.module", free_port + 1), ("another.module", connection.settings_dict["NAME"])]
    assert os.environ["A_CHILD_URL"] == "its address"


def test_serve_rejects_a_taken_port_before_it_does_anything(executed):
    with socket.create_server((HOST, 0)) as taken, pytest.raises(CommandError, match="cannot be used"):
        call_command("serve", port=taken.getsockname()[1])

    assert not executed
