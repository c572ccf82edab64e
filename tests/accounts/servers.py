"""Start real servers on free ports: the service in one or two processes, and a Redis server."""

import json
import os
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from http.client import HTTPConnection
from pathlib import Path
from zlib import crc32

from django.db import connection as database
from redis import Redis
from redis.exceptions import RedisError

from tests.architecture.source import ROOT

HOST = "127.0.0.1"
SECONDS_TO_START = 60
SECONDS_TO_END = 15
COUNTED_PATH = "/api/graph/entities?limit=1"
MAKE_ACCOUNTS = """
import django, json, random, sys
django.setup()
from accounts.actions.keys import create_key
from accounts.models import User
made = []
for tier in ("researcher", "pro"):
    for _ in range(int(sys.argv[1])):
        # Random numbers, because counters in Redis may outlive a test run.
        number = random.randrange(10**6, 10**9)
        user = User.objects.create(pk=number, username=str(number), tier=tier)
        made.append([tier, f"account:{number}", create_key(user=user, name="Load")[1]])
print(json.dumps(made))
"""


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        return probe.getsockname()[1]


def environment(folder: Path, **given) -> dict[str, str]:
    """Return the environment variables for a service with its own SQLite database in ``folder``, behind one proxy.
    ``given`` are further variables, which replace others of the same name. Only PATH and HOME are taken from the
    present process."""
    own = {"DATABASE_URL": f"sqlite:///{folder}/graph.sqlite3", "DJANGO_SETTINGS_MODULE": "config.settings"}
    inherited = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    return {**inherited, **own, "TRUSTED_PROXIES": "1", **given}


def run(folder: Path, *arguments: str) -> str:
    """Run Python with these arguments, in a process with the variables of `environment`. Return its standard output."""
    given = {"cwd": ROOT, "env": environment(folder), "check": True, "capture_output": True, "text": True}
    return subprocess.run([sys.executable, *arguments], **given).stdout  # noqa: S603 - commands of ours


def copy_database(path: Path) -> None:
    """Copy the SQLite database of the tests from memory to a file that other processes can open."""
    database.ensure_connection()
    with closing(sqlite3.connect(path)) as copy:
        database.connection.backup(copy)


def make_database(folder: Path, accounts: int = 0) -> list[list[str]]:
    """Create a database with this number of accounts of each tier. Return a list [tier, caller, API key] for each
    account. An example of a caller is "account:7".

    With SQLite, the test must use the database (``django_db``), and no transaction may be open.
    """
    if database.vendor == "sqlite":
        # A copy takes less time than the migrations.
        copy_database(folder / "graph.sqlite3")
    else:
        run(folder, "manage.py", "migrate", "--verbosity", "0")
    return json.loads(run(folder, "-c", MAKE_ACCOUNTS, str(accounts))) if accounts else []


@contextmanager
def ended(process: subprocess.Popen) -> Iterator[subprocess.Popen]:
    """Yield the process, and terminate it when the ``with`` block ends, even if it is stopped. If it does not end in
    time, kill it."""
    try:
        yield process
    finally:
        process.send_signal(signal.SIGCONT)
        process.terminate()
        try:
            process.wait(SECONDS_TO_END)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


@contextmanager
def service(folder: Path, *, workers: int = 1, redis: str = "") -> Iterator[int]:
    """Run the service in this number of worker processes, on the database that `make_database` created in ``folder``.
    Yield its port when it responds. ``redis`` is the URL of a Redis server, or "" for none."""
    port = free_port()
    shared = {"REDIS_URL": redis, "PROCESSES": str(workers)} if redis else {}
    options = {"interface": "wsgi", "host": HOST, "port": port, "workers": workers, "blocking-threads": 4}
    command = ["-m", "granian", *(f"--{name}={value}" for name, value in options.items()), "--log-level=warning"]
    with (folder / "server.log").open("ab") as log:
        arguments = [sys.executable, *command, "config.wsgi:application"]
        given = {"cwd": ROOT, "env": environment(folder, **shared), "stdout": log, "stderr": log}
        server = subprocess.Popen(arguments, **given)  # noqa: S603 - a command of ours
    with ended(server):
        wait_until(lambda: is_up(port))
        yield port


@contextmanager
def redis_server(folder: Path, binary: str, port: int) -> Iterator[subprocess.Popen]:
    """Run a Redis server without persistence on this port in the ``with`` block. Yield its process."""
    options = ["--bind", HOST, "--port", str(port), "--save", "", "--appendonly", "no", "--dir", str(folder)]
    server = subprocess.Popen([binary, *options], stdout=subprocess.DEVNULL)  # noqa: S603 - a command of ours
    with ended(server) as process:
        wait_until(lambda: responds(port))
        yield process


def responds(port: int) -> bool:
    with Redis(port=port, socket_timeout=1) as client, suppress(RedisError):
        return client.ping()
    return False


def is_up(port: int) -> bool:
    with closing(HTTPConnection(HOST, port, timeout=5)) as connection, suppress(OSError):
        return send(connection, "/healthz").status == 200
    return False


def wait_until(holds, seconds: float = SECONDS_TO_START) -> None:
    deadline = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < deadline, "it did not start in time"
        time.sleep(0.05)


def send(connection: HTTPConnection, path: str = COUNTED_PATH, **headers: str):
    """Send a GET request, read the whole response, and return it."""
    connection.request("GET", path, headers=headers)
    response = connection.getresponse()
    response.read()
    return response


def headers_of(caller: str, key: str = "") -> dict[str, str]:
    """Return the request headers of a caller: with an API key, the header Authorization, otherwise ``caller``, an IP
    address, in X-Forwarded-For."""
    return {"Authorization": f"Bearer {key}"} if key else {"X-Forwarded-For": caller}


def window_end(caller: str, at: float) -> int:
    """Return the last second of the minute in which the caller's requests are counted together at the time ``at``. Both
    are in Unix seconds. These minutes begin at a different second for each caller."""
    now = int(at)
    end = now - now % 60 + crc32(caller.encode()) % 60
    return end if end >= now else end + 60


def seconds_left(caller: str) -> float:
    now = time.time()
    return window_end(caller, now) + 1 - now
