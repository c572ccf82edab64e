import gc
import os
import sys
from collections.abc import Callable
from functools import wraps
from importlib import import_module
from threading import Lock, Semaphore

from django.conf import settings
from django.core.cache import caches
from django.core.cache.backends.locmem import LocMemCache
from django.core.wsgi import get_wsgi_application
from django.db import connection

from config import warm_up

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

# The modules that are loaded below are never garbage, so garbage collections would only take time.
gc.disable()
django_application = get_wsgi_application()
# This module imports models, so it can be imported only after Django has loaded the apps.
deliver_stored = import_module("accounts.middleware").deliver_stored
# Load the URLs now. Otherwise the first request would load them, which takes a third of a second.
import_module(settings.ROOT_URLCONF)
# Connect to Redis. Only a process that was connected notices when Redis is restarted and has lost its counts.
caches["counters"].is_unavailable()
# Later garbage collections skip the modules that are loaded now. To check them takes 0.2 s, in which all threads stop.
gc.freeze()
gc.enable()
# A thread computes for at most 0.0001 s while others wait. With Python's default of 0.005 s, the slowest hundredth of
# the responses take three times as long.
sys.setswitchinterval(0.0001)
warm_up.start()


def in_turn(function: Callable) -> Callable:
    """Return a function that calls ``function``, but in only one thread at a time. The other threads wait, and continue
    in the order of their calls.

    This is faster than if several threads compute at the same time: a process with SQLite and without Redis serves a
    quarter more stored responses."""
    lock, last = Lock(), Lock()

    @wraps(function)
    def call(*args):
        nonlocal last
        done = Lock()
        done.acquire()
        with lock:
            before, last = last, done
        before.acquire()
        try:
            return function(*args)
        finally:
            done.release()

    return call


# With Redis, a thread waits for its response most of the time, and others can compute meanwhile. If a database server
# hangs, only one thread must wait for it.
if not connection.has_server and isinstance(caches["counters"], LocMemCache):
    deliver_stored = in_turn(deliver_stored)
REASONS = {200: "200 OK", 304: "304 Not Modified"}
# Health checks must not wait, and editors wait only for each other.
PATHS_WITHOUT_LIMIT = ("/healthz", "/readyz", settings.PATHS_OF_EDITORS)
SECONDS_BETWEEN_CHECKS = 0.1
_places = Semaphore(settings.DJANGO_THREADS)
"""Limits how many threads run Django at the same time, so that others are free for stored responses."""


def application(environ, start_response):
    """Handle a WSGI request with a stored response if possible, otherwise with Django. The body is returned in one
    part, so that the server can set Content-Length. Only a streaming response has several parts."""
    is_read = environ["REQUEST_METHOD"] in ("GET", "HEAD")
    delivery = deliver_stored(environ) if is_read and settings.ANSWER_AHEAD_OF_DJANGO else None
    if delivery:
        status, headers, body = delivery
        start_response(REASONS[status], list(headers.items()))
        return [body]
    has_place = not environ["PATH_INFO"].startswith(PATHS_WITHOUT_LIMIT) and _wait_for_place()
    try:
        response = django_application(environ, start_response)
        if response.streaming:
            return response
        body = response.content
        response.close()
        return [body]
    finally:
        if has_place:
            _places.release()


def _wait_for_place():
    """Wait until fewer than DJANGO_THREADS threads run Django, reserve a place for this thread, and return True. If the
    database server does not respond, return False without waiting any longer: Django then rejects the request at
    once."""
    while not _places.acquire(timeout=SECONDS_BETWEEN_CHECKS):
        if connection.is_hanging():
            return False
    return True
