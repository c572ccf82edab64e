"""Read the rows of budgets.csv, and send requests to the WSGI application without a server.

Each row has a path, a ``kind`` of request (empty, 304, 404 or gzip), and limits, the budgets. ``django``, ``ahead`` and
``cold`` limit the processor time in µs: of a repeated request that Django handles, of one that is answered before
Django, and of a first request. ``queries`` limits the queries of a first request. ``growth`` limits how many times as
long it takes with the larger database. A path with a name in braces means many requests: then a percentile of their
figures is compared, by default the median.
"""

import csv
from dataclasses import dataclass
from io import BytesIO
from itertools import count
from pathlib import Path
from urllib.parse import quote

from django.conf import settings
from django.core.handlers.wsgi import WSGIHandler
from django.test import override_settings
from django.urls import path
from rest_framework.response import Response
from rest_framework.views import APIView

from config import wsgi
from config.http.cache import EVERYTHING, responses

FIGURES = ("django", "ahead", "cold", "queries", "growth")
REQUESTS_PER_ADDRESS = 100
"""The number of requests that are sent from one IP address, lower than every rate limit per minute."""
_numbers = count()


@dataclass(frozen=True)
class Row:
    name: str
    path: str
    kind: str
    percentile: int
    budgets: dict[str, float]

    def environs(self, texts: dict[str, list[str]]) -> list[dict]:
        """Return the WSGI environments of the row's requests. A path with a name in braces, such as ``{slug}``, has one
        request for each text in ``texts["slug"]``, which replaces the name."""
        name = self.path.partition("{")[2].partition("}")[0]
        paths = [self.path.replace(f"{{{name}}}", quote(text)) for text in texts[name]] if name else [self.path]
        return [self._environ(*path.partition("?")[::2]) for path in paths]

    def _environ(self, path, query):
        headers = {"HTTP_ACCEPT_ENCODING": "gzip"} if self.kind == "gzip" else {}
        if self.kind == "304":
            headers["HTTP_IF_NONE_MATCH"] = ask(environ(path, query))["ETag"]
        return environ(path, query, self.kind if self.kind in ("304", "404") else "200", **headers)


def read_rows() -> list[Row]:
    with Path(__file__).with_name("budgets.csv").open() as file:
        lines = list(csv.DictReader(file))
    return [
        Row(line["name"], line["path"], line["kind"], int(line["percentile"] or 50), _budgets(line)) for line in lines
    ]


def _budgets(line):
    return {name: float(line[name]) for name in FIGURES if line[name]}


def environ(path: str, query: str = "", status: str = "200", **headers: str) -> dict:
    """Return the WSGI environment of a GET request. ``status`` is the beginning of the status that `ask` expects."""
    of_server = {"SERVER_NAME": "localhost", "SERVER_PORT": "80", "SERVER_PROTOCOL": "HTTP/1.1", "SCRIPT_NAME": ""}
    of_request = {"REQUEST_METHOD": "GET", "PATH_INFO": path, "QUERY_STRING": query, "HTTP_HOST": "localhost"}
    return of_server | of_request | {"wsgi.url_scheme": "http", "benchmark.status": status} | headers


def ask(environ: dict, application=wsgi.application) -> dict[str, str]:
    """Send a request from a WSGI environment of `environ`. Return the headers of the response. Raise RuntimeError if
    its status is not the expected one."""
    number = next(_numbers) // REQUESTS_PER_ADDRESS
    address = f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}"
    started = []
    body = application(environ | {"REMOTE_ADDR": address, "wsgi.input": BytesIO()}, lambda *args: started.append(args))
    status, headers = started[0]
    if not status.startswith(environ["benchmark.status"]):
        raise RuntimeError(f"{environ['PATH_INFO']}: {status}, {b''.join(body)[:500]}")
    return dict(headers)


def ask_first(environ: dict) -> None:
    """Send a request after dropping all cached responses of this process."""
    responses.drop(EVERYTHING)
    ask(environ)


def ask_django(environ: dict) -> None:
    """Send a request that Django handles, even if a cached response could be sent without Django."""
    settings.ANSWER_AHEAD_OF_DJANGO = False
    ask(environ)
    settings.ANSWER_AHEAD_OF_DJANGO = True


class EmptyView(APIView):
    """An empty view of Django REST framework. The time of its requests measures the speed of a machine.

    A WSGI application that returns a constant would take less than a microsecond, which is too short for this.
    """

    def get(self, request):
        return Response({})


urlpatterns = [path("", EmptyView.as_view())]


def use_empty_view(get_response):
    """A middleware that lets `EmptyView` answer each request. `empty_application` has no other middleware."""

    def use(request):
        request.urlconf = __name__
        return get_response(request)

    return use


with override_settings(MIDDLEWARE=[f"{__name__}.use_empty_view"]):
    empty_application = WSGIHandler()
