"""Differences between rows as an editor reads them: whose row it is, what it is called, old and new of each fact."""

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
    """One column; an empty text stands for what is not known."""

    label: str
    old: str
    new: str


@dataclass(frozen=True)
class Row:
    """``sign`` says in a word what became of the row: added, removed or changed."""

    label: str
    sign: str
    facts: list[Fact]


class Reader:
    """Reads many differences with two queries: the names of all entities and sources they speak of."""

    def __init__(self, found: Iterable[Difference]):
        sides = [side for row in found for side in (row.before, row.after) if side]
        keys = {side[name] for side in sides for name in TO_ENTITIES & side.keys()} - {None}
        self.entities = dict(Entity.objects.filter(pk__in=keys).values_list("pk", "name"))
        self.sources = dict(Source.objects.values_list("pk", "name")) if sides else {}

    def rows(self, found: Iterable[Difference]) -> list[Row]:
        """What differs, without what nobody wrote."""
        rows = (self._row(difference) for difference in found)
        return [row for row in rows if row.facts or row.sign != "changed"]

    def _row(self, found):
        sign = SIGNS[found.before is not None, found.after is not None]
        told = [name for name in found.changed if _is_told(found.model, name) and not _is_composed(found, name)]
        facts = [self._fact(name, *found.changed[name]) for name in told]
        return Row(self._label(found), sign, [fact for fact in facts if fact.old != fact.new])

    def _fact(self, name, old, new):
        label = name.removesuffix("_id").replace("_", " ")
        return Fact(label, self._text(name, old), self._text(name, new))

    def _text(self, name, value):
        if name in TO_ENTITIES:
            return self.entities.get(value, "" if value is None else f"number {value}, which is gone")
        if name == "source_id":
            return self.sources.get(value, "")
        return ", ".join(str(entry) for entry in value) if isinstance(value, list) else _plain(value)

    def _label(self, found):
        side = found.after or found.before
        if found.model is Relationship:
            relation = RELATIONSHIP_TYPES[side["type"]]
            return f"{relation.label}: {self._text('object_id', side['object_id'])}"
        label = str(found.model._meta.verbose_name).capitalize()
        called = CALLED.get(found.model)
        return f"{label}: {called(self, side)}" if called else "Facts"


CALLED = {
    OtherName: lambda reader, side: side["name"],
    Identifier: lambda reader, side: f"{side['scheme']} {side['value']}",
    Citation: lambda reader, side: reader.sources.get(side["source_id"], ""),
    Composition: lambda reader, side: side["start_date"] or str(side["verified_at"]),
    SeatShare: lambda reader, side: side["name"],
    Redirect: lambda reader, side: side["slug"],
}


def _is_told(model, name):
    computed = name.endswith(("_first", "_last"))
    return name not in TECHNICAL and not computed and not (model is Relationship and name in {"subject_id", "type"})


def _is_composed(found, name):
    """A text that follows from the facts, before and after."""
    sides = [side for side in (found.before, found.after) if side]
    return name in COMPOSED and all(side[COMPOSED[name]] for side in sides)


def _plain(value):
    if value is None or value == "":
        return ""
    return {True: "yes", False: "no"}.get(value, str(value)) if isinstance(value, bool) else str(value)
