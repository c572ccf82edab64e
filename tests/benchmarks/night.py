"""Simulate an election night with 650 races under load: ``DATABASE_URL=… python -m tests.benchmarks.night --seconds
120``.

The database must have the catalogue. Each race gets six counts, while 64 clients send requests with ETags to a server.
The counts are recorded for a copy of an election, a rehearsal, which is deleted at the end. The exit code is 1 if a
response was wrong or a figure is over its limit.
"""

import argparse
import gzip
import json
import multiprocessing
import os
import subprocess
import sys
import threading
import time
from collections import Counter
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from http.client import HTTPConnection
from itertools import islice
from random import Random
from typing import NamedTuple

import django

from tests.accounts.servers import HOST, ended, free_port, is_up, wait_until
from tests.architecture.source import ROOT

SLUG = "united-kingdom-2019-legislative"
COUNTS, CLIENTS, SECONDS_BETWEEN_POLLS, MOMENTS = 6, 64, 1.2, 500
LIMITS = {"seconds until an update is visible": 1.0, "ms of record, p99": 25.0, "5xx": 0, "other errors": 0}
LIMITS |= {"wrong states of the past": 0, "races that differ from the archive": 0}
LIMITS |= {"ms of a new summary, p99": 15.0, "ms of a new races page, p99": 15.0}


class Polled(NamedTuple):
    """What a client received. ``log`` has (start in Unix time, seconds, name of the request, status, version of the
    results or None) for each response. ``states`` maps each received version to the ETag of the summary."""

    log: list[tuple]
    states: dict[int, str]


class Client(threading.Thread):
    """A thread that requests the summary of an election's results again and again, until the event ``over`` is set.
    Whenever the summary has changed, it also requests the races that have changed."""

    def __init__(self, number, port, slug, over=None):
        super().__init__(daemon=True)
        self.headers = {"X-Forwarded-For": f"10.0.0.{number}", "Accept-Encoding": "gzip"}
        self.connection, self.slug, self.over = HTTPConnection(HOST, port, timeout=20), slug, over
        self.log, self.states, self.etag, self.version = [], {}, "", 0
        self.delay = SECONDS_BETWEEN_POLLS * number / CLIENTS

    def run(self):
        time.sleep(self.delay)
        while not self.over.is_set():
            started = time.time()
            before = self.version
            document, response = self.get(f"/api/results/{self.slug}", {"If-None-Match": self.etag}, "summary")
            if document:
                self.etag, self.version = response["ETag"], document["version"]
                self.states[self.version] = self.etag
                self.get(f"/api/results/{self.slug}/races?limit=200&changed_since={before}", {}, "races")
            time.sleep(max(0, started + SECONDS_BETWEEN_POLLS - time.time()))

    def get(self, path, headers, name):
        started = time.time()
        self.connection.request("GET", path, headers={**self.headers, **headers})
        response = self.connection.getresponse()
        body = response.read()
        seconds = time.time() - started
        document = None
        if response.status == 200 and name == "summary":
            document = json.loads(unpacked(response, body))
        version = document["version"] if document else self.version if response.status == 304 else None
        self.log.append((started, seconds, name, response.status, version))
        return document, response.headers


def poll(port, slug, over, results):
    """Let CLIENTS threads request the results of the election ``slug`` from the server on ``port``, until the event
    ``over`` is set. Then put a list with the `Polled` of each client into the queue ``results``."""
    clients = [Client(number, port, slug, over) for number in range(CLIENTS)]
    for client in clients:
        client.start()
    for client in clients:
        client.join()
    results.put([Polled(client.log, client.states) for client in clients])


@contextmanager
def polling(port, slug):
    """Run `poll` in another process during the ``with`` block. Yield a list, to which the `Polled` of each client is
    added at the end of the block."""
    processes, clients = multiprocessing.get_context("spawn"), []
    over, results = processes.Event(), processes.Queue()
    process = processes.Process(target=poll, args=(port, slug, over, results), daemon=True)
    process.start()
    try:
        yield clients
    finally:
        over.set()
        clients += results.get(timeout=60)
        process.join()


def unpacked(response, body):
    return gzip.decompress(body) if response.headers["Content-Encoding"] == "gzip" else body


@contextmanager
def server(workers):
    port = free_port()
    options = ["--interface=wsgi", f"--host={HOST}", f"--port={port}", f"--workers={workers}", "--blocking-threads=4"]
    command = [sys.executable, "-m", "granian", *options, "--log-level=warning", "config.wsgi:application"]
    given = os.environ | {"TRUSTED_PROXIES": "1", "PROCESSES": str(workers)}
    with ended(subprocess.Popen(command, cwd=ROOT, env=given)):
        wait_until(lambda: is_up(port))
        yield port


def steps(races, seed):
    """Return (slug of a race, result version) for each count of the election night, in the order in which they arrive.
    The races are in random order, but the counts of each race are in chronological order."""
    from graph.actions.results.rehearsals.parts import parts
    from graph.results import Phase, VersionKind

    rng, nights = Random(seed), {}  # noqa: S311 - the same night every time
    for race in races:
        result = replace(race.versions[-1], received_at=None, valid_from=None)
        final = replace(result, phase=Phase.FINAL, kind=VersionKind.COUNT)
        certified = [result] if result.phase == Phase.CERTIFIED else []
        nights[race.slug] = iter([*parts(final, COUNTS - 1 - len(certified), rng), final, *certified])
    order = [slug for slug in nights for _ in range(COUNTS)]
    rng.shuffle(order)
    return [(slug, version) for slug in order for version in islice(nights[slug], 1)]


def count(races, night, seconds):
    """Record the steps in ``night``, evenly spread over this number of seconds. Return (time of the commit,
    milliseconds, milliseconds of processor time) for each step."""
    from graph.actions.results import record

    start, recorded = time.time(), []
    for number, (slug, version) in enumerate(night):
        time.sleep(max(0, start + seconds * number / len(night) - time.time()))
        before = time.perf_counter(), time.thread_time()
        record(races[slug], version)
        spent = time.perf_counter() - before[0], time.thread_time() - before[1]
        recorded.append((time.time(), *(1000 * seconds for seconds in spent)))
    return recorded


def longest_wait(clients, recorded):
    """Return the longest time in seconds between the commit of a result version and a later request whose response did
    not have this version yet. ``recorded`` is the result of `count`."""
    waits = [0.0]
    for client in clients:
        for started, _, name, _, version in client.log:
            if name == "summary" and version is not None and version < len(recorded):
                waits.append(started - recorded[version][0])
    return max(waits)


def wrong_past(port, slug, clients, recorded):
    """Request some earlier summaries again, with ``as_of``. Return how many have another ETag than the one that a
    client got during the night. ``recorded`` is the result of `count`."""
    etags = {version: etag for one in clients for version, etag in one.states.items() if version}
    states = {version: (_text(recorded[version - 1][0]), etag) for version, etag in etags.items()}
    chosen = Random(7).sample(sorted(states.values()), min(MOMENTS, len(states)))  # noqa: S311 - the same moments every time
    wrong, client = 0, Client(0, port, slug)
    for number, (moment, etag) in enumerate(chosen):
        client.headers["X-Forwarded-For"] = f"10.1.0.{number % 250}"
        _, headers = client.get(f"/api/results/{client.slug}?as_of={moment}", {}, "past")
        wrong += headers["ETag"] != etag
    print(f"{len(chosen)} states of the past were asked for, of {len(states)} that were served.")
    return wrong


def _text(seconds):
    return datetime.fromtimestamp(seconds, UTC).isoformat().replace("+00:00", "Z")


def percentile(values, share):
    return sorted(values)[min(len(values) - 1, int(len(values) * share / 100))] if values else 0


def main(seconds, workers, seed):
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    from graph.actions.results import rehearsals
    from graph.models import Race

    archived = rehearsals.find_archived(SLUG)
    night = steps(rehearsals.archived_races(archived), seed)
    rehearsal = rehearsals.create_rehearsal(archived)
    try:
        races = {race.slug: race for race in Race.objects.filter(election=rehearsal.election_id)}
        with server(workers) as port:
            slug = rehearsal.election.slug
            with polling(port, slug) as clients:
                recorded = count(races, night, seconds)
                time.sleep(2 * SECONDS_BETWEEN_POLLS)
            figures = {"wrong states of the past": wrong_past(port, slug, clients, recorded)}
        figures["races that differ from the archive"] = len(rehearsals.differences(archived, rehearsal))
    finally:
        rehearsals.delete_rehearsal(rehearsal)
    sys.exit(report(clients, recorded, figures))


def report(clients, recorded, figures) -> bool:
    """Print the figures of the night. Return True if at least one is over its limit in LIMITS."""
    log = [row for client in clients for row in client.log]
    statuses = Counter(status for *_, status, _ in log)
    milliseconds, processor = ([row[column] for row in recorded] for column in (1, 2))
    figures["seconds until an update is visible"] = longest_wait(clients, recorded)
    figures["ms of record, p99"] = percentile(milliseconds, 99)
    figures["5xx"] = sum(number for status, number in statuses.items() if status >= 500)
    figures["other errors"] = sum(number for status, number in statuses.items() if 400 <= status < 500)
    print(f"{len(recorded):,} versions, {len(log):,} responses: {dict(sorted(statuses.items()))}")
    print(f"record: p50 {percentile(milliseconds, 50):.1f} ms, most {max(milliseconds):.0f} ms")
    print(f"processor time of record: p50 {percentile(processor, 50):.1f} ms, p99 {percentile(processor, 99):.1f} ms")
    for name, status in (("summary", 200), ("summary", 304), ("races", 200)):
        times = [spent * 1000 for _, spent, path, code, _ in log if (path, code) == (name, status)]
        p50, p99 = percentile(times, 50), percentile(times, 99)
        print(f"{name} {status}: p50 {p50:.1f} ms, p99 {p99:.1f} ms of {len(times):,}")
        if status == 200:
            figures[f"ms of a new {'races page' if name == 'races' else name}, p99"] = p99
    for name, figure in figures.items():
        print(f"{'!!' if figure > LIMITS[name] else '  '} {name}: {figure:.3f}, at most {LIMITS[name]}")
    return any(figure > LIMITS[name] for name, figure in figures.items())


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=120)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--seed", type=int, default=7)
    main(**vars(parser.parse_args()))
