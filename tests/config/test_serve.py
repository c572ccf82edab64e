"""Test `config.serve`, which prepares the database and starts the server. ``make run`` calls it."""

import os
import socket
import sys
from functools import partial
from types import SimpleNamespace

import pytest
from django.core.management import CommandError
from django.db import connection, connections

from config import serve, sign_in
from config.child_processes import ChildProcess
from graph.database import OUTDATED
from tests.factories import CountryFactory
from tests.outdated import make_outdated

HOST = "127.0.0.1"
BACKGROUND = "a.background.module"


@pytest.fixture
def served(monkeypatch):
    """Start no server. Return a list to which (target, options, closed) is added for each server that would be started.
    ``closed`` has the names of the methods that have closed database connections, such as "close_pool"."""
    servers, closed = [], []
    monkeypatch.setattr(
        serve, "Granian", lambda target, **given: SimpleNamespace(serve=lambda: servers.append((target, given, closed)))
    )
    monkeypatch.setattr(serve, "set_up_django", lambda: None)
    for method in ("close", "close_pool"):
        monkeypatch.setattr(connections["default"], method, partial(closed.append, method))
    return servers


@pytest.fixture(autouse=True)
def started(settings, monkeypatch):
    """Start no child process. Return a list to which the arguments of each child process are added that would be
    started: its module, and its port or database."""
    calls = []
    monkeypatch.setenv("DEVELOPMENT_PROVIDER_URL", "")
    monkeypatch.setenv("GRANIAN_BLOCKING_THREADS", "3")
    settings.THREADS = 3
    monkeypatch.setattr(sign_in, "needs_development_provider", lambda: True)
    settings.BACKGROUND_PROCESSES = [BACKGROUND]
    child = ChildProcess("http://127.0.0.1:1", process=None, pipe=0)
    monkeypatch.setattr("config.child_processes.start", lambda *given: calls.append(given) or child)
    monkeypatch.setattr("config.child_processes.start_background", lambda *given: calls.append(given))
    return calls


@pytest.fixture
def free_port():
    with socket.create_server((HOST, 0)) as server:
        return server.getsockname()[1]


@pytest.mark.django_db
def test_main_prints_addresses_and_serves(served, free_port, started, capsys):
    CountryFactory()

    serve.main(free_port)

    output = capsys.readouterr().out
    assert f"http://127.0.0.1:{free_port}/api/graph/entity/france\n" in output
    assert "Loaded" not in output  # The database has entities already, so the catalogue is not loaded.
    ((target, options, closed),) = served
    # The server forks this process, and a child process must not use the same connections.
    assert closed == ["close", "close_pool"]
    assert target == "config.wsgi:application"
    assert {"address": HOST, "port": free_port, "workers": 1, "blocking_threads": 3}.items() <= options.items()
    assert started == [("accounts.signin.development", free_port + 1), (BACKGROUND, connection.settings_dict["NAME"])]
    assert os.environ["DEVELOPMENT_PROVIDER_URL"] == "http://127.0.0.1:1"


@pytest.mark.django_db
def test_main_starts_no_development_provider_if_there_is_another(served, free_port, started, monkeypatch):
    CountryFactory()
    monkeypatch.setattr(sign_in, "needs_development_provider", lambda: False)

    serve.main(free_port)

    assert served
    assert [module for module, _ in started] == [BACKGROUND]


def test_main_rejects_a_taken_port_before_it_does_anything(served, started):
    with socket.create_server((HOST, 0)) as taken, pytest.raises(CommandError, match="cannot be used"):
        serve.main(taken.getsockname()[1])

    assert not started
    assert not served


@pytest.mark.django_db
@pytest.mark.parametrize(("seconds", "is_prepared", "expected"), [(3, False, 1), (1, False, 0), (3, True, 0)])
def test_main_starts_again_after_a_long_preparation(served, free_port, monkeypatch, seconds, is_prepared, expected):
    times, programs = iter([0, seconds]), []
    monkeypatch.setattr(serve.time, "process_time", lambda: next(times))
    monkeypatch.setattr(serve, "prepare_database", lambda: None)
    monkeypatch.setattr(serve.os, "execv", lambda *given: programs.append(given))

    serve.main(free_port, is_prepared)

    command = [sys.executable, "-m", "config.serve", "--port", str(free_port), "--prepared"]
    assert programs == [(sys.executable, command)] * expected


@pytest.mark.django_db
def test_main_rejects_an_outdated_database(served, free_port):
    make_outdated(connection)

    with pytest.raises(CommandError) as error:
        serve.main(free_port)

    assert str(error.value) == OUTDATED
    assert not served


@pytest.mark.django_db
@pytest.mark.parametrize(("plan", "expected"), [([], []), (["a migration"], ["migrate"])])
def test_prepare_database_migrates_only_if_a_migration_is_missing(served, monkeypatch, plan, expected):
    commands = []
    monkeypatch.setattr(serve, "call_command", lambda name, **options: commands.append(name))
    monkeypatch.setattr(serve.MigrationExecutor, "migration_plan", lambda *arguments: plan)

    serve.prepare_database()

    assert commands == [*expected, "load_catalogue", "rebuild_index", "check_freshness"]
