"""Test that `Places` are given to threads in order, and that none is lost."""

from threading import Thread

import pytest

from config.http import places as module
from config.http.places import Places


@pytest.fixture(autouse=True)
def _short_checks(monkeypatch):
    monkeypatch.setattr(module, "SECONDS_BETWEEN_CHECKS", 0.001)


def test_all_threads_get_a_place_one_after_the_other():
    places, running, most = Places(2), [], []

    def work():
        for _ in range(200):
            assert places.acquire()
            running.append(1)
            most.append(len(running))
            running.pop()
            places.release()

    threads = [Thread(target=work) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(10)

    assert len(most) == 1600
    assert max(most) <= 2
    assert places.free == 2


def test_thread_that_gives_up_leaves_its_turn_to_others():
    places = Places(1)
    assert places.acquire()

    assert not places.acquire(lambda: True)
    places.release()

    assert places.free == 1


def test_no_place_is_lost_after_an_exception():
    places = Places(1)
    assert places.acquire()

    with pytest.raises(ZeroDivisionError):
        places.acquire(lambda: 1 / 0)
    places.release()

    assert places.free == 1


def test_thread_that_gets_a_place_just_before_giving_up_has_it():
    places = Places(1)
    assert places.acquire()

    def give_up():
        places.release()
        return True

    assert places.acquire(give_up)
    places.release()

    assert places.free == 1
