"""Do daily work in a child process of ``make run``: update texts that depend on the day, and build the downloads. The
process does not load Django, so it needs little memory while it waits."""

import os
from datetime import UTC, datetime

from config.http.child_process import MANAGE, has_parent_ended, run

SECONDS_BEFORE_FIRST, SECONDS_BETWEEN = 60, 60 * 60
LOWEST_PRIORITY = 19
TEXTS = [MANAGE, "refresh_texts"]
DOWNLOADS = [MANAGE, "build_downloads", "--if-older", "--verbosity=0"]
"""The command that builds the downloads. It does nothing if the files are less than 24 hours old."""


def main(daily: list[str], hourly: list[str], seconds: float = SECONDS_BEFORE_FIRST) -> None:
    """Run the command ``hourly`` every hour, and the command ``daily`` once a day, until the parent process ends. A
    command is a list of arguments for Python. If ``daily`` fails, run it again an hour later. The first run is after
    ``seconds``. This process and its commands get the lowest priority."""
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


if __name__ == "__main__":
    main(TEXTS, DOWNLOADS)
