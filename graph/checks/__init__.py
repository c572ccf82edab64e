"""Load the checks of the data from ``checks.csv``, which has a row for each check. The column ``use`` has one or more
of these words:

- ``error``: the command `check_graph` fails if the check finds something.
- ``list``: editors see a work list of what the check finds.
- ``filter``: the admin has a filter for what the check finds.

The column ``missing`` says what the check finds:

- ``fact``: entities without the fact in the column ``what``.
- ``outgoing`` or ``incoming``: entities without relationships of the types in ``what``.
- empty: what the function ``check_<name>`` or `RULES[name]` of the module `rules` finds.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from functools import partial
from pathlib import Path

import orjson
from django.db.models import Count, QuerySet

from config.http.tables import read_csv
from graph.checks import rules
from graph.kinds import KINDS, Kind
from graph.models import Composition, Entity, Relationship
from graph.relations import RELATIONSHIP_TYPES

EXCEPTIONS = Path(__file__).resolve().parents[1] / "catalogue" / "exceptions.jsonl"
FETCHED = {
    Entity: [f"{kind}_details" for kind in KINDS],
    Relationship: ["subject", "object"],
    Composition: ["institution__institution_details", "election"],
}


@dataclass(frozen=True, order=True)
class Finding:
    """A problem that a check found in the entity ``slug``. ``check`` is the name of the check. ``other`` is the slug of
    a possible duplicate, or ""."""

    check: str
    slug: str
    sentence: str
    other: str = ""


@dataclass(frozen=True)
class Check:
    """A rule about the data, such as "an office has one holder". ``function(day)`` returns what breaks the rule on a
    day: a query set, or tuples (slug, sentence) or (slug, sentence, slug of the possible duplicate). For a query set,
    the format string ``sentence`` makes the sentence from a row. ``kinds`` are the kinds of entities that the check can
    find. ``use`` has the words of the column ``use`` in ``checks.csv``. ``about`` explains a work list to editors."""

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
        """Return what breaks the rule on the day, as a query set or a list of tuples. Only rows about entities of these
        ``kinds`` are included. A relationship is about its subject. Do not call this if the function of the check
        returns a query set of compositions."""
        found = self.function(day)
        if not isinstance(found, QuerySet):
            found = list(found)
            if set(self.kinds) <= set(kinds):
                return found
            slugs = Entity.objects.filter(slug__in=[slug for slug, *_ in found], kind__in=kinds)
            shown = set(slugs.values_list("slug", flat=True))
            return [row for row in found if row[0] in shown]
        if found.model is Relationship:
            types = [name for name, definition in RELATIONSHIP_TYPES.items() if definition.subject in kinds]
            return found.filter(type__in=types)
        return found.filter(kind__in=kinds)

    def count(self, day: date) -> dict[str, int]:
        """Return {kind of entity: number of problems on the day}. Kinds without problems can be missing. If the
        function of the check returns tuples, all problems are counted under the first kind of the check."""
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
        """Return those of ``entities`` in which the check finds a problem on the day. Call this only if "filter" is in
        ``use`` of the check: the function of such a check returns a query set of entities or relationships."""
        found = self.function(day).order_by()
        return entities.filter(pk__in=found.values("pk" if found.model is Entity else "subject"))


def entity_of(row: Entity | Relationship | Composition) -> Entity:
    """Return the entity to which a row belongs: the entity itself, the subject of a relationship, or the chamber of a
    composition."""
    return row if isinstance(row, Entity) else row.subject if isinstance(row, Relationship) else row.institution


def read_exceptions() -> dict[tuple[str, str], str]:
    """Return the known exceptions to the checks: {(name of a check, slug of an entity): reason why this entity may
    break the rule}. They come from the file ``exceptions.jsonl`` in the catalogue (the data shipped with the
    service)."""
    rows = map(orjson.loads, EXCEPTIONS.read_bytes().splitlines())
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


CHECKS = {row["name"]: _check(**row) for row in read_csv(__file__, "checks.csv")}
ERRORS = {name: check for name, check in CHECKS.items() if "error" in check.use}


def findings(day: date, names: Iterable[str] = ERRORS) -> Iterator[Finding]:
    """Run the checks with these names, and yield the problems that they find on the day. By default, run the checks
    that must find nothing (ERRORS). Known exceptions are included; `without_exceptions` removes them."""
    for name in names:
        yield from CHECKS[name].findings(day)
