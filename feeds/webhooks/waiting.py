"""Wait in a child process of ``make run`` until there is a webhook endpoint, and then run ``deliver_webhooks`` in the
same process. Django is not loaded while this process waits, because most people who try the service have no
endpoint."""

import os
import select
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

SECONDS_BETWEEN_LOOKS = 1
MANAGE = Path(__file__).parents[2] / "manage.py"


def main(database: str) -> None:
    """Wait until there is an endpoint, then run ``deliver_webhooks``. Return if the parent process ends earlier.
    ``database`` is the path of an SQLite file. With any other database, do not wait."""
    while Path(database).is_file() and not has_endpoint(database):
        # Standard input is a pipe to which the parent process never writes. It becomes readable when the parent has
        # ended.
        if select.select([0], [], [], SECONDS_BETWEEN_LOOKS)[0]:
            return
    os.chdir(MANAGE.parent)
    os.execv(sys.executable, [sys.executable, str(MANAGE), "deliver_webhooks", "--child"])  # noqa: S606 - no shell


def has_endpoint(database: str) -> bool:
    try:
        with closing(sqlite3.connect(f"{Path(database).as_uri()}?mode=ro", uri=True)) as connection:
            return bool(connection.execute("SELECT 1 FROM feeds_webhookendpoint LIMIT 1").fetchone())
    except sqlite3.OperationalError:
        # Another process locks the database.
        return False


if __name__ == "__main__":
    main(sys.argv[1])
