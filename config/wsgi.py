import gc
import os
import sys
from collections.abc import Callable
from functools import wraps
from importlib import import_module
from io import BytesIO

from django.conf import settings
from django.core.cache import caches
from django.core.cache.backends.locmem import LocMemCache
from django.core.handlers.exception import convert_exception_to_response
from django.core.handlers.wsgi import WSGIRequest, get_script_name
from django.core.signals import request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections, connection, reset_queries
from django.urls import set_script_prefix

from config import warm_up
from config.http.places import Places

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

# The modules that are loaded below are never garbage, so garbage collections would only take time.
gc.disable()
django_application = get_wsgi_application()
# This module imports models, so it can be imported only after Django has loaded the apps.
middleware = import_module("accounts.middleware")
deliver_stored, is_public, NOT_STORED = middleware.deliver_stored, middleware.is_public, middleware.NOT_STORED
api_handler = middleware.ApiHandler()
api_handler.load_middleware()
respond = convert_exception_to_response(api_handler.respond)
from_delivery = import_module("config.http.delivery")
request_id = from_delivery.request_id
HEALTH, READINESS = import_module("config.http.middleware.input_checks").PATHS_FOR_ANY_HOST
# The response to /healthz is always the same. To make it again takes longer, and fails sooner on a busy machine.
_healthy = import_module("graph.pages.health").healthz(
    WSGIRequest({"REQUEST_METHOD": "GET", "PATH_INFO": HEALTH, "wsgi.input": BytesIO()})
)
# Health checks may come by HTTP, and a response by HTTP must not have this header.
HEALTH_HEADERS = dict(_healthy.items()) | from_delivery.constant_headers(settings.SECURE_SSL_REDIRECT, has_origin=False)
HEALTH_HEADERS.pop("Strict-Transport-Security", None)
# Load the URLs now. Otherwise the first request would load them, which takes a third of a second.
import_module(settings.ROOT_URLCONF)
# Connect to Redis. Only a process that was connected notices when Redis is restarted and has lost its counts.
caches["counters"].is_unavailable()
# Later garbage collections skip the modules that are loaded now. To check them takes 0.2 s, in which all threads stop.
gc.freeze()
gc.enable()
warm_up.start()
# A request closes its connections when it ends, so none is left to close when the next one starts. The list of queries
# that would be emptied then is only filled with DEBUG.
for receiver in (close_old_connections, reset_queries):
    request_started.disconnect(receiver)


def in_turn(function: Callable) -> Callable:
    """Return a function that calls ``function``, but in only one thread at a time. The other threads wait, and continue
    in the order of their calls.

    This is faster than computing in several threads at the same time: a process with SQLite and without Redis serves a
    quarter more stored responses."""
    places = Places(1)

    @wraps(function)
    def call(*args):
        places.acquire()
        try:
            return function(*args)
        finally:
            places.release()

    return call


# With Redis, a thread waits for its response most of the time, and others can compute meanwhile. If a database server
# hangs, only one thread must wait for it.
takes_turns = not connection.has_server and isinstance(caches["counters"], LocMemCache)
if takes_turns:
    deliver_stored = in_turn(deliver_stored)
# A thread computes for at most so many seconds while others wait. With Python's default of 0.005, the slowest hundredth
# of the responses take up to three times as long. With 0.0001, all requests need a tenth more processor time, and if
# threads take turns, 0.0003 needs as much.
sys.setswitchinterval(0.001 if takes_turns else 0.0003)
OTHER_REQUESTS = 8
REASONS = {200: "200 OK", 304: "304 Not Modified"}
_places, _other_places = Places(settings.DJANGO_THREADS), Places(OTHER_REQUESTS)
"""Both limit how many threads run Django at the same time. The other threads can then send stored responses, which do
not need Django. ``_places`` is for GET and HEAD requests to the API and to public pages. ``_other_places`` is for other
requests, because they can take long: such a request may wait for the body of a form, for an editor's upload, or for an
identity provider."""


def application(environ, start_response):
    """Handle a WSGI request with a stored response if possible, otherwise with Django. The body is returned in one
    part, so that the server can set Content-Length. Only a streaming response has several parts."""
    is_read, path = environ["REQUEST_METHOD"] in ("GET", "HEAD"), environ["PATH_INFO"]
    is_public_read = is_read and is_public(path)
    is_ahead = is_public_read and settings.ANSWER_AHEAD_OF_DJANGO
    delivery = deliver_stored(environ) if is_ahead else None
    if delivery:
        return _send(delivery, start_response)
    if path == HEALTH and is_read and not environ.get("QUERY_STRING") and settings.ANSWER_AHEAD_OF_DJANGO:
        return _send((200, HEALTH_HEADERS | {"X-Request-Id": request_id(environ)}, _healthy.content), start_response)
    if path in (HEALTH, READINESS):
        return _body(django_application(environ, start_response))
    places = _places if is_public_read else _other_places
    must_wait = not places.free
    # If the database server hangs, do not wait for a place: Django then rejects most requests at once.
    has_place = places.acquire(connection.is_hanging)
    if must_wait:
        # Another thread may have stored the response meanwhile, so Django looks for it again.
        environ.pop(NOT_STORED, None)
    try:
        return (is_ahead and _respond(environ, start_response)) or _body(django_application(environ, start_response))
    finally:
        if has_place:
            places.release()


def _respond(environ, start_response):
    """Let `api_handler` make the response. Return its body, or None if `api_handler` is not for this request. Django's
    usual handler would take a tenth more time, because it also sends signals and copies the headers."""
    # Django decodes the path and stores it in the environment. It must not decode the path again.
    request = WSGIRequest(dict(environ))
    if not api_handler.is_for(request):
        return None
    set_script_prefix(get_script_name(environ))
    response = respond(request)
    if isinstance(response, tuple):
        connection.close_if_unusable_or_obsolete()
        return _send(response, start_response)
    start_response(f"{response.status_code} {response.reason_phrase}", list(response.items()))
    return _body(response)


def _send(delivery, start_response):
    status, headers, body = delivery
    start_response(REASONS[status], list(headers.items()))
    return [body]


def _body(response):
    if response.streaming:
        return response
    body = response.content
    response.close()
    return [body]
