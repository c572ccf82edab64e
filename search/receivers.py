"""Signal receivers: a change of the graph marks entities as stale in its transaction and updates the index after it."""

from django.db import transaction
from django.db.models.signals import post_delete, post_save, pre_delete
from django.dispatch import receiver
from tqdm import tqdm

from graph.models import DETAILS, Entity, Identifier, OtherName, Relationship
from graph.signals import entities_changed
from search.index import mark_stale, refresh
from search.index_writer import remove

PARTS_OF_ENTITIES = (OtherName, Identifier, *DETAILS.values())


@receiver(entities_changed)
def update_index(pks, **kwargs):
    """Mark the entities as stale, and update the index after the commit."""
    mark_stale(pks)
    # An error in the index must not fail a change that is committed; the entities stay stale for the next refresh.
    transaction.on_commit(_refresh, robust=True)


def _refresh():
    """Show a progress bar on terminals if it takes longer than a second, as after a large import."""
    with tqdm(desc="Indexing", unit=" entities", disable=None, delay=1) as bar:
        refresh(bar.update)


@receiver(post_save, sender=Entity)
def update_entity(instance, **kwargs):
    update_index([instance.pk])


@receiver(pre_delete, sender=Entity)
def remove_entity(instance, **kwargs):
    """Remove it before its row is deleted with it, because the full text is removed with the words of the row."""
    remove([instance.pk])
    update_index([instance.pk])


@receiver((post_save, post_delete), sender=Relationship)
def update_both_ends(instance, **kwargs):
    update_index([instance.subject_id, instance.object_id])


def update_entity_of(instance, **kwargs):
    update_index([instance.entity_id])


for part in PARTS_OF_ENTITIES:
    for signal in (post_save, post_delete):
        signal.connect(update_entity_of, sender=part, dispatch_uid=f"search index: {part.__name__}")
