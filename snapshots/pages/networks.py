"""Find the neighbours of an entity for the picture of its network. Neighbours are the entities that have a relationship
with it."""

from graph.queries.neighbours import important_neighbours
from graph.queries.relationships import Selection
from graph.queries.selecting import select_relationships
from graph.relations import RelationshipType
from snapshots.labels import heading
from snapshots.pictures.network import MOST_OF_A_GROUP, Network, network

MOST_READ = 4 * MOST_OF_A_GROUP


def network_of(entity, day, *, is_chosen, relationships: list[dict] | None = None) -> Network | None:
    """Return the picture of an entity with its neighbours: at most eight for each type of relationship. Return None if
    the entity has no neighbours. If the visitor chose the ``day`` (``is_chosen``), the picture shows only relationships
    that are valid on this day. Otherwise, the most important neighbours come first.

    ``relationships`` are all relationships that may be shown, as JSON documents. If it is None, this function reads
    them."""
    important = important_neighbours(entity, day, MOST_OF_A_GROUP) if not is_chosen else []
    groups = []
    for type_ in RelationshipType:
        if entity.kind in (type_.subject, type_.object):
            label = type_.label if entity.kind == type_.subject else type_.reverse_label
            names, number = _neighbours(entity, day, type_.value, is_chosen, relationships)
            first = {slug: name for of_type, slug, name in important if of_type == type_}
            groups.append((heading(label), list((first | names).values())[:MOST_OF_A_GROUP], number))
    return network(entity.name, groups)


def _neighbours(entity, day, type_, is_chosen, relationships):
    """Return (names, number) of the neighbours that have a relationship of type ``type_`` with the entity. ``names``
    maps slugs of neighbours to their names. ``number`` is the number of all neighbours. A neighbour with several
    relationships counts once.

    ``relationships`` are the relationships of the entity as JSON documents. If it is None, this function reads the
    first 32 relationships, and ``names`` has only the neighbours in these. Each relationship that is not read counts as
    one neighbour, so ``number`` can be too high. If ``is_chosen`` is True, relationships that are not valid on ``day``
    are neither read nor counted."""
    if relationships is None:
        # Some entities have thousands of relationships, so only a few of each type are read.
        page = select_relationships(Selection.of(entity, day, MOST_READ, type=type_, only_valid=is_chosen))
        names = {row.slug: row.name for row in page.rows}
        total = page.total - len(page.rows) + len(names)
    else:
        names = {row["entity"]["slug"]: row["entity"]["name"] for row in relationships if row["type"] == type_}
        total = len(names)
    return names, total
