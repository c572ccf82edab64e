"""The whole graph, to see that nothing of it was written."""

from graph.models import VERSIONED_MODELS, Change, RowVersion


def whole_graph():
    """Every row of every versioned table, every row version, and the journal."""
    tables = [*VERSIONED_MODELS, RowVersion, Change]
    return [list(model.objects.order_by("pk").values()) for model in tables]
