"""Mark each changed entity as stale (its index row is outdated) in the transaction of the change. Update the index
after the commit."""

from django.db import transaction
from django.db.models.signals import post_delete, post_save, pre_delete
from django.dispatch import receiver
from tqdm import tqdm

from config.http.cache import responses
from graph.models import DETAILS, Candidacy, Coverage, Entity, Identifier, OtherName, Race, Relationship
from graph.signals import entities_changed
from search.index import mark_stale, refresh, remove
from search.race_index import remove_races
from search.results import read_state

INDEX_CHANGE = "search index"

ENTITY_FIELDS = {
    Entity: ("pk",),
    Relationship: ("subject_id", "object_id"),
    **dict.fromkeys((OtherName, Identifier, *DETAILS.values()), ("entity_id",)),
}
"""Maps models to their fields that contain primary keys of entities. If a row of such a model is saved or deleted,
these entities must be indexed again. A change of seats (`SeatShare`) is not in this dict: the signal `entities_changed`
reports it."""

COUNT_FIELDS = {"current", "source_time", "sequence", "updated_at", "phase"}
"""Fields of `Race` and `Coverage` that change with each new count of votes. The search index does not depend on
them."""


@receiver(entities_changed)
def update_index(pks, **kwargs):
    mark_stale(pks)
    # An error in the index must not fail a change that is committed; the entities stay stale for the next refresh.
    transaction.on_commit(_refresh, robust=True)


def _refresh():
    with tqdm(desc="Indexing", unit=" entities", disable=None, delay=1) as bar:
        refresh(bar.update)


@receiver(pre_delete, sender=Entity)
def remove_entity(instance, **kwargs):
    """Remove an entity from the index, and mark the entity as stale. This happens before the entity is deleted, because
    `remove` needs the index row of the entity, which is deleted together with the entity."""
    remove([instance.pk])
    update_index([instance.pk])


def update_entities_of(instance, sender, **kwargs):
    update_index([getattr(instance, field) for field in ENTITY_FIELDS[sender]])


for model in ENTITY_FIELDS:
    for signal in (post_save, post_delete):
        signal.connect(update_entities_of, sender=model, dispatch_uid=f"search index: {model.__name__}")


@receiver((post_save, post_delete), sender=Coverage)
@receiver((post_save, post_delete), sender=Race)
def update_races_of_election(instance, update_fields=None, **kwargs):
    """Update the index after a `Race` or a `Coverage` has been saved or deleted. A `Coverage` is a row for an election
    whose results the service has or will have. Do nothing if only fields in `COUNT_FIELDS` were saved, because the
    index does not depend on these fields. Otherwise:

    - Mark the election as stale. After the commit, the election is indexed again, and races that are missing in the
      index are added.
    - If a race was saved or deleted, also remove this race from the index at once."""
    if update_fields and update_fields <= COUNT_FIELDS:
        return
    if isinstance(instance, Race):
        remove_races([instance.pk])
    update_index([instance.election_id])


@receiver((post_save, post_delete), sender=Candidacy)
def update_race_of_candidacy(instance, **kwargs):
    remove_races([instance.race_id])
    update_index(Race.objects.filter(pk=instance.race_id).values_list("election_id", flat=True))


class IndexWatcher:
    """A watcher: the response cache calls it regularly, to find the responses that are outdated. ``version`` is the
    version of the search index at the last call."""

    version = 0

    def __call__(self) -> set[str]:
        """Return the cache tags of the responses that are outdated. If the index has changed since the last call, or if
        a changed entity is not indexed yet, return ``{INDEX_CHANGE}``, the tag of all responses with search results.
        Otherwise, return an empty set."""
        # The next search updates the index, so that other requests do not wait for the update.
        version, _, waiting, _ = read_state() or (0, 0, 0, False)
        known, self.version = self.version, version
        return {INDEX_CHANGE} if waiting or version != known else set()


responses.watch(IndexWatcher())
