"""Facts of an entity: its name, its description, and the columns of its details."""

from collections.abc import Collection
from decimal import Decimal

from django.db.models import Model

from graph.actions.exceptions import ActionRejected
from graph.actions.rows import write_many
from graph.batches import batches
from graph.descriptions import described_by
from graph.journal.history import COMPOSED
from graph.kinds import KINDS
from graph.models import Citation, Entity

ENTITY_FACTS = ("name", "description")
"""The facts that are columns of the entity itself, not of its details."""


def fact_names(kind: str) -> set[str]:
    return {*ENTITY_FACTS, *KINDS[kind].stored_fields}


def set_facts(entity: Entity, details: Model, facts: dict) -> dict[str, list]:
    """Set the values without saving them. Return the old and new value of each fact that differs.

    Raises ActionRejected for a fact that the kind does not have, ValidationError for a value of another type.
    """
    unknown = facts.keys() - fact_names(entity.kind)
    if unknown:
        raise ActionRejected(f"A {entity.kind} has no {', '.join(sorted(unknown))}.")
    changed = {}
    for name, value in facts.items():
        row = entity if name in ENTITY_FACTS else details
        old, new = getattr(row, name), row._meta.get_field(name).to_python(value)
        if old != new:
            changed[name] = [plain(old), plain(new)]
            setattr(row, name, new)
            if name in COMPOSED:
                # The service composes the text again once an editor has emptied it.
                setattr(row, COMPOSED[name], not new)
    return changed


def with_affected_texts(changed: dict[int, Collection[str]]) -> set[int]:
    """The keys of the entities whose composed texts depend on these facts. A new name affects other entities too."""
    renamed = [pk for pk, facts in changed.items() if "name" in facts]
    return {*changed, *(pk for batch in batches(renamed) for pk in described_by(batch))}


def reset_citations(changed: dict[int, Collection[str]], but=()) -> None:
    """Remove the facts from the citations of their entities, so that no import overwrites the value of an editor.

    ``changed`` are the facts by the key of the entity. The citations with the keys ``but`` stay as they are.
    """
    keys = [pk for pk, facts in changed.items() if facts]
    rows = (row for batch in batches(keys) for row in Citation.objects.filter(entity__in=batch).order_by("pk"))
    reset = []
    for citation in rows:
        facts = [name for name in citation.facts if name not in changed[citation.entity_id]]
        if facts != citation.facts and citation.pk not in but:
            citation.facts = facts
            reset.append(citation)
    write_many(reset, ["facts"])


def plain(value):
    """The value as JSON for the journal; an empty text becomes null."""
    if isinstance(value, Decimal):
        return float(value)
    return None if value == "" else value
