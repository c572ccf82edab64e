"""A child process of ``make run`` for daily work: it updates texts that depend on the day, and builds the downloads. It
does not load Django, so it needs little memory while it waits."""

import os
import select
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

SECONDS_BEFORE_FIRST, SECONDS_BETWEEN = 60, 60 * 60
SECONDS_BETWEEN_LOOKS = 1
LOWEST_PRIORITY = 19
MANAGE = str(Path(__file__).parents[2] / "manage.py")
TEXTS = [MANAGE, "refresh_texts"]
DOWNLOADS = [MANAGE, "build_downloads", "--if-older", "--verbosity=0"]
"""The command that builds the downloads. It does nothing if the files are less than 24 hours old."""


def main(daily: list[str], hourly: list[str], seconds: float = SECONDS_BEFORE_FIRST) -> None:
    """Run the command ``hourly`` every hour, and the command ``daily`` once a day, until the parent process ends. If
    ``daily`` fails, run it again an hour later. The first run is after ``seconds``."""
    os.nice(LOWEST_PRIORITY)
    ran_on = None
    while not has_parent_ended(seconds):
        # A day of the service is a day in UTC.
        today = datetime.now(UTC).date()
        status = 0 if ran_on == today else run(daily)
        if status == 0:
            ran_on = today
        if status is None or run(hourly) is None:
            return
        seconds = SECONDS_BETWEEN


def run(command: list[str]) -> int | None:
    """Run Python with the arguments ``command``, and return its exit status. If the parent process (the server) ends
    first, end the command too and return None."""
    with subprocess.Popen([sys.executable, *command], stdin=subprocess.DEVNULL) as process:  # noqa: S603 - our own command
        while process.poll() is None:
            if has_parent_ended(SECONDS_BETWEEN_LOOKS):
                process.terminate()
                return None
    return process.returncode


def has_parent_ended(seconds: float) -> bool:
    """Wait for ``seconds``, and return False. If the parent process ends meanwhile, return True at once. Standard input
    is a pipe from the parent process, and becomes readable when the parent ends."""
    return bool(select.select([0], [], [], seconds)[0])


if __name__ == "__main__":
    main(TEXTS, DOWNLOADS)
