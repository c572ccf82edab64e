"""Make webhook deliveries from changes, and attempt them, until the process is stopped. Threads send the requests. Only
the main thread uses the database."""

import logging
import threading
import time
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait

from django.db import DatabaseError, InterfaceError, close_old_connections

from feeds.models import WebhookDelivery
from feeds.webhooks.claiming import claim
from feeds.webhooks.connections import Attempt
from feeds.webhooks.dispatching import dispatch, has_news
from feeds.webhooks.figures import log_figures
from feeds.webhooks.pruning import prune
from feeds.webhooks.recording import record
from feeds.webhooks.sending import send

logger = logging.getLogger(__name__)

SECONDS_BETWEEN_ROUNDS = 0.25
SECONDS_BETWEEN_CLAIMS = 0.05
SECONDS_AFTER_FAULT = 1
SECONDS_BETWEEN_PRUNINGS = 3600
SECONDS_BETWEEN_FIGURES = 60


class Worker:
    """Makes and attempts webhook deliveries until it is stopped. It attempts up to ``threads`` deliveries at the same
    time."""

    def __init__(self, threads: int):
        self.threads = threads
        self.stopping = threading.Event()
        self._executor = ThreadPoolExecutor(threads, thread_name_prefix="webhooks")
        self._running: dict[Future, tuple[WebhookDelivery, Attempt]] = {}
        self._next_claim = 0.0
        self._next = {dispatch_news: 0.0, prune: 0.0, log_figures: 0.0}

    def run(self) -> None:
        """Make and attempt deliveries until ``stopping`` is set. Then wait for the attempts that are still running,
        record their outcomes, and return. If the database fails, log a warning and continue a second later."""
        while not self.stopping.is_set() or self._running:
            try:
                self.step()
            except (DatabaseError, InterfaceError) as fault:
                # Nothing is lost: outcomes remain in memory, and other deliveries can be claimed again when their
                # leases end.
                logger.warning("Webhooks wait for the database: %s", type(fault).__name__)
                close_old_connections()
                self.stopping.wait(SECONDS_AFTER_FAULT)
        self._executor.shutdown()

    def step(self) -> None:
        """Do one round: record outcomes, make deliveries, and start the deliveries that are due. Then wait up to a
        quarter of a second for the next outcome. Raise DatabaseError or InterfaceError if the database fails."""
        self._record_finished()
        if not self.stopping.is_set():
            self._do_regular_work()
            self._start_due()
        # Close connections at the time limit. The timeout of the socket does not end a response that sends one byte a
        # second.
        for _, attempt in self._running.values():
            if attempt.is_overdue:
                attempt.abort()
        if self._running:
            wait(self._running, SECONDS_BETWEEN_ROUNDS, FIRST_COMPLETED)
        else:
            self.stopping.wait(SECONDS_BETWEEN_ROUNDS)

    def _start_due(self):
        """Claim due deliveries for the free threads, and start them. If fewer than a quarter of the threads are free,
        claim at most once in SECONDS_BETWEEN_CLAIMS seconds, because a claim takes six queries."""
        free, now = self.threads - len(self._running), time.monotonic()
        if not free or (free < self.threads / 4 and now < self._next_claim):
            return
        self._next_claim = now + SECONDS_BETWEEN_CLAIMS
        for delivery in claim(free):
            attempt = Attempt()
            self._running[self._executor.submit(send, delivery, attempt)] = delivery, attempt

    def _record_finished(self):
        finished = [future for future in self._running if future.done()]
        for future in finished:
            if error := future.exception():
                logger.error("A webhook delivery failed with %s", type(error).__name__)
                _, attempt = self._running[future]
                attempt.status, attempt.error = None, "The service could not send it."
        if finished:
            # If record() raises an exception, the outcomes remain in memory and are recorded in a later round.
            record([self._running[future] for future in finished])
        for future in finished:
            del self._running[future]

    def _do_regular_work(self):
        now = time.monotonic()
        for work, seconds in REGULAR_WORK.items():
            if now >= self._next[work]:
                self._next[work] = now + seconds
                if work():
                    self._next[work] = now


def dispatch_news() -> bool:
    """Make webhook events and deliveries if something has changed. Return True if there may be more to make now."""
    return has_news() and dispatch()


REGULAR_WORK = {
    dispatch_news: SECONDS_BETWEEN_ROUNDS,
    prune: SECONDS_BETWEEN_PRUNINGS,
    log_figures: SECONDS_BETWEEN_FIGURES,
}
"""Maps functions that the worker calls regularly to the seconds between two calls. A function that returns True is
called again in the next round."""
