"""How often each key is used: kept in memory, and written together every few seconds, never while a request waits."""

import logging
import time
from dataclasses import dataclass
from datetime import UTC, date, datetime
from itertools import islice
from multiprocessing.util import Finalize
from threading import Event, Lock, Thread

from django.conf import settings
from django.db import Error, connections, transaction
from django.db.models import F, Q
from django.db.models.functions import Greatest

from accounts.callers import Caller
from accounts.limits import Usage
from accounts.models import ApiKey, KeyUse

ROWS_AT_ONCE = 5_000
MOST_ROWS = 100_000
"""That are kept while the database is away; what would be one more is not recorded."""

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Counted:
    """Of one key, day (UTC) and endpoint since the last writing; ``last`` is the moment of the latest request."""

    served: int
    throttled: int
    busiest_minute: int
    last: datetime

    def with_more(self, more: "Counted") -> "Counted":
        return Counted(
            self.served + more.served,
            self.throttled + more.throttled,
            max(self.busiest_minute, more.busiest_minute),
            max(self.last, more.last),
        )


Row = tuple[int, date, str]
"""The key's primary key, the day, and the endpoint."""


def record(caller: Caller, endpoint: str, usage: Usage) -> None:
    """Remember one request of a caller with a key; nothing of any other."""
    if caller.key is None:
        return
    now = datetime.now(UTC)
    # A count of this process alone is an estimate, and no record.
    minute = 0 if usage.is_degraded else usage.count
    one = Counted(int(not usage.is_exceeded), int(usage.is_exceeded), minute, now)
    _keep({(caller.key, now.date(), endpoint): one})
    _start_writing()


def flush() -> None:
    """Write what is remembered. Where the database is away, it is kept for the next time."""
    rows = _take()
    try:
        while rows:
            # After a long fault there are more than a statement takes.
            part = dict(islice(rows.items(), ROWS_AT_ONCE))
            _write(part)
            rows = {row: counted for row, counted in rows.items() if row not in part}
    except Error as fault:
        _keep(rows)
        logger.warning("Use of keys is not written yet: the database failed with %s", type(fault).__name__)


def discard() -> None:
    """Let go of what is remembered, unwritten."""
    _take()


def _keep(rows):
    with _lock:
        for row, counted in rows.items():
            before = _remembered.get(row)
            if before or len(_remembered) < MOST_ROWS:
                _remembered[row] = before.with_more(counted) if before else counted


def _take():
    with _lock:
        taken = dict(_remembered)
        _remembered.clear()
        return taken


@transaction.atomic
def _write(rows):
    # Locked, in one order for all processes: no key is deleted while its use is written, and one that is gone has none.
    keys = ApiKey.objects.select_for_update(no_key=True).filter(pk__in={key for key, *_ in rows}).order_by("pk")
    there = set(keys.values_list("pk", flat=True))
    rows = {row: counted for row, counted in rows.items() if row[0] in there}
    KeyUse.objects.bulk_create(
        [KeyUse(key_id=key, day=day, endpoint=endpoint) for key, day, endpoint in rows], ignore_conflicts=True
    )
    for row, counted in rows.items():
        _add(row, counted)
    _write_last_use(rows)


def _add(row, counted):
    key, day, endpoint = row
    KeyUse.objects.filter(key=key, day=day, endpoint=endpoint).update(
        served=F("served") + counted.served,
        throttled=F("throttled") + counted.throttled,
        busiest_minute=Greatest("busiest_minute", counted.busiest_minute),
    )


def _write_last_use(rows):
    keys_by_hour = {}
    for (key, *_), counted in rows.items():
        hour = counted.last.replace(minute=0, second=0, microsecond=0)
        keys_by_hour.setdefault(hour, set()).add(key)
    for hour, keys in keys_by_hour.items():
        earlier = Q(last_used_at=None) | Q(last_used_at__lt=hour)
        ApiKey.objects.filter(earlier, pk__in=keys).update(last_used_at=hour)


def _start_writing():
    """The thread that writes, from the first use on; never at all where the settings give it no time."""
    if settings.SECONDS_BETWEEN_RECORDS_OF_USE is None or _is_writing.is_set():
        return
    with _lock:
        if _is_writing.is_set():
            return
        _is_writing.set()
    # Servers run their workers as child processes, which end without what `atexit` holds.
    Finalize(None, flush, exitpriority=10)
    Thread(target=_write_now_and_then, name="writes the use of keys", daemon=True).start()


def _write_now_and_then():
    while True:
        time.sleep(settings.SECONDS_BETWEEN_RECORDS_OF_USE)
        try:
            flush()
        except Exception:
            logger.exception("Use of keys was not written")
        connections.close_all()


_lock = Lock()
_remembered: dict[Row, Counted] = {}
_is_writing = Event()
