"""Test the child process of ``make run`` that starts the webhook worker after the first endpoint is created, and the
lock of the worker with SQLite."""

import sqlite3
import threading
from types import SimpleNamespace

import pytest

from feeds.webhooks import running, waiting


@pytest.fixture
def database(tmp_path):
    path = tmp_path / "graph.sqlite3"
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE feeds_webhookendpoint (id)")
    connection.close()
    return path


@pytest.fixture
def executed(monkeypatch):
    commands = []
    monkeypatch.setattr(waiting, "run", lambda command: commands.append(command[1:]))
    return commands


def add_endpoint(database):
    with sqlite3.connect(database) as connection:
        connection.execute("INSERT INTO feeds_webhookendpoint VALUES (1)")
    connection.close()


def test_process_runs_the_worker_after_the_first_endpoint(database, executed, monkeypatch):
    looks = []
    # This function replaces the check of the parent process. It says that the parent still runs, and its second call
    # creates an endpoint.
    monkeypatch.setattr(waiting, "has_parent_ended", lambda _: looks.append(len(looks) == 1 and add_endpoint(database)))

    waiting.main(str(database))

    assert (executed, len(looks)) == ([["deliver_webhooks"]], 2)


def test_process_ends_with_its_parent(database, executed, monkeypatch):
    monkeypatch.setattr(waiting, "has_parent_ended", lambda _: True)

    waiting.main(str(database))

    assert executed == []


def test_process_without_sqlite_runs_the_worker_at_once(executed):
    waiting.main("political_graph")

    assert executed == [["deliver_webhooks"]]


def test_second_worker_on_sqlite_waits_for_the_first(tmp_path, monkeypatch):
    monkeypatch.setattr(
        running,
        "connection",
        SimpleNamespace(
            settings_dict={"NAME": tmp_path / "graph.sqlite3"}, features=SimpleNamespace(has_select_for_update=False)
        ),
    )
    first, second, tries = threading.Event(), SimpleNamespace(), []
    second.is_set = lambda: len(tries) == 3
    second.wait = tries.append

    with running.only_one_on_sqlite(first), running.only_one_on_sqlite(second):
        pass

    assert len(tries) == 3
