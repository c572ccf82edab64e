"""Test figures that are the same on every machine: the queries of requests without a cached response, and the time of a
request divided by that of an empty view."""

import re
from functools import partial

import pytest
from django.core.cache import caches
from django.db import connection

from graph.journal.journal import assign_positions
from search.index import refresh
from tests.benchmarks import measure, requests
from tests.factories import ChangeFactory

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.usefixtures("today", "stored_responses", "same_connection", "one_sitemap"),
]
TEXTS = {
    "small": ["emmanuel-macron"],
    "slug": ["emmanuel-macron"],
    "large": ["france"],
    "hub": ["france"],
    "query": ["macron"],
    "election": ["gb-2019"],
}
ROWS = {row.name: row for row in requests.read_rows() if "queries" in row.budgets}
OVER_BUDGET = {
    "relationships 304": 3,
    "entities 304": 3,
    "snapshot 304": 12,
    "404 of a snapshot": 5,
}
"""Maps the names of rows in budgets.csv that need more queries than their budget to the number of queries that they
need."""
LARGE_TABLE = re.compile(r"SCAN (e|n|r|c|graph_entity|graph_relationship|graph_change)\b")
LARGEST_RATIOS = {"django": 2.4, "ahead": 1.1}
"""The highest allowed ratios of the time of a repeated request to that of an empty view. ``django`` is for requests
that Django handles (usually 1.5), ``ahead`` for cached responses that are sent without Django (usually 0.65)."""


def test_first_requests_need_no_more_queries_than_their_budgets(republic, hub, gb_2019):
    refresh()
    assign_positions()

    numbers = measure.measure(TEXTS, {"queries"})

    allowed = {name: row.budgets["queries"] for name, row in ROWS.items()} | OVER_BUDGET
    assert {name: numbers[name] for name in ROWS if numbers[name]["queries"] > allowed[name]} == {}


@pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL plans by the number of rows")
def test_no_first_request_reads_a_table_that_grows_with_the_graph(republic, hub, gb_2019):
    # This small graph is enough: without statistics, SQLite has the same query plans for a large graph. Some responses
    # have totals that are cached until the journal changes, so the journal must not be empty.
    ChangeFactory(entity=republic)
    refresh()
    assign_positions()
    scans = {}
    for row in ROWS.values():
        for environ in row.environs(TEXTS):
            requests.ask_first(environ)
            scans |= {plan: row.name for plan in measure.plans(environ) if _grows(plan)}

    assert scans == {}


def _grows(plan):
    """Return True if a query with this plan reads all rows of a large table, so that it would take longer with more
    rows."""
    # Leave out scans of subqueries: a subquery can have the same alias as a large table.
    subqueries = {step.split()[1] for step in plan if step.startswith(("MATERIALIZE", "CO-ROUTINE"))}
    scans = [step for step in plan if LARGE_TABLE.match(step) and step.split()[1] not in subqueries]
    # Leave out scans of this index: it has only the entities that are not published, which are few.
    scans = [step for step in scans if not step.endswith("USING INDEX entity_unpublished")]
    return any("USING INDEX" not in step or "USE TEMP B-TREE FOR ORDER BY" in plan for step in scans)


@pytest.mark.alone
@pytest.mark.skipif("Redis" in type(caches["counters"]).__name__, reason="Redis would add its own time")
def test_repeated_requests_take_little_longer_than_an_empty_view(macron):
    (environ,) = ROWS["entity small"].environs(TEXTS)
    tasks = {name: partial(measure.FUNCTIONS[name], environ) for name in LARGEST_RATIOS}

    least = measure.least(tasks | {"empty": measure.empty_view})

    ratios = {name: least[name] / least["empty"] for name in tasks}
    assert {name: ratio for name, ratio in ratios.items() if ratio > LARGEST_RATIOS[name]} == {}
