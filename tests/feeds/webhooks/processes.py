"""Start receivers, workers and writers as child processes, which a scenario can kill at any moment."""

import asyncio
import json
import os
import random
import signal
import socket
import time
from collections.abc import Callable
from datetime import timedelta
from threading import Thread

from django.db import connection, connections

from feeds.webhooks import claiming, schedule
from feeds.webhooks.worker import Worker

LOST, FAILED, DELIVERED = "lost", "failed", "delivered"


def fork(run: Callable[[], None]) -> int:
    """Run the function in a child process. Return its process ID. The child opens its own database connections."""
    connections.close_all()
    if hasattr(connection, "close_pool"):
        connection.close_pool()
    parent = os.getpid()
    pid = os.fork()
    if not pid:
        try:
            Thread(target=_end_with, args=(parent,), daemon=True).start()
            run()
        finally:
            os._exit(0)
    return pid


def _end_with(parent):
    while os.getppid() == parent:
        time.sleep(1)
    os._exit(1)


def kill(pid: int) -> None:
    os.kill(pid, signal.SIGKILL)
    os.waitpid(pid, 0)


def start_receiver(path, *, fails=0.0, loses=0.0, seconds=0.0, seed=1) -> tuple[int, int]:
    """Start a receiver that writes each request as a line of JSON to the file ``path``. Return its process ID and its
    port.

    ``fails`` is the fraction of requests that get the status 500. ``loses`` is the fraction of requests whose response
    is lost. Each response takes ``seconds``.
    """
    path.touch()
    listener = socket.create_server(("127.0.0.1", 0), backlog=512)

    def run():
        asyncio.run(_receive(listener, path, fails, loses, seconds, random.Random(seed)))

    pid = fork(run)
    port = listener.getsockname()[1]
    listener.close()
    return pid, port


def received(path) -> list[dict]:
    """Return the requests in the receiver's file ``path`` so far, as dictionaries. A line that is not complete yet is
    left out."""
    text = path.read_text() if path.exists() else ""
    return [json.loads(line) for line in text[: text.rfind("\n") + 1].splitlines()]


def start_worker(*, threads=32, lease=60.0, retry=None) -> int:
    """Start a webhook worker with this number of threads. Return its process ID. ``lease`` is the time for which the
    worker reserves a delivery, and ``retry`` the delay after a failure, both in seconds."""

    def run():
        claiming.LEASE = timedelta(seconds=lease)
        if retry is not None:
            schedule.DELAYS[:] = [timedelta(seconds=retry)] * len(schedule.DELAYS)
        worker = Worker(threads)
        signal.signal(signal.SIGTERM, lambda *_: worker.stopping.set())
        worker.run()

    return fork(run)


async def _receive(listener, path, fails, loses, seconds, chance):
    with path.open("a", buffering=1) as log:

        async def handle(reader, writer):
            try:
                await _respond(reader, writer, log, fails, loses, seconds, chance)
            except (OSError, asyncio.IncompleteReadError):
                pass  # The worker was killed.
            finally:
                writer.close()

        server = await asyncio.start_server(handle, sock=listener)
        await server.serve_forever()


async def _respond(reader, writer, log, fails, loses, seconds, chance):
    head = (await reader.readuntil(b"\r\n\r\n")).decode()
    path = head.split(" ", 2)[1]
    headers = dict(line.split(": ", 1) for line in head.splitlines()[1:] if line)
    headers = {name.lower(): value for name, value in headers.items()}
    body = await reader.readexactly(int(headers["content-length"]))
    drawn = chance.random()
    outcome = LOST if drawn < loses else FAILED if drawn < loses + fails else DELIVERED
    row = {"at": time.time(), "path": path, "outcome": outcome, "headers": headers, "body": body.decode()}
    log.write(json.dumps(row) + "\n")
    await asyncio.sleep(seconds)
    if outcome != LOST:
        status = b"500 Error" if outcome == FAILED else b"204 No Content"
        writer.write(b"HTTP/1.1 " + status + b"\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
        await writer.drain()
