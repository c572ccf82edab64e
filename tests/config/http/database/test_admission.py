"""Test how many threads may wait for PostgreSQL."""

from contextlib import suppress
from threading import Event, Thread
from time import monotonic

import pytest
from psycopg import OperationalError

from config.http.database import time_limit
from config.http.database.postgresql import admission as module
from config.http.database.postgresql.admission import Admission


@pytest.fixture
def limited():
    time_limit.start()
    yield
    time_limit.stop()


@pytest.fixture
def admission():
    """Return the `Admission` that lets only one thread wait for the database at a time."""
    return Admission(places=1)


def seconds_until_rejected(admission) -> float:
    started = monotonic()
    with pytest.raises(OperationalError), admission.admit():
        pass
    return monotonic() - started


@pytest.mark.usefixtures("limited")
def test_only_one_thread_waits_while_all_others_use_the_database(admission, monkeypatch):
    monkeypatch.setattr(module, "MAX_SECONDS", 0.2)

    with admission.admit():
        assert seconds_until_rejected(admission) > 0.1
        assert seconds_until_rejected(admission) < 0.1


@pytest.mark.usefixtures("limited")
def test_thread_waits_for_a_slow_server_until_it_does_not_respond(admission):
    answers = iter([True, True, True, False])
    admission.probe = lambda seconds: next(answers)

    with admission.admit():
        assert seconds_until_rejected(admission) >= 3 * module.MAX_SECONDS
        # The next thread does not send a probe again.
        assert seconds_until_rejected(admission) < 0.1
    assert list(answers) == []


@pytest.mark.usefixtures("limited")
def test_no_thread_sends_another_probe_until_the_server_has_responded(admission):
    probes = []
    admission.probe = probes.append  # The probe returns None, so the database does not respond.

    with suppress(OperationalError), admission.admit():
        seconds_until_rejected(admission)
        raise OperationalError  # The thread that was admitted got no response from the database either.
    with admission.admit():
        seconds_until_rejected(admission)
    assert len(probes) == 1
    with admission.admit():
        seconds_until_rejected(admission)

    assert len(probes) == 2


@pytest.mark.usefixtures("limited")
def test_late_probe_is_ignored_if_another_thread_has_finished_meanwhile(admission):
    other = admission.admit()
    other.__enter__()
    admission.probe = lambda seconds: other.__exit__(None, None, None)  # It returns None, so it was too late.

    with admission.admit():
        pass


def test_waiting_thread_is_admitted_when_another_has_finished(admission, monkeypatch):
    monkeypatch.setattr(module, "MAX_SECONDS", 10)
    is_limited, is_admitted = Event(), Event()

    def request():
        time_limit.start()
        is_limited.set()
        with admission.admit():
            is_admitted.set()

    time_limit.start()
    with admission.admit():
        other = Thread(target=request)
        other.start()
        is_limited.wait()
        assert not is_admitted.is_set()
    time_limit.stop()
    other.join()

    assert is_admitted.is_set()


@pytest.mark.usefixtures("limited")
def test_next_thread_is_admitted_after_a_failed_query(admission):
    with pytest.raises(ZeroDivisionError), admission.admit():
        raise ZeroDivisionError

    with admission.admit():
        pass


def test_thread_without_a_time_limit_is_always_admitted(admission):
    with admission.admit(), admission.admit():
        pass


@pytest.mark.usefixtures("limited")
def test_is_hanging_asks_the_server_only_after_a_time_without_work(admission, monkeypatch):
    probes = []
    admission.probe = probes.append  # The probe returns None, so the database does not respond.
    with admission.admit():
        pass

    assert not admission.is_hanging()
    assert probes == []
    monkeypatch.setattr(module, "PATIENT_SECONDS", 0)
    assert admission.is_hanging()
    assert admission.is_hanging()
    assert len(probes) == 1


@pytest.mark.usefixtures("limited")
def test_is_hanging_is_false_again_after_a_response(admission, monkeypatch):
    monkeypatch.setattr(module, "PATIENT_SECONDS", 0)
    assert admission.is_hanging()

    with admission.admit():
        pass

    admission.probe = lambda seconds: True
    assert not admission.is_hanging()
