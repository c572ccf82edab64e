"""The child process of ``make run`` for downloads. It runs ``build_downloads`` once a day. It does not load Django, so
it needs little memory while it waits."""

import os
import select
import subprocess
import sys
from pathlib import Path

SECONDS_BEFORE_FIRST, SECONDS_BETWEEN = 60, 60 * 60
"""The command itself does nothing if the files are of the last 24 hours."""
SECONDS_BETWEEN_LOOKS = 1
LOWEST_PRIORITY = 19
COMMAND = [str(Path(__file__).parents[2] / "manage.py"), "build_downloads", "--if-older", "--verbosity=0"]


def main(command: list[str], seconds: float = SECONDS_BEFORE_FIRST) -> None:
    """Run the command after this time and then every hour, until the parent process ends."""
    os.nice(LOWEST_PRIORITY)
    while not has_parent_ended(seconds):
        with subprocess.Popen([sys.executable, *command], stdin=subprocess.DEVNULL) as build:  # noqa: S603 - our own command
            while build.poll() is None:
                # The build ends with the server.
                if has_parent_ended(SECONDS_BETWEEN_LOOKS):
                    build.terminate()
                    return
        seconds = SECONDS_BETWEEN


def has_parent_ended(seconds: float) -> bool:
    """Wait so long. Return True at once if the parent process ends: it never writes to the pipe, which can then be
    read."""
    return bool(select.select([0], [], [], seconds)[0])


if __name__ == "__main__":
    main(COMMAND)
