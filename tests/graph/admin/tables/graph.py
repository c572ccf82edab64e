"""Read the whole graph, so that a test can assert that nothing was written."""

from graph.models import VERSIONED_MODELS, Change, RowVersion


def whole_graph():
    """Return the values of all rows of the versioned tables, of all row versions, and of all changes in the journal."""
    tables = [*VERSIONED_MODELS, RowVersion, Change]
    return [list(model.objects.order_by("pk").values()) for model in tables]
