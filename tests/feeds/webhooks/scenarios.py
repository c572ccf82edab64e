"""Run scenarios of webhook deliveries, for example with workers that are killed: ``python -m
tests.feeds.webhooks.scenarios NAME [--events N] [--kills N]``.

Each scenario uses the database of DATABASE_URL, which must be empty and migrated. It prints its figures as JSON.
"""

import argparse
import json
import os
import random
import resource
import sys
import tempfile
import time
from collections import Counter
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
os.environ["WEBHOOK_ALLOW_LOOPBACK"] = "1"

import django

django.setup()

from django.db import OperationalError, transaction  # noqa: E402 - models can be imported only now
from standardwebhooks import Webhook, WebhookVerificationError  # noqa: E402 - as above

from feeds.models import WebhookDelivery, WebhookEvent  # noqa: E402 - as above
from feeds.webhooks.dispatching import dispatch, start_for_first_endpoint  # noqa: E402 - as above
from feeds.webhooks.secrets import signing_secrets  # noqa: E402 - as above
from graph.journal import guard  # noqa: E402 - as above
from graph.journal.journal import schedule_positions  # noqa: E402 - as above
from graph.models import Change  # noqa: E402 - as above
from tests import edits  # noqa: E402 - as above
from tests.factories import CountryFactory, EndpointFactory, PartyFactory, UserFactory  # noqa: E402 - as above
from tests.feeds.webhooks.processes import DELIVERED, LOST, fork, kill, received, start_receiver, start_worker  # noqa: E402 - as above

SECONDS_TO_FINISH = 600
PENDING = WebhookDelivery.State.PENDING


def kills(log, *, events: int, kills: int, endpoints: int = 1) -> dict:
    """Kill the worker again and again while it delivers to a receiver that fails on 10 % of requests and loses 3 % of
    responses. Return figures by name, such as the numbers of lost and of duplicate deliveries. ``log`` is the file for
    the received requests."""
    receiver, port = start_receiver(log, fails=0.10, loses=0.03)
    rows = make_endpoints(port, endpoints)
    write_changes(events)
    chance, worker = random.Random(7), start_worker(lease=1, retry=0.2)
    for _ in range(kills):
        # Wait, so that the worker is killed while it works and not while it starts.
        wait_for_requests(log, chance.randint(1, max(1, events // kills)))
        time.sleep(chance.uniform(0, 0.02))
        kill(worker)
        worker = start_worker(lease=1, retry=0.2)
    wait_for(lambda: WebhookEvent.objects.count() == events and not pending())
    kill(worker)
    kill(receiver)
    return outcome_of(log, rows, events * endpoints)


def writes(log, *, events: int, kills: int) -> dict:
    """Kill an editor's process and the worker ``kills`` times while the editor writes at least ``events`` changes.
    Return figures by name, such as "difference": the number of missing and of surplus events. ``log`` is the file for
    the received requests."""
    receiver, port = start_receiver(log)
    rows = make_endpoints(port, 1)
    entity = make_entity(PartyFactory)
    chance = random.Random(7)

    def write():
        while (number := Change.objects.count()) < events:
            # On a busy machine, the worker may lock SQLite for too long. In this case, save again, as an editor would.
            with suppress(OperationalError):
                edits.update(entity=entity, name=f"Party {number + 1}")

    for _ in range(kills):
        pids = [fork(write), start_worker(lease=1, retry=0.2)]
        time.sleep(chance.uniform(0.1, 0.4))
        for pid in pids:
            kill(pid)
    pids = [fork(write), start_worker(lease=1, retry=0.2)]
    wait_for(lambda: Change.objects.count() >= events and WebhookEvent.objects.count() >= Change.objects.count())
    wait_for(lambda: not pending())
    for pid in [*pids, receiver]:
        kill(pid)
    changes = set(Change.objects.values_list("position", flat=True))
    versions = Counter(
        json.loads(body)["data"]["version"] for body in WebhookEvent.objects.values_list("body", flat=True)
    )
    found = outcome_of(log, rows, len(changes))
    repeated = sum(number - 1 for number in versions.values())
    return found | {"changes": len(changes), "difference": len(changes ^ versions.keys()) + repeated}


def throughput(log, *, events: int, processes: int = 1, endpoints: int = 20) -> dict:
    """Measure how many deliveries per second one or more worker processes make to a receiver that always succeeds.
    Return figures by name, such as "per_second". ``log`` is the file for the received requests."""
    receiver, port = start_receiver(log)
    rows = make_endpoints(port, endpoints)
    write_changes(events // endpoints)
    # Create the rows of deliveries before the measurement, because only the attempts are measured.
    while dispatch():
        pass
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    workers = [start_worker() for _ in range(processes)]
    wait_for(lambda: not pending())
    seconds = time.monotonic() - start
    for pid in workers:
        os.kill(pid, 15)
        os.waitpid(pid, 0)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    kill(receiver)
    times = [row["at"] for row in received(log)]
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return outcome_of(log, rows, events // endpoints * endpoints) | {
        "per_second": round(len(times) / (max(times) - min(times)), 1),
        "seconds": round(seconds, 2),
        "cpu_ms_per_delivery": round(1000 * cpu / len(times), 2),
        "load": round(os.getloadavg()[0], 1),
    }


def scaling(log, *, processes: int, events: int = 100, endpoints: int = 100) -> dict:
    """Measure the deliveries per second of one worker process and of several. Return both by name.

    The receiver takes 0.2 seconds for a response, like one on the internet. With immediate responses, one process would
    already use a whole processor. ``log`` is the file for the received requests.
    """
    receiver, port = start_receiver(log, seconds=0.2)
    make_endpoints(port, endpoints)
    write_changes(events)
    while dispatch():
        pass
    workers, speeds = [], []
    for number in (1, processes):
        workers += [start_worker() for _ in range(number - len(workers))]
        speeds.append(speed(log))
    for pid in [*workers, receiver]:
        kill(pid)
    return {"per_second_of_one": speeds[0], "per_second": speeds[1], "load": round(os.getloadavg()[0], 1)}


def speed(log):
    """Return the number of requests per second that the receiver gets, measured over ten seconds. ``log`` is the file
    for the received requests."""
    wait_for_requests(log, 100)
    before, start = log.read_bytes().count(b"\n"), time.monotonic()
    time.sleep(10)
    return round((log.read_bytes().count(b"\n") - before) / (time.monotonic() - start), 1)


def latency(log, *, events: int) -> dict:
    """Make one change at a time while the worker is idle. Return figures by name, such as the median and the longest
    time in seconds from a commit to its webhook request. ``log`` is the file for the received requests."""
    receiver, port = start_receiver(log)
    rows = make_endpoints(port, 1)
    entity = make_entity(PartyFactory)
    worker = start_worker()
    time.sleep(2)
    commits, chance = [], random.Random(7)
    for number in range(events):
        edits.update(entity=entity, name=f"Party {number}")
        commits.append(time.time())
        time.sleep(chance.uniform(0.2, 0.8))
    wait_for(lambda: WebhookEvent.objects.count() == events and not pending())
    kill(worker)
    kill(receiver)
    waits = sorted(row["at"] - commit for row, commit in zip(received(log), commits, strict=True))
    return outcome_of(log, rows, events) | {
        "median_s": round(waits[len(waits) // 2], 3),
        "p95_s": round(waits[int(len(waits) * 0.95)], 3),
        "longest_s": round(waits[-1], 3),
        "load": round(os.getloadavg()[0], 1),
    }


def make_endpoints(port, number):
    user = UserFactory(username=f"owner-{port}", tier="pro")
    with transaction.atomic():
        start_for_first_endpoint()
        return [EndpointFactory(user=user, url=f"http://127.0.0.1:{port}/{index}") for index in range(number)]


def make_entity(factory):
    with guard.allow_writes():
        return factory(country_code="gb")


def write_changes(number):
    """Write many changes to the journal at once, as an import does."""
    country = make_entity(CountryFactory)
    common = {"kind": "country", "country_code": "gb", "slug": country.slug, "name": country.name, "action": "updated"}
    with transaction.atomic():
        rows = (Change(entity_id=country.pk, fields={"overview": ["", str(i)]}, **common) for i in range(number))
        Change.objects.bulk_create(rows, batch_size=500)
        schedule_positions()


def pending():
    return WebhookDelivery.objects.filter(state=PENDING).exists()


def wait_for(condition, seconds=SECONDS_TO_FINISH):
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            raise SystemExit("The scenario did not finish.")
        time.sleep(0.1)


def wait_for_requests(log, number):
    """Wait until the receiver has got this number of further requests, but at most five seconds. ``log`` is the file
    for the received requests."""
    wanted, end = log.read_bytes().count(b"\n") + number, time.monotonic() + 5
    while log.read_bytes().count(b"\n") < wanted and time.monotonic() < end:
        time.sleep(0.01)


def outcome_of(log, endpoints, expected):
    rows = received(log)
    secrets = {f"/{index}": signing_secrets(row)[0] for index, row in enumerate(endpoints)}
    seen = Counter((row["path"], row["headers"]["webhook-id"]) for row in rows if row["outcome"] != "failed")
    known = set(WebhookEvent.objects.values_list("uid", flat=True))
    states = Counter(WebhookDelivery.objects.values_list("state", flat=True))
    answered = {(row["path"], row["headers"]["webhook-id"]) for row in rows if row["outcome"] == DELIVERED}
    return {
        "deliveries": sum(states.values()),
        "lost": expected - len(answered),
        "stuck": states["pending"] + states["failed"],
        "requests": len(rows),
        "lost_answers": sum(row["outcome"] == LOST for row in rows),
        "duplicates": sum(number - 1 for number in seen.values()),
        "duplicates_percent": round(100 * sum(number - 1 for number in seen.values()) / max(1, expected), 2),
        "most_of_one": max(seen.values(), default=0),
        "unknown_ids": len({uid for _, uid in seen} - known),
        "bad_signatures": sum(not _is_valid(row, secrets) for row in rows),
    }


def _is_valid(row, secrets):
    # Sign again instead of calling ``verify``, which would reject old requests.
    sent = datetime.fromtimestamp(int(row["headers"]["webhook-timestamp"]), UTC)
    signature = Webhook(secrets[row["path"]]).sign(row["headers"]["webhook-id"], sent, row["body"])
    try:
        return signature in row["headers"]["webhook-signature"].split(" ")
    except WebhookVerificationError:
        return False


SCENARIOS = {"kills": kills, "writes": writes, "throughput": throughput, "scaling": scaling, "latency": latency}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("name", choices=SCENARIOS)
    for option in ("events", "kills", "endpoints", "processes"):
        parser.add_argument(f"--{option}", type=int)
    options = {name: value for name, value in vars(parser.parse_args()).items() if value is not None}
    with tempfile.TemporaryDirectory() as folder:
        found = SCENARIOS[options.pop("name")](Path(folder) / "requests", **options)
    sys.stdout.write(json.dumps(found) + "\n")


if __name__ == "__main__":
    main()
