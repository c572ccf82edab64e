"""Compute the hashes of the search index in a second process, while this process reads and writes the database."""

import logging
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from functools import partial
from multiprocessing import get_context

import django

Submit = Callable[..., Callable[[], object]]
"""The type of a function ``submit(function, *arguments)``. ``submit`` starts a computation, and returns a function
without arguments that waits for the result and returns it. `functools.partial` can be passed as ``submit``, too. Then
the computation starts only when the returned function is called."""

logger = logging.getLogger(__name__)


@contextmanager
def second_process() -> Iterator[Submit]:
    """A context manager that starts a second process for the ``with`` block. It yields a `Submit` function, whose
    computations run in the second process. They must not use the database. If the second process ends early, this
    process runs its computations."""
    # A forked process would share the database connection and the locks of this process.
    with ProcessPoolExecutor(1, mp_context=get_context("spawn"), initializer=django.setup) as executor:
        yield partial(_submit, executor)


def _submit(executor, function, *arguments):
    compute = partial(function, *arguments)
    try:
        result = executor.submit(compute).result
    except BrokenProcessPool:
        return compute
    return partial(_result_or_compute, result, compute)


def _result_or_compute(result, compute):
    try:
        return result()
    except BrokenProcessPool:
        # The system may have ended the process for lack of memory.
        logger.warning("The process that computes hashes of the search index has ended. This process computes them.")
        return compute()
