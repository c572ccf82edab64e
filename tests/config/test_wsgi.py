from threading import Event, Thread

import pytest

from config.wsgi import in_turn


def test_in_turn_runs_the_calls_of_threads_one_after_the_other():
    may_end, running, ended = Event(), [], []

    @in_turn
    def call(number):
        running.append(number)
        assert len(running) == len(ended) + 1
        assert may_end.wait(5)
        ended.append(number)

    threads = [Thread(target=call, args=[number]) for number in range(3)]
    for thread in threads:
        thread.start()
    may_end.set()
    for thread in threads:
        thread.join(5)
    assert ended == running
    assert sorted(ended) == [0, 1, 2]


def test_in_turn_goes_on_after_an_exception():
    call = in_turn(int)
    with pytest.raises(ValueError, match="no number"):
        call("no number")
    assert call("7") == 7
