"""Measure all rows of budgets.csv in the database of DATABASE_URL, and print the figures as JSON. This module runs in
child processes of ``python -m tests.benchmarks``."""

import json
import math
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from django.conf import settings
from django.db import connection

from tests.benchmarks import requests
from tests.benchmarks.graphs import SHIFT

ROUNDS = 7
CALLS, COLD_CALLS = 60, 3
JUDGED = Path(__file__).parents[1] / "search" / "judged.jsonl"
SLUGS = 300
EMPTY_VIEW = "empty view"


def main(figures: list[str]) -> None:
    # A slow machine must not get 503 responses, and storing the use of API keys must not be part of a measurement.
    settings.DATABASE_SECONDS_PER_REQUEST, settings.SECONDS_BETWEEN_RECORDS_OF_USE = 60, None
    json.dump(measure(texts_of_catalogue(), set(figures)), sys.stdout)


def texts_of_catalogue() -> dict[str, list[str]]:
    """Return the texts that replace each name in braces in budgets.csv, such as {"small": ["emmanuel-macron"], …}. The
    database must have the catalogue."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT slug FROM graph_entity WHERE id < %s ORDER BY id", [SHIFT])
        slugs = [slug for (slug,) in cursor.fetchall()]
    return {
        "small": ["emmanuel-macron"],
        "large": ["france"],
        "hub": ["member-of-the-grand-national-assembly-of-turkiye"],
        "election": ["united-kingdom-2019-legislative"],
        "slug": slugs[:: len(slugs) // SLUGS],
        "query": [json.loads(line)["q"] for line in JUDGED.read_text("utf-8").splitlines()],
    }


def measure(texts: dict[str, list[str]], figures: set[str]) -> dict[str, dict[str, float]]:
    """Return {name of a row: {name of a figure: value}} for the rows of budgets.csv and the empty view. ``figures`` are
    the names of the figures to measure, such as "cold". ``texts`` is the result of `texts_of_catalogue`."""
    rows = requests.read_rows()
    environs = {(row.path, row.kind): row.environs(texts) for row in rows}
    tasks = {EMPTY_VIEW: empty_view}
    for row in rows:
        for name in figures & row.budgets.keys():
            for number, environ in enumerate(environs[row.path, row.kind]):
                tasks[row.path, row.kind, name, number] = partial(FUNCTIONS[name], environ)
    results = least(tasks)
    found = {EMPTY_VIEW: {"django": results[EMPTY_VIEW]}}
    for row in rows:
        numbers = range(len(environs[row.path, row.kind]))
        found[row.name] = {
            name: percentile([results[row.path, row.kind, name, number] for number in numbers], row.percentile)
            for name in figures & row.budgets.keys()
        }
    return found


def least(functions: dict) -> dict:
    """Call each function several times, and map its name to its lowest result. The functions take turns, so that a slow
    moment of the machine affects all of them."""
    results = [{name: function() for name, function in functions.items()} for _ in range(ROUNDS)]
    return {name: min(result[name] for result in results) for name in functions}


def percentile(values: list[float], share: int) -> float:
    return sorted(values)[math.ceil(len(values) * share / 100) - 1]


def microseconds(ask: Callable, calls: int) -> float:
    """Call the function ``ask`` repeatedly, ``calls`` times. Return the average processor time per call in µs."""
    started = time.thread_time()
    for _ in range(calls):
        ask()
    return (time.thread_time() - started) / calls * 1e6


def repeated(ask: Callable, *args, calls: int = CALLS) -> float:
    """Send a request once, and then ``calls`` times more. Return the average processor time of the latter, in µs."""
    ask(*args)
    return microseconds(partial(ask, *args), calls)


def empty_view() -> float:
    return repeated(requests.ask, requests.environ("/"), requests.empty_application)


def queries_of(environ: dict) -> list[tuple]:
    """Send a request for which no response is cached. Return (SQL, parameters) for each query, except those that check
    whether the graph has changed, which a process does only three times a second."""
    requests.responses.get(())  # This checks for changes, so that the request does not do it.
    queries = []
    with connection.execute_wrapper(lambda execute, *args: queries.append(args[:2]) or execute(*args)):
        requests.ask_first(environ)
    return queries


def count_queries(environ: dict) -> int:
    return len(queries_of(environ))


def plans(environ: dict) -> list[tuple[str, ...]]:
    """Send a request for which no response is cached. Return the steps of SQLite's query plan for each of its
    queries."""
    with connection.cursor() as cursor:
        queries = queries_of(environ)
        return [tuple(row[3] for row in cursor.execute(f"EXPLAIN QUERY PLAN {sql}", values)) for sql, values in queries]


FUNCTIONS = {
    "django": partial(repeated, requests.ask_django),
    "ahead": partial(repeated, requests.ask),
    # The first of these calls loads code and data into the caches of the processor. Which row was measured before would
    # otherwise change the figure by half.
    "cold": partial(repeated, requests.ask_first, calls=COLD_CALLS),
    "queries": count_queries,
}

if __name__ == "__main__":
    main(sys.argv[1:])
