"""The whole graph, to see that nothing of it was written."""

from graph.journal.history import VERSIONED_MODELS
from graph.models import Change


def whole_graph():
    """Every row of every table with images, every image, and the journal."""
    tables = [*VERSIONED_MODELS, *(model.images.model for model in VERSIONED_MODELS), Change]
    return [list(model.objects.order_by("pk").values()) for model in tables]
