"""Prepare a table for editors that shows how database rows changed, with the old and new value of each column."""

from collections.abc import Iterable
from dataclasses import dataclass

from graph.journal.history import COMPOSED
from graph.journal.revisions import Difference
from graph.models import Citation, Composition, Entity, Identifier, OtherName, Redirect, Relationship, SeatShare, Source
from graph.relations import RELATIONSHIP_TYPES

TECHNICAL = {"id", "entity_id", "updated_at", "created_at", "description_is_composed", "overview_is_composed"}
TO_ENTITIES = {"subject_id", "object_id", "institution_id", "election_id", "party_id", "entity_id"}
SIGNS = {(False, True): "added", (True, False): "removed", (True, True): "changed"}


@dataclass(frozen=True)
class Fact:
    """The old and the new value of one column, as text. An unknown value is an empty text."""

    label: str
    old: str
    new: str


@dataclass(frozen=True)
class Row:
    """A database row that has changed. ``sign`` is "added", "removed" or "changed"."""

    label: str
    sign: str
    facts: list[Fact]


class DifferenceTable:
    """Turns differences into rows to show. It gets the names of all entities and sources in two queries."""

    def __init__(self, found: Iterable[Difference]):
        sides = [side for row in found for side in (row.before, row.after) if side]
        keys = {side[name] for side in sides for name in TO_ENTITIES & side.keys()} - {None}
        self.entities = dict(Entity.objects.filter(pk__in=keys).values_list("pk", "name"))
        # There are a few hundred sources: all of them are fetched in one query.
        self.sources = dict(Source.objects.values_list("pk", "name")) if sides else {}

    def rows(self, found: Iterable[Difference]) -> list[Row]:
        """Return a `Row` for each difference. A row is left out if only its composed texts or times changed."""
        rows = (self._row(difference) for difference in found)
        return [row for row in rows if row.facts or row.sign != "changed"]

    def _row(self, found):
        sign = SIGNS[found.before is not None, found.after is not None]
        names = [name for name in found.changed if _is_shown(found.model, name) and not _is_composed(found, name)]
        facts = [self._fact(name, *found.changed[name]) for name in names]
        return Row(self._label(found), sign, [fact for fact in facts if fact.old != fact.new])

    def _fact(self, name, old, new):
        label = name.removesuffix("_id").replace("_", " ")
        return Fact(label, self._text(name, old), self._text(name, new))

    def _text(self, name, value):
        if name in TO_ENTITIES:
            return self.entities.get(value, "" if value is None else f"number {value} (deleted)")
        if name == "source_id":
            return self.sources.get(value, "")
        return ", ".join(str(entry) for entry in value) if isinstance(value, list) else _plain(value)

    def _label(self, found):
        side = found.after or found.before
        if found.model is Relationship:
            definition = RELATIONSHIP_TYPES[side["type"]]
            return f"{definition.label}: {self._text('object_id', side['object_id'])}"
        label = str(found.model._meta.verbose_name).capitalize()
        name_of = ROW_NAMES.get(found.model)
        return f"{label}: {name_of(self, side)}" if name_of else "Facts"


ROW_NAMES = {
    OtherName: lambda table, side: side["name"],
    Identifier: lambda table, side: f"{side['scheme']} {side['value']}",
    Citation: lambda table, side: table.sources.get(side["source_id"], ""),
    Composition: lambda table, side: side["start_date"] or str(side["verified_at"]),
    SeatShare: lambda table, side: side["name"],
    Redirect: lambda table, side: side["slug"],
}


def _is_shown(model, name):
    # PartialDateField stores these two next to the date.
    computed = name.endswith(("_first", "_last"))
    return name not in TECHNICAL and not computed and not (model is Relationship and name in {"subject_id", "type"})


def _is_composed(found, name):
    """Return whether the service composed the text ``name`` from the facts, both before and after the change."""
    sides = [side for side in (found.before, found.after) if side]
    return name in COMPOSED and all(side[COMPOSED[name]] for side in sides)


def _plain(value):
    if value is None or value == "":
        return ""
    return {True: "yes", False: "no"}.get(value, str(value)) if isinstance(value, bool) else str(value)
