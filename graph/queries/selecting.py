from graph.queries.hubs import select_from_hub
from graph.queries.relationships import Relationships, Selection, all_relationships, select_in_memory

known_hubs: set[int] = set()


def select_relationships(selection: Selection) -> Relationships:
    """Return one page of an entity's relationships with published entities, in the order of the API."""
    # An entity stays in known_hubs even if it loses relationships: reading it page by page gives the same result.
    if selection.pk not in known_hubs:
        rows = all_relationships(selection.pk, selection.kind)
        if rows is not None:
            return select_in_memory(rows, selection)
        known_hubs.add(selection.pk)
    return select_from_hub(selection)
