from graph.queries.hubs import select_from_hub
from graph.queries.relationships import Relationships, Selection, select_in_memory


def select_relationships(selection: Selection) -> Relationships:
    """Return one page of the relationships that match the ``selection``, in the order of the API. Relationships with
    entities that are not published are left out."""
    return select_from_hub(selection) if selection.rows is None else select_in_memory(selection)
