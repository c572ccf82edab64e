"""Load the data checks from ``checks.csv``. The check ``x`` runs the function ``check_x``, or finds what is missing.

The column ``use`` is ``error`` (`check_graph` fails), ``list`` (a work list) or ``filter`` (a filter in the admin).
``missing`` is ``fact``, ``outgoing`` or ``incoming``; ``what`` is the name of the fact or type of the relationship.
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
    """A problem that a check found in the entity ``slug``. ``other`` is the slug of a possible duplicate, or ""."""

    check: str
    slug: str
    sentence: str
    other: str = ""


@dataclass(frozen=True)
class Check:
    """A rule about the data. ``function(day)`` returns the rows or entities that break the rule on the day.

    It returns either a query set, whose rows ``sentence`` describes as a format string, or tuples of a slug, a sentence
    and, for a possible duplicate, the duplicate's slug.
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
        """Return what the check finds about entities of these kinds: database rows, or tuples of slug and sentence."""
        found = self.function(day)
        if not isinstance(found, QuerySet):
            return list(found) if set(self.kinds) & set(kinds) else []
        if found.model is Relationship:
            types = [name for name, definition in RELATIONSHIP_TYPES.items() if definition.subject in kinds]
            return found.filter(type__in=types)
        return found.filter(kind__in=kinds)

    def count(self, day: date) -> dict[str, int]:
        """Map each kind of entity to the number of problems that the check finds on the day. Absent kinds have none."""
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
        """Return those of the ``entities`` in which the check finds a problem on the day."""
        found = self.function(day).order_by()
        return entities.filter(pk__in=found.values("pk" if found.model is Entity else "subject"))


def entity_of(row: Entity | Relationship | Composition) -> Entity:
    """Return the entity itself, the subject of the relationship, or the institution of the composition."""
    return row if isinstance(row, Entity) else row.subject if isinstance(row, Relationship) else row.institution


def read_exceptions(path: Path = EXCEPTIONS) -> dict[tuple[str, str], str]:
    """Map (name of a check, slug of an entity) to the reason why the data is correct although it breaks the rule."""
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
    """Run the checks with these names (by default those in ERRORS), and yield the problems that they find."""
    for name in names:
        yield from CHECKS[name].findings(day)
