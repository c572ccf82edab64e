from dataclasses import dataclass

from graph.models import Entity


@dataclass(frozen=True)
class Row:
    """An entity and what is to be done about it; ``other`` is the one that it may be."""

    entity: Entity
    sentence: str
    other: Entity | None = None
