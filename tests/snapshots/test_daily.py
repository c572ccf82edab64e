"""Test the child process of ``make run`` that composes texts and builds the downloads."""

import os
import subprocess
import sys
from time import monotonic, sleep

import pytest

SECONDS_TO_WAIT = 20
PROGRAM = "import sys; from snapshots.downloads import daily; daily.SECONDS_BETWEEN = 0.1; daily.main(*({}), 0.1)"


@pytest.fixture
def start():
    """Return the function ``start(*codes)``. It starts the child process with these pieces of Python code instead of
    its commands. It returns (process, file descriptor of the write end of a pipe). When this end is closed, the process
    ends."""
    started = []

    def _start(*codes):
        read_end, write_end = os.pipe()
        command = [sys.executable, "-c", PROGRAM.format([["-c", code] for code in codes])]
        started.append(subprocess.Popen(command, stdin=read_end))  # noqa: S603 - a fixed command of ours
        os.close(read_end)
        return started[-1], write_end

    yield _start
    for process in started:
        process.kill()
        process.wait(SECONDS_TO_WAIT)


def wait_for(path):
    deadline = monotonic() + SECONDS_TO_WAIT
    while not (path.exists() and path.read_text()) and monotonic() < deadline:
        sleep(0.05)
    return path.read_text()


def test_command_runs_at_the_lowest_priority_and_ends_with_the_parent(start, tmp_path):
    path = tmp_path / "started"
    code = f"import os, time; open({str(path)!r}, 'w').write(f'{{os.nice(0)}} {{os.getpid()}}'); time.sleep(60)"
    process, pipe = start("", code)
    nice, pid = wait_for(path).split()

    os.close(pipe)

    assert nice == "19"
    assert process.wait(SECONDS_TO_WAIT) == 0
    assert not os.path.exists(f"/proc/{pid}")


def test_command_ends_if_the_process_is_terminated(start, tmp_path):
    path = tmp_path / "started"
    process, _ = start("", f"import os, time; open({str(path)!r}, 'w').write(str(os.getpid())); time.sleep(60)")
    pid = wait_for(path)

    process.terminate()

    assert process.wait(SECONDS_TO_WAIT) == 1
    assert not os.path.exists(f"/proc/{pid}")


@pytest.mark.parametrize(("exit_status", "expected"), [(0, "x"), (1, "xxx")])
def test_first_command_runs_until_it_succeeds_once_a_day(start, tmp_path, exit_status, expected):
    daily, hourly = tmp_path / "daily", tmp_path / "hourly"
    codes = [f"open({str(path)!r}, 'a').write('x')" for path in (daily, hourly)]
    _, pipe = start(f"{codes[0]}; raise SystemExit({exit_status})", codes[1])

    deadline = monotonic() + SECONDS_TO_WAIT
    while len(wait_for(hourly)) < 3 and monotonic() < deadline:
        sleep(0.05)
    os.close(pipe)

    assert daily.read_text()[:3] == expected
    assert hourly.read_text()[:3] == "xxx"
