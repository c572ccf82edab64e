"""The data checks: one ordered list that `check_graph`, the filters of the admin and the work lists read.

``checks.csv`` has a row for each check: its title, the kinds of entities that it finds (all, if empty), its uses and
the sentence about a finding; ``about`` is shown above a work list. The uses are ``error`` (`check_graph` fails),
``list`` (a work list) and ``filter`` (of the admin's list of a kind). The function of a check is ``check_<name>``.
Checks of what an entity lacks have no function: the row says which fact of the kind, or which type of outgoing or
incoming relationship, is ``missing``.
"""

import csv
from collections.abc import Iterable, Iterator
from datetime import date
from functools import partial
from pathlib import Path

from graph.checks import compositions, duplicates, entities, offices, relationships
from graph.checks.registry import Check, Finding
from graph.kinds import KINDS

TABLE = Path(__file__).with_name("checks.csv")
FUNCTIONS = {
    name: function
    for module in (compositions, duplicates, entities, offices, relationships)
    for name, function in vars(module).items()
    if name.startswith("check_")
}


def _check(name, title, kinds, use, missing, what, sentence, about):
    kinds = tuple(kinds.split()) or tuple(kind.value for kind in KINDS)
    function = partial(entities.find_missing, kinds[0], missing, what) if missing else FUNCTIONS[f"check_{name}"]
    return Check(name, title, function, sentence, kinds, use.split(), about)


with TABLE.open() as table:
    CHECKS = {row["name"]: _check(**row) for row in csv.DictReader(table)}
ERRORS = {name: check for name, check in CHECKS.items() if "error" in check.use}


def findings(day: date, names: Iterable[str] = ERRORS) -> Iterator[Finding]:
    """The findings of these checks on the day."""
    for name in names:
        yield from CHECKS[name].findings(day)
