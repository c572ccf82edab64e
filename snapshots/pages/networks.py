"""Find the neighbours of an entity that its network shows."""

from graph.queries.relationships import Selection
from graph.queries.selecting import select_relationships
from graph.relations import RelationshipType
from snapshots.pictures.network import MOST_OF_A_GROUP, Network, network

MOST_READ = 4 * MOST_OF_A_GROUP


def network_of(entity, day, *, is_past, relationships: list[dict] | None = None) -> Network | None:
    """Return the network of an entity on a day, or None if it has no relationship. ``relationships`` are all of them as
    JSON documents, if the caller has them."""
    groups = []
    for type_ in RelationshipType:
        if entity.kind in (type_.subject, type_.object):
            label = type_.label if entity.kind == type_.subject else type_.reverse_label
            groups.append((label, *_neighbours(entity, day, type_.value, is_past, relationships)))
    return network(entity.name, groups)


def _neighbours(entity, day, type_, is_past, relationships):
    """Return (the names of the first neighbours of a type, the number of all). Who held one office several times has it
    as one neighbour."""
    if relationships is None:
        # A hub has thousands of relationships: a few of each type are read.
        page = select_relationships(Selection.of(entity, day, MOST_READ, type=type_, only_valid=is_past))
        names = {row.slug: row.name for row in page.rows}
        total = page.total - len(page.rows) + len(names)
    else:
        names = {row["entity"]["slug"]: row["entity"]["name"] for row in relationships if row["type"] == type_}
        total = len(names)
    return list(names.values())[:MOST_OF_A_GROUP], total
