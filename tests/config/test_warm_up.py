"""Test the work that each process does in a thread when it starts, so that the first requests are fast."""

from types import SimpleNamespace

import pytest
from django.db import OperationalError

from config import warm_up

calls = []


def work():
    calls.append("work")


def fail():
    raise OperationalError("secret")


@pytest.fixture(autouse=True)
def _no_connection(monkeypatch):
    calls.clear()
    monkeypatch.setattr(warm_up, "connection", SimpleNamespace(close=lambda: calls.append("close")))


def test_warm_up_calls_the_functions_and_closes_its_connection(monkeypatch):
    monkeypatch.setattr(warm_up, "FUNCTIONS", [f"{__name__}.work"])

    warm_up.warm_up()

    assert calls == ["work", "close"]


def test_warm_up_leaves_the_work_to_requests_while_the_database_is_unavailable(monkeypatch, caplog):
    monkeypatch.setattr(warm_up, "FUNCTIONS", [f"{__name__}.fail"])

    warm_up.warm_up()

    assert calls == ["close"]
    assert "OperationalError" in caplog.text
    assert "secret" not in caplog.text
