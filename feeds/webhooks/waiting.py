"""Wait in a child process of ``make run`` until there is a webhook endpoint, and then run ``deliver_webhooks``. Most
people who try the service have no endpoint. To save memory, this process does not load Django while it waits."""

import sqlite3
import sys
from contextlib import closing
from pathlib import Path

from config.http.child_process import MANAGE, SECONDS_BETWEEN_LOOKS, has_parent_ended, run


def main(database: str) -> None:
    """Wait until a webhook endpoint exists, then run the command ``deliver_webhooks``. If the parent process ends
    earlier, return without running it. ``database`` is the path of an SQLite file. If there is no such file, run the
    command at once."""
    while Path(database).is_file() and not has_endpoint(database):
        if has_parent_ended(SECONDS_BETWEEN_LOOKS):
            return
    run([MANAGE, "deliver_webhooks"])


def has_endpoint(database: str) -> bool:
    try:
        with closing(sqlite3.connect(f"{Path(database).as_uri()}?mode=ro", uri=True)) as connection:
            return bool(connection.execute("SELECT 1 FROM feeds_webhookendpoint LIMIT 1").fetchone())
    except sqlite3.OperationalError:
        # Another process locks the database.
        return False


if __name__ == "__main__":
    main(sys.argv[1])
