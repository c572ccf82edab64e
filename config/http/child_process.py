"""Functions that run in the child processes of ``make run``. The standard input of such a process is a pipe from its
parent process, the server. This module does not load Django, so a child process needs little memory while it waits."""

import select
import signal
import subprocess
import sys
from pathlib import Path

SECONDS_BETWEEN_LOOKS = 1
MANAGE = str(Path(__file__).parents[2] / "manage.py")


def run(command: list[str]) -> int | None:
    """Run Python with the arguments ``command``, and return its exit status. If the parent process of this process ends
    first, end the command and return None. A SIGTERM to this process ends this process and the command."""
    # Otherwise, the command would run on without this process.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    with subprocess.Popen([sys.executable, *command], stdin=subprocess.DEVNULL) as process:  # noqa: S603 - our own command
        try:
            while process.poll() is None:
                if has_parent_ended(SECONDS_BETWEEN_LOOKS):
                    return None
        finally:
            process.terminate()
    return process.returncode


def has_parent_ended(seconds: float | None) -> bool:
    """Wait until the parent process ends, but at most ``seconds``. If ``seconds`` is None, there is no limit. Return
    True if the parent process has ended, otherwise False.

    The standard input of this process is a pipe from the parent process. When the parent process ends, the pipe closes,
    and standard input becomes readable."""
    return bool(select.select([0], [], [], seconds)[0])
