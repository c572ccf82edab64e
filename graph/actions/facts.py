"""Set the facts of an entity: its name, its description, and the details that depend on the kind of entity."""

from collections.abc import Collection
from decimal import Decimal

from django.db.models import Model

from graph.actions.preconditions import ActionRejected
from graph.batches import batches
from graph.journal.history import COMPOSED
from graph.journal.revisions import write_many
from graph.kinds import KINDS
from graph.models import Citation, Entity

ENTITY_FACTS = ("name", "description")


def fact_names(kind: str) -> set[str]:
    return {*ENTITY_FACTS, *KINDS[kind].stored_fields}


def fact_of(entity: Entity, name: str):
    """Return the stored value of the fact ``name``, such as "birth_year". Return None if the entity has no row with the
    facts of its kind."""
    return getattr(entity if name in ENTITY_FACTS else entity.details, name, None)


def set_facts(entity: Entity, details: Model, facts: dict) -> dict[str, list]:
    """Set facts of an entity in memory, without saving them. Return the changed facts as {name: [old value, new
    value]}. ``facts`` maps names of facts, such as "founded_year", to new values. ``details`` is the row with the facts
    that only this kind of entity has, such as a `PartyDetails` object.

    If the description or the overview changes, also set its boolean column (see `COMPOSED`). The column becomes False
    for a new text. It becomes True for an empty text, so that the service writes the text again.

    Raise ActionRejected for a fact that this kind of entity does not have, and ValidationError for a value of the wrong
    type."""
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
                # The column is True if the service writes the text. This is so again after an editor has emptied the
                # text.
                setattr(row, COMPOSED[name], not new)
    return changed


def reset_citations(changed: dict[int, Collection[str]], but=()) -> None:
    """Remove changed facts from the citations of their entities, and save the citations. A citation lists the facts
    that its source confirms, but the source does not confirm the new values. ``changed`` maps primary keys of entities
    to the names of their changed facts. Citations with primary keys in ``but`` do not change."""
    reset = []
    for batch in batches([pk for pk, facts in changed.items() if facts]):
        for citation in Citation.objects.filter(entity__in=batch).exclude(pk__in=but).order_by("pk"):
            facts = [name for name in citation.facts if name not in changed[citation.entity_id]]
            if facts != citation.facts:
                citation.facts = facts
                reset.append(citation)
    write_many(reset, ["facts"])


def plain(value):
    """Convert a value to the form in which the journal stores it: a Decimal to a float, and an empty text to None."""
    if isinstance(value, Decimal):
        return float(value)
    return None if value == "" else value
