"""The child process of ``make run`` for daily work: it composes the texts as of the day and builds the downloads. It
does not load Django, so it needs little memory while it waits."""

import os
import select
import subprocess
import sys
from datetime import date
from pathlib import Path

SECONDS_BEFORE_FIRST, SECONDS_BETWEEN = 60, 60 * 60
SECONDS_BETWEEN_LOOKS = 1
LOWEST_PRIORITY = 19
MANAGE = str(Path(__file__).parents[2] / "manage.py")
TEXTS = [MANAGE, "refresh_texts"]
DOWNLOADS = [MANAGE, "build_downloads", "--if-older", "--verbosity=0"]
"""The command itself does nothing if the files are of the last 24 hours."""


def main(daily: list[str], hourly: list[str], seconds: float = SECONDS_BEFORE_FIRST) -> None:
    """Run both commands after this time and then every hour, the first one only once a day. Return when the parent
    process has ended."""
    os.nice(LOWEST_PRIORITY)
    ran_on = None
    while not has_parent_ended(seconds):
        today = date.today()
        for command in [hourly] if ran_on == today else [daily, hourly]:
            if not run(command):
                return
        ran_on, seconds = today, SECONDS_BETWEEN


def run(command: list[str]) -> bool:
    """Run Python with the arguments ``command``. Return True when it has ended. If the parent process ends earlier, end
    the command, too, and return False."""
    with subprocess.Popen([sys.executable, *command], stdin=subprocess.DEVNULL) as process:  # noqa: S603 - our own command
        while process.poll() is None:
            if has_parent_ended(SECONDS_BETWEEN_LOOKS):
                process.terminate()
                return False
    return True


def has_parent_ended(seconds: float) -> bool:
    """Wait so long. Return True at once if the parent process ends: it never writes to the pipe, which can then be
    read."""
    return bool(select.select([0], [], [], seconds)[0])


if __name__ == "__main__":
    main(TEXTS, DOWNLOADS)
