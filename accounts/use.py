"""Record how often each key is used. Requests are counted in memory, and a thread writes the counts regularly."""

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

BATCH_SIZE = 5_000
MAX_PENDING_ROWS = 100_000
"""Maximum of rows in memory while the database is unavailable; further rows are not recorded."""

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Counts:
    """Requests of one key to one endpoint on one day (UTC), since the last write to the database."""

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
"""What a row of counts belongs to: the key (its primary key), the day and the endpoint."""


def record(caller: Caller, endpoint: str, usage: Usage) -> None:
    """Count one request of a caller who sent a key. Do nothing for a caller without a key."""
    if caller.key is None:
        return
    now = datetime.now(UTC)
    # In the degraded mode the count is only an estimate.
    minute = 0 if usage.is_degraded else usage.count
    one = Counts(int(not usage.is_exceeded), int(usage.is_exceeded), minute, now)
    _add_pending({(caller.key, now.date(), endpoint): one})
    _start_thread()


def flush() -> None:
    """Write all counts in memory to the database. If it fails, the counts stay in memory for the next call."""
    rows = _take_pending()
    try:
        while rows:
            # After a long failure there are more rows than one SQL statement takes.
            batch = dict(islice(rows.items(), BATCH_SIZE))
            _write(batch)
            rows = {row: counts for row, counts in rows.items() if row not in batch}
    except Error as fault:
        _add_pending(rows)
        logger.warning("Use of keys is not written yet: the database failed with %s", type(fault).__name__)


def discard() -> None:
    """Drop all counts in memory that are not written yet."""
    _take_pending()


def _add_pending(rows):
    with _lock:
        for row, counts in rows.items():
            if row in _pending:
                _pending[row] += counts
            elif len(_pending) < MAX_PENDING_ROWS:
                _pending[row] = counts


def _take_pending():
    with _lock:
        taken = dict(_pending)
        _pending.clear()
        return taken


@transaction.atomic
def _write(rows):
    # All processes lock the keys in the same order. A deleted key gets no rows, and no key is deleted meanwhile.
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
    """Start the thread that writes counts, once in a process. SECONDS_BETWEEN_RECORDS_OF_USE = None prevents it."""
    if settings.SECONDS_BETWEEN_RECORDS_OF_USE is None or _is_started.is_set():
        return
    with _lock:
        if _is_started.is_set():
            return
        _is_started.set()
    # Workers of the server are child processes, which end without a call of `atexit` handlers.
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


_lock = Lock()
_pending: dict[Row, Counts] = {}
_is_started = Event()
