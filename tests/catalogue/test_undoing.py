"""Merges of real entities, taken back: the graph is what it was."""

import os
import random

import pytest

from graph.actions import merge, unmerge
from graph.journal.revisions import VERSIONED_MODELS, stored_rows
from graph.kinds import KINDS
from graph.models import Change, Entity

pytestmark = pytest.mark.django_db
PAIRS = int(os.environ.get("UNDOING_PAIRS", "56"))
"""200 take some three minutes."""
COLUMNS_OF_ENTITIES = {"entity", "subject", "object", "institution", "election", "party"}


def stored(model, pks):
    """The rows as they are stored, but for when they were updated."""
    now = stored_rows(model, pks)
    return {pk: {name: value for name, value in row.items() if name != "updated_at"} for pk, row in now.items()}


def around(*entities):
    """Every row that speaks of the entities; their neighbours are looked at in the end."""
    told = {Entity: stored(Entity, entities)}
    for model in VERSIONED_MODELS[1:]:
        names = COLUMNS_OF_ENTITIES & {column.name for column in model._meta.concrete_fields}
        rows = (model.objects.filter(**{f"{name}__in": entities}).values_list("pk", flat=True) for name in names)
        told[model] = stored(model, {pk for keys in rows for pk in keys})
    return told


def whole_graph():
    return {model: stored(model, model.objects.values_list("pk", flat=True)) for model in VERSIONED_MODELS}


@pytest.fixture(scope="module")
def pairs(catalogue):
    """Two of one kind each, every kind as often as any other."""
    dice = random.Random(200)  # noqa: S311 - the same pairs every time
    keys = {kind: list(catalogue.of_kind(kind).order_by("slug").values_list("pk", flat=True)) for kind in KINDS}
    return [dice.sample(keys[kind], 2) for kind in list(KINDS) * (PAIRS // len(KINDS) + 1)][:PAIRS]


def test_merges_taken_back_leave_the_graph_as_it_was(pairs):
    whole = whole_graph()

    for entity, into in pairs:
        before = around(entity, into)
        merge(entity=Entity.objects.get(pk=entity), into=Entity.objects.get(pk=into))
        assert around(entity, into) != before
        unmerge(change=Change.objects.filter(entity_id=into, fields__has_key="merged").latest("pk"))
        assert around(entity, into) == before

    assert len(pairs) == PAIRS
    assert whole_graph() == whole
