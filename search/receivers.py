"""The index follows the graph: what changed is marked in the same transaction, and indexed when that is over."""

from django.db import transaction
from django.db.models.signals import post_delete, post_save, pre_delete
from django.dispatch import receiver
from tqdm import tqdm

from graph.models import DETAILS, Entity, Identifier, OtherName, Relationship
from graph.signals import entities_changed
from search.index import drop, mark_stale, refresh

OF_AN_ENTITY = (OtherName, Identifier, *DETAILS.values())


@receiver(entities_changed)
def follow(pks, **kwargs):
    """Mark the entities, and index them once they are committed."""
    mark_stale(pks)
    # Robust: what was written is committed by then, and a fault here leaves it marked for whoever writes next.
    transaction.on_commit(_refresh, robust=True)


def _refresh():
    """With a bar for whoever looks on: after a large import it takes its time."""
    with tqdm(desc="Indexing", unit=" entities", disable=None, delay=1) as bar:
        refresh(bar.update)


@receiver(post_save, sender=Entity)
def follow_entity(instance, **kwargs):
    follow([instance.pk])


@receiver(pre_delete, sender=Entity)
def forget_entity(instance, **kwargs):
    """Before its row in the index goes with it: the full text would keep its words."""
    drop([instance.pk])
    follow([instance.pk])


@receiver((post_save, post_delete), sender=Relationship)
def follow_statement(instance, **kwargs):
    follow([instance.subject_id, instance.object_id])


def follow_part(instance, **kwargs):
    follow([instance.entity_id])


for part in OF_AN_ENTITY:
    for signal in (post_save, post_delete):
        signal.connect(follow_part, sender=part, dispatch_uid=f"search follows {part.__name__}")
