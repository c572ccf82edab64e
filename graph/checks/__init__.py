"""Load the data checks from ``checks.csv``. The check ``x`` runs the function ``check_x``, or finds what is missing.

``use`` is ``error`` (`check_graph` fails), ``list`` (a work list) or ``filter`` (an admin filter). ``missing`` is a
``fact``, or an ``outgoing`` or ``incoming`` relationship, whose name or type is ``what``.
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
    """Run the named checks for the day, and yield their findings. Without names, run the checks in ``ERRORS``."""
    for name in names:
        yield from CHECKS[name].findings(day)
