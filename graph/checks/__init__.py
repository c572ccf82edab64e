"""Load the data checks, which the command `check_graph`, the admin filters and the work lists use.

``checks.csv`` has a row for each check, in order. ``kinds`` are the kinds of entities that it finds; empty means all.
``use`` has one or more of ``error`` (`check_graph` fails), ``list`` (a work list) and ``filter`` (an admin filter).
``sentence`` describes a finding, and a work list shows ``about`` above its rows. The function is ``check_<name>``.
A check for missing data has no function. Its column ``missing`` is "fact", "outgoing" or "incoming" (relationship).
The column ``what`` then names the fact or the type of relationship.
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
    """Yield the findings on the day of the named checks. Without names, use the checks of ``ERRORS``."""
    for name in names:
        yield from CHECKS[name].findings(day)
