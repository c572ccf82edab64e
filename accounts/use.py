"""Count in memory how often each API key requests each endpoint. A thread writes the counts to the database."""

import logging
import time
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from itertools import islice
from multiprocessing.util import Finalize
from threading import Lock, Thread

from django.conf import settings
from django.db import Error, connections, transaction
from django.db.models import F, Max, Q, Sum
from django.db.models.functions import Greatest
from django.utils import timezone

from accounts.callers import Caller
from accounts.limits import Usage
from accounts.models import ApiKey, KeyUse

BATCH_SIZE = 5_000
MAX_PENDING_ROWS = 100_000
"""The largest number of rows of usage statistics that wait in memory until they are written to the database. When it is
reached, for example after a long failure of the database, requests that need a new row are not counted."""
DAYS_SHOWN = 30
SUMS = {"served": Sum("served"), "throttled": Sum("throttled"), "busiest_minute": Max("busiest_minute")}

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Counts:
    """The counts for one API key, one endpoint and one day (UTC) that are not in the database yet. They are the numbers
    of served and rejected (throttled) requests, and the time of the last request. ``busiest_minute`` is the largest
    number of requests that the caller has sent in one minute, to all endpoints together."""

    served: int
    throttled: int
    busiest_minute: int
    last_request: datetime

    def __add__(self, other: "Counts") -> "Counts":
        return Counts(
            self.served + other.served,
            self.throttled + other.throttled,
            max(self.busiest_minute, other.busiest_minute),
            max(self.last_request, other.last_request),
        )


Row = tuple[int, date, str]
"""Identifies a row of `KeyUse`: (primary key of the API key, day, name of the endpoint)."""


def record(caller: Caller, endpoint: str, usage: Usage) -> None:
    """Add a request to the counts in memory. ``usage`` is the caller's use of the rate limit after this request, and
    says whether the request was throttled (rejected). The first call starts the thread that writes the counts to the
    database. Do nothing if the caller has no API key."""
    if caller.key is None:
        return
    now = datetime.now(UTC)
    # While Redis is unavailable, the count is only an estimate.
    minute = 0 if usage.is_degraded else usage.count
    one = Counts(int(not usage.is_exceeded), int(usage.is_exceeded), minute, now)
    _add_pending({(caller.key, now.date(), endpoint): one})
    _start_thread()


def flush() -> None:
    """Write all counts in memory to the database, except those of deleted keys. If the database fails, the unwritten
    counts remain in memory for the next call, but at most MAX_PENDING_ROWS rows."""
    with _lock:
        rows = dict(_pending)
        _pending.clear()
    try:
        while rows:
            # After a long failure of the database, there may be more rows than one SQL statement can take.
            batch = dict(islice(rows.items(), BATCH_SIZE))
            _write(batch)
            rows = {row: counts for row, counts in rows.items() if row not in batch}
    except Error as fault:
        _add_pending(rows)
        logger.warning("Use of keys is not written yet: the database failed with %s", type(fault).__name__)


@dataclass
class DayOfUse:
    """The use of several API keys on one day (UTC). ``endpoints`` maps the name of each endpoint to an unsaved `KeyUse`
    object. In this object, ``busiest_minute`` is the highest value of any key, and every other number is the sum over
    all keys."""

    day: date
    endpoints: dict[str, KeyUse] = field(default_factory=dict)

    @property
    def served(self) -> int:
        return sum(row.served for row in self.endpoints.values())

    @property
    def throttled(self) -> int:
        return sum(row.throttled for row in self.endpoints.values())

    @property
    def busiest_minute(self) -> int:
        return max((row.busiest_minute for row in self.endpoints.values()), default=0)

    def served_by(self, endpoint: str) -> int:
        return self.endpoints[endpoint].served if endpoint in self.endpoints else 0


def days_of_use(use) -> list[DayOfUse]:
    """Return the use of API keys on each of the last 30 days (UTC), today last. Days without use are included. ``use``
    is a query set of `KeyUse`, and may have rows of several keys. For each day and endpoint, the numbers of all keys
    are added up. Only ``busiest_minute`` is the maximum over the keys."""
    today = timezone.now().date()
    days = {day: DayOfUse(day) for day in (today - timedelta(number) for number in reversed(range(DAYS_SHOWN)))}
    rows = use.filter(day__range=(min(days), today)).values("day", "endpoint").annotate(**SUMS)
    for row in rows.order_by("day", "endpoint"):
        days[row["day"]].endpoints[row["endpoint"]] = KeyUse(**row)
    return list(days.values())


def _add_pending(rows):
    with _lock:
        for row, counts in rows.items():
            if row in _pending:
                _pending[row] += counts
            elif len(_pending) < MAX_PENDING_ROWS:
                _pending[row] = counts


@transaction.atomic
def _write(rows):
    # All processes lock the keys in the same order, which prevents deadlocks. A locked key cannot be deleted
    # meanwhile, and a key that was deleted before gets no rows.
    keys = ApiKey.objects.select_for_update(no_key=True).filter(pk__in={key for key, *_ in rows}).order_by("pk")
    existing = set(keys.values_list("pk", flat=True))
    rows = {row: counts for row, counts in rows.items() if row[0] in existing}
    KeyUse.objects.bulk_create(
        [KeyUse(key_id=key, day=day, endpoint=endpoint) for key, day, endpoint in rows], ignore_conflicts=True
    )
    for (key, day, endpoint), counts in rows.items():
        KeyUse.objects.filter(key=key, day=day, endpoint=endpoint).update(
            served=F("served") + counts.served,
            throttled=F("throttled") + counts.throttled,
            busiest_minute=Greatest("busiest_minute", counts.busiest_minute),
        )
    _write_last_use(rows)


def _write_last_use(rows):
    keys_by_hour = {}
    for (key, *_), counts in rows.items():
        hour = counts.last_request.replace(minute=0, second=0, microsecond=0)
        keys_by_hour.setdefault(hour, set()).add(key)
    for hour, keys in keys_by_hour.items():
        is_older = Q(last_used_at=None) | Q(last_used_at__lt=hour)
        ApiKey.objects.filter(is_older, pk__in=keys).update(last_used_at=hour)


def _start_thread():
    # The lock is never released, so only the first call starts the thread.
    if settings.SECONDS_BETWEEN_RECORDS_OF_USE is None or not _start_lock.acquire(blocking=False):
        return
    # The server's workers are child processes. They end without calling `atexit` handlers, but call `Finalize`
    # handlers.
    Finalize(None, flush, exitpriority=10)
    Thread(target=_flush_regularly, name="writes the use of keys", daemon=True).start()


def _flush_regularly():
    while True:
        time.sleep(settings.SECONDS_BETWEEN_RECORDS_OF_USE)
        try:
            flush()
        except Exception:
            logger.exception("Use of keys was not written")
        connections.close_all()


_lock, _start_lock = Lock(), Lock()
_pending: dict[Row, Counts] = {}
