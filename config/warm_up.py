"""Compute some results in advance, such as the OpenAPI document, so that no request has to wait for them. A thread does
this when the process starts, and then every hour."""

import logging
import time
from threading import Thread

from django.db import Error, connection
from django.utils.module_loading import import_string

FUNCTIONS = ["graph.queries.subjects.prepare_lists", "search.results.prepare", "config.pages.api_docs.document"]
INTERVAL = 60 * 60
"""The seconds between two calls of `warm_up`."""

logger = logging.getLogger(__name__)


def start() -> None:
    Thread(target=_run_forever, name="warms up", daemon=True).start()


def _run_forever():
    while True:
        warm_up()
        time.sleep(INTERVAL)


def warm_up() -> None:
    """Call each function in FUNCTIONS. Each of them caches its result, such as the OpenAPI document. If the database
    fails, log a warning and skip the remaining functions; the first request that needs such a result then computes it.
    At the end, close the database connection of this thread."""
    try:
        for path in FUNCTIONS:
            import_string(path)()
    except Error as error:
        logger.warning("The database failed during the warm-up: %s", type(error).__name__)
    finally:
        connection.close()
