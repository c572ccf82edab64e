"""Load the data checks from ``checks.csv``. The check ``x`` runs the function ``check_x``, or finds what is missing.

``use`` is ``error`` (`check_graph` fails), ``list`` (a work list) or ``filter`` (an admin filter). ``missing`` is a
``fact``, or an ``outgoing`` or ``incoming`` relationship, whose name or type is ``what``.
"""

import csv
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from functools import partial
from pathlib import Path

import orjson
from django.db.models import Count, QuerySet

from graph.checks import rules
from graph.kinds import KINDS, Kind
from graph.models import Composition, Entity, Relationship
from graph.relations import RELATIONSHIP_TYPES

TABLE = Path(__file__).with_name("checks.csv")
EXCEPTIONS = Path(__file__).resolve().parents[1] / "catalogue" / "exceptions.jsonl"
FETCHED = {
    Entity: [f"{kind}_details" for kind in KINDS],
    Relationship: ["subject", "object"],
    Composition: ["institution__institution_details", "election"],
}


@dataclass(frozen=True, order=True)
class Finding:
    """A problem of the entity ``slug`` that a check found. ``other`` is the slug of a possible duplicate."""

    check: str
    slug: str
    sentence: str
    other: str = ""


@dataclass(frozen=True)
class Check:
    """A rule about the data. ``function(day)`` returns what breaks it.

    This is a query set, whose rows the format string ``sentence`` describes, or tuples of a slug, a sentence and
    possibly the slug of a duplicate.
    """

    name: str
    title: str
    function: Callable[[date], QuerySet | Iterable[tuple[str, ...]]]
    sentence: str = ""
    kinds: Collection[str] = tuple(KINDS)
    use: Collection[str] = ("error",)
    about: str = ""

    def findings(self, day: date) -> Iterator[Finding]:
        found = self.function(day)
        if isinstance(found, QuerySet):
            rows = found.select_related(*FETCHED[found.model]).iterator()
            found = ((entity_of(row).slug, self.describe(row)) for row in rows)
        return (Finding(self.name, *parts) for parts in found)

    def describe(self, row: Entity | Relationship | Composition) -> str:
        label = RELATIONSHIP_TYPES[row.type].label if isinstance(row, Relationship) else ""
        return self.sentence.format(row, label=label)

    def rows(self, day: date, kinds: Collection[str]) -> QuerySet | list[tuple[str, ...]]:
        """Return the rows about entities of these kinds. A check that yields tuples has one kind."""
        found = self.function(day)
        if not isinstance(found, QuerySet):
            return list(found) if set(self.kinds) & set(kinds) else []
        if found.model is Relationship:
            types = [name for name, definition in RELATIONSHIP_TYPES.items() if definition.subject in kinds]
            return found.filter(type__in=types)
        return found.filter(kind__in=kinds)

    def count(self, day: date) -> dict[str, int]:
        """Map each kind of entity to the number of rows that the check finds. Kinds without rows may be absent."""
        found = self.rows(day, KINDS)
        if not isinstance(found, QuerySet):
            return {self.kinds[0]: len(found)}
        if found.model is Entity:
            return dict(found.order_by().values_list("kind").annotate(Count("pk")))
        numbers = Counter()
        for name, number in found.order_by().values_list("type").annotate(Count("pk")):
            numbers[RELATIONSHIP_TYPES[name].subject.value] += number
        return dict(numbers)

    def narrow(self, entities: QuerySet, day: date) -> QuerySet:
        """Return the entities in the query set ``entities`` that the check finds on the day."""
        found = self.function(day).order_by()
        return entities.filter(pk__in=found.values("pk" if found.model is Entity else "subject"))


def entity_of(row: Entity | Relationship | Composition) -> Entity:
    """Return the entity itself, the subject of a relationship, or the institution of a composition."""
    return row if isinstance(row, Entity) else row.subject if isinstance(row, Relationship) else row.institution


def read_exceptions(path: Path = EXCEPTIONS) -> dict[tuple[str, str], str]:
    """Map (name of a check, slug) to the reason why the finding is correct data."""
    rows = map(orjson.loads, path.read_bytes().splitlines())
    return {(row["check"], row["slug"]): row["reason"] for row in rows}


def without_exceptions(found: Iterable[Finding], exceptions: dict[tuple[str, str], str]) -> Iterator[Finding]:
    return (finding for finding in found if (finding.check, finding.slug) not in exceptions)


FUNCTIONS = rules.RULES | {
    name.removeprefix("check_"): function for name, function in vars(rules).items() if name.startswith("check_")
}


def _check(name, title, kinds, use, missing, what, sentence, about):
    kinds = tuple(kinds.split()) or tuple(kind.value for kind in KINDS)
    function = partial(rules.find_missing, kinds[0], missing, what) if missing else FUNCTIONS[name]
    return Check(name, title, function, sentence, kinds, use.split(), about)


with TABLE.open() as table:
    CHECKS = {row["name"]: _check(**row) for row in csv.DictReader(table)}
ERRORS = {name: check for name, check in CHECKS.items() if "error" in check.use}


def findings(day: date, names: Iterable[str] = ERRORS) -> Iterator[Finding]:
    """Run the named checks for the day, and yield their findings. Without names, run the checks in ``ERRORS``."""
    for name in names:
        yield from CHECKS[name].findings(day)
