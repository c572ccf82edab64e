"""Receive signals of changes: mark entities as stale in the same transaction, and update the index after the commit."""

from django.db import transaction
from django.db.models.signals import post_delete, post_save, pre_delete
from django.dispatch import receiver
from tqdm import tqdm

from graph.models import DETAILS, Entity, Identifier, OtherName, Relationship
from graph.signals import entities_changed
from search.index import mark_stale, refresh
from search.index_writer import remove

ENTITY_FIELDS = {
    Entity: ("pk",),
    Relationship: ("subject_id", "object_id"),
    **dict.fromkeys((OtherName, Identifier, *DETAILS.values()), ("entity_id",)),
}
"""Maps each model whose rows the index uses to its fields with primary keys of entities."""


@receiver(entities_changed)
def update_index(pks, **kwargs):
    """Mark entities by primary key as stale, all of them for None, and update the index after the commit."""
    mark_stale(pks)
    # An error in the index must not fail a change that is committed; the entities stay stale for the next refresh.
    transaction.on_commit(_refresh, robust=True)


def _refresh():
    """Update the index; show a progress bar on a terminal if this takes longer than a second."""
    with tqdm(desc="Indexing", unit=" entities", disable=None, delay=1) as bar:
        refresh(bar.update)


@receiver(pre_delete, sender=Entity)
def remove_entity(instance, **kwargs):
    """Remove an entity from the index before its index row is deleted. This needs the words that are in the row."""
    remove([instance.pk])
    update_index([instance.pk])


def update_entities_of(instance, sender, **kwargs):
    update_index([getattr(instance, field) for field in ENTITY_FIELDS[sender]])


for model in ENTITY_FIELDS:
    for signal in (post_save, post_delete):
        signal.connect(update_entities_of, sender=model, dispatch_uid=f"search index: {model.__name__}")
