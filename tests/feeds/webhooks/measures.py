"""Measure webhooks under load: ``python -m tests.feeds.webhooks.measures NAME``, where NAME is rehearsal, receivers or
saving.

``rehearsal`` needs a database with the catalogue, and the others need an empty one. They use the database of
DATABASE_URL, which must be migrated. They write into it and print their figures as JSON.
"""

import argparse
import asyncio
import json
import socket
import sys
import tempfile
import time
from collections import Counter, defaultdict
from itertools import pairwise
from pathlib import Path
from statistics import median
from threading import Event, Thread

# Import this module first, because it sets up Django.
from tests.feeds.webhooks.scenarios import make_endpoints, make_entity, outcome_of, pending, wait_for, write_changes  # isort: skip

from feeds.models import WebhookDelivery, WebhookEndpoint
from feeds.webhooks.dispatching import SECONDS_BETWEEN_UPDATES, has_news
from graph.actions.results import rehearsals
from graph.models import ResultVersion
from tests import edits
from tests.factories import EndpointFactory, PartyFactory
from tests.feeds.webhooks.processes import fork, kill, received, start_receiver, start_worker

MEBIBYTE = 1024 * 1024
HEAD = "HTTP/1.1 {}\r\nContent-Length: {}\r\n{}Connection: close\r\n\r\n"
GOOD = 16
"""The number of endpoints that respond correctly. The worker has twice as many threads, because it sends each endpoint
two deliveries at a time."""
CALLED = "race.called"
NIGHT = "united-kingdom-2019-legislative"
BAD = ["hang", "drip", "redirect", "gone", "busy", "huge"]


def rehearsal(log, *, endpoints: int = 50, minutes: float = 2, processes: int = 1, slug: str = NIGHT) -> dict:
    """Rehearse an election night with many endpoints and one or more worker processes.

    Return figures by name, such as how many called races an endpoint did not get, and how many updates of a race came
    too soon after the previous one. ``log`` is the file for the received requests.
    """
    receiver, port = start_receiver(log)
    rows = make_endpoints(port, endpoints)
    WebhookEndpoint.objects.update(includes_test=True)
    workers = [start_worker() for _ in range(processes)]
    archived = rehearsals.find_archived(slug)
    steps = rehearsals.plan(rehearsals.archived_races(archived), 7)
    coverage = rehearsals.create_rehearsal(archived)
    start, began = time.monotonic(), time.time()
    rehearsals.replay(coverage, steps, minutes=minutes)
    counted = time.monotonic() - start
    wait_for(lambda: not has_news() and not pending(), seconds=3600)
    delivered = time.monotonic() - start
    for pid in [*workers, receiver]:
        kill(pid)
    sent = [row | {"body": json.loads(row["body"])} for row in received(log)]
    return {
        "versions": len(steps),
        "seconds_of_the_night": round(counted),
        "seconds_until_last_call": round(max(row["at"] for row in sent if row["body"]["type"] == CALLED) - began),
        "seconds_until_all_delivered": round(delivered),
        **outcome_of(log, rows, WebhookDelivery.objects.count()),
        **check_night(sent, coverage, endpoints),
    }


def check_night(sent, coverage, endpoints):
    versions = ResultVersion.objects.filter(race__election=coverage.pk)
    called = set(versions.filter(is_called=True).values_list("race__slug", flat=True))
    newest = dict(versions.order_by("number").values_list("race__slug", "number"))
    calls, updates, last, times = set(), defaultdict(dict), Counter(), defaultdict(set)
    for row in sent:
        type_, data = row["body"]["type"], row["body"]["data"]
        if type_.startswith("race."):
            at = (row["path"], data["race"]["slug"])
            last[at] = max(last[at], data["version"])
            times[at].add((data["version"], row["body"]["timestamp"]))
            if type_ == CALLED:
                calls.add(at)
            if type_ == "race.updated":
                updates[at].setdefault(data["version"], row["at"])
    gaps = [b - a for found in updates.values() for a, b in pairwise(sorted(found.values()))]
    return {
        "called_races": len(called),
        "called_that_did_not_arrive": sum((f"/{n}", race) not in calls for n in range(endpoints) for race in called),
        "updates": sum(map(len, updates.values())),
        "shortest_gap_s": round(min(gaps, default=0), 2),
        "gaps_too_short": sum(gap < SECONDS_BETWEEN_UPDATES - 0.1 for gap in gaps),
        "versions_out_of_order": sum(a > b for found in times.values() for (_, a), (_, b) in pairwise(sorted(found))),
        "newest_that_did_not_arrive": sum(last[path, race] != newest[race] for path, race in last),
        "races_that_did_not_arrive": endpoints * len(newest) - len(last),
    }


def receivers(log, *, seconds: int = 30) -> dict:
    """Deliver to 16 good endpoints, first alone and then together with 12 that hang, respond slowly or return errors.
    Return figures by name: the delays of the good ones in seconds and the memory of the worker in MB, in both cases.
    ``log`` is the file for the received requests."""
    listener = socket.create_server(("127.0.0.1", 0), backlog=512)
    log.touch()
    receiver = fork(lambda: asyncio.run(_serve(listener, log)))
    port = listener.getsockname()[1]
    good, *_ = make_endpoints(port, GOOD)
    worker, entity = start_worker(), make_entity(PartyFactory)
    memory = Memory(worker)
    # Write ten changes at once, so that the worker starts all its threads.
    write_changes(10)
    wait_for(lambda: not has_news() and not pending())
    alone = _delays(log, entity, seconds)
    before = memory.most
    for kind in BAD * 2:
        EndpointFactory(user=good.user, url=f"http://127.0.0.1:{port}/{kind}")
    together = _delays(log, entity, seconds)
    memory.stop.set()
    kill(worker)
    kill(receiver)
    return {
        "longest_delay_alone_s": round(max(alone), 3),
        "longest_delay_with_bad_ones_s": round(max(together), 3),
        "median_alone_s": round(sorted(alone)[len(alone) // 2], 3),
        "median_with_bad_ones_s": round(sorted(together)[len(together) // 2], 3),
        "memory_alone_mb": round(before / 1024, 1),
        "memory_with_bad_ones_mb": round(memory.most / 1024, 1),
        "requests": Counter(row["path"].strip("/0123456789") or "good" for row in received(log)),
        "disabled": [row.url.rsplit("/", 1)[1] for row in WebhookEndpoint.objects.exclude(state="active")],
    }


def _delays(log, entity, seconds):
    """Make two changes a second for this number of seconds. For each request to an endpoint that responds correctly,
    return the seconds since the commit of its change."""
    known, commits, end = len(received(log)), {}, time.monotonic() + seconds
    while time.monotonic() < end:
        name = f"Party {time.time()}"
        edits.update(entity=entity, name=name)
        commits[name] = time.time()
        time.sleep(0.5)
    time.sleep(5)
    good = [row for row in received(log)[known:] if row["path"].strip("/").isdigit()]
    found = [(json.loads(row["body"])["data"]["entity"]["name"], row["at"]) for row in good]
    assert len(found) == GOOD * len(commits), (len(found), len(commits))
    return [at - commits[name] for name, at in found]


class Memory:
    """Reads how much memory a process uses, five times a second. ``most`` is the highest value so far in kB. Set
    ``stop`` to end this."""

    def __init__(self, pid):
        self.most, self.stop, self.path = 0, Event(), Path(f"/proc/{pid}/status")
        Thread(target=self._watch, daemon=True).start()

    def _watch(self):
        while not self.stop.wait(0.2):
            line = next(line for line in self.path.read_text().splitlines() if line.startswith("VmRSS"))
            self.most = max(self.most, int(line.split()[1]))


async def _serve(listener, path):
    with path.open("a", buffering=1) as log:

        async def handle(reader, writer):
            try:
                await _respond(reader, writer, log)
            except (OSError, asyncio.IncompleteReadError):
                pass  # The worker has closed the connection.
            finally:
                writer.close()

        server = await asyncio.start_server(handle, sock=listener)
        await server.serve_forever()


async def _respond(reader, writer, log):
    head = (await reader.readuntil(b"\r\n\r\n")).decode()
    path = head.split(" ", 2)[1]
    headers = dict(line.lower().split(": ", 1) for line in head.splitlines()[1:] if line)
    body = (await reader.readexactly(int(headers["content-length"]))).decode()
    log.write(json.dumps({"at": time.time(), "path": path, "body": body}) + "\n")
    statuses = {
        "redirect": HEAD.format("302 Found", 0, "Location: /0\r\n"),
        "gone": HEAD.format("410 Gone", 0, ""),
        "busy": HEAD.format("429 Busy", 0, "Retry-After: 5\r\n"),
        "huge": HEAD.format("200 OK", 100 * MEBIBYTE, ""),
        "drip": HEAD.format("200 OK", 1000, ""),
    }
    kind = path.strip("/")
    if kind == "hang":
        await asyncio.sleep(60)
    parts = {"huge": (100, b"x" * MEBIBYTE, 0), "drip": (60, b"x", 1)}
    writer.write(statuses.get(kind, HEAD.format("204 No Content", 0, "")).encode())
    number, part, pause = parts.get(kind, (0, b"", 0))
    for _ in range(number):
        writer.write(part)
        await writer.drain()
        await asyncio.sleep(pause)
    await writer.drain()


def saving(log, *, pairs: int = 200) -> dict:
    """Measure how much longer, in ms, an editor's save takes with twenty active endpoints than without any. Return the
    figures of `_compare_saves` without a worker ("alone") and with one ("with_worker"). ``log`` is the file for the
    received requests."""
    receiver, port = start_receiver(log)
    make_endpoints(port, 20)
    entity = make_entity(PartyFactory)
    found = {"alone": _compare_saves(entity, pairs)}
    worker = start_worker()
    found["with_worker"] = _compare_saves(entity, pairs // 4, pause=0.5)
    for pid in (worker, receiver):
        kill(pid)
    return found | {"deliveries": len(received(log))}


def _compare_saves(entity, pairs, pause=0.0):
    """Save an entity in pairs: once without and once with active endpoints. Return three medians in ms by name: of the
    saves without, of those with, and of the differences within the pairs."""
    times = {"disabled": [], "active": []}
    for number in range(pairs):
        for state in sorted(times, reverse=number % 2):
            WebhookEndpoint.objects.update(state=state)
            time.sleep(pause)
            start = time.perf_counter()
            edits.update(entity=entity, name=f"Party {time.time()}")
            times[state].append(1000 * (time.perf_counter() - start))
    differences = [active - disabled for active, disabled in zip(times["active"], times["disabled"], strict=True)]
    return {
        "median_without_ms": round(median(times["disabled"]), 2),
        "median_with_ms": round(median(times["active"]), 2),
        "median_difference_ms": round(median(differences), 2),
    }


MEASURES = {"rehearsal": rehearsal, "receivers": receivers, "saving": saving}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("name", choices=MEASURES)
    parser.add_argument("--endpoints", type=int)
    parser.add_argument("--processes", type=int)
    parser.add_argument("--minutes", type=float)
    options = {name: value for name, value in vars(parser.parse_args()).items() if value is not None}
    with tempfile.TemporaryDirectory() as folder:
        found = MEASURES[options.pop("name")](Path(folder) / "requests", **options)
    sys.stdout.write(json.dumps(found) + "\n")


if __name__ == "__main__":
    main()
