"""Group the changes of each entity into updates. An update ends when the entity does not change for an hour."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import timedelta
from functools import cached_property

from feeds.wording import related_slugs, sentence
from graph.models import Change, Entity
from graph.queries.changes import ChangedEntity, ChangeRow, changes_of, newest_changes

MOST_UPDATES = 50
MOST_CHANGES = 20
"""The largest number of changes in one `Update`, which is an item of a feed. If there are more, the oldest are left
out."""
# The feed of one entity reads at most this many changes, because an import may have written thousands.
MOST_CHANGES_READ = 1000
ONE_HOUR = timedelta(hours=1)


@dataclass(frozen=True)
class Update:
    """One item of a feed: one or more changes of an entity, newest first, without a pause of an hour between them.
    ``names`` maps slugs to names, for the published entities that the changes mention."""

    entity: Entity | ChangedEntity
    changes: list[ChangeRow]
    names: dict[str, str]

    @property
    def is_creation(self) -> bool:
        return self.changes[-1].action == Change.Action.CREATED

    @cached_property
    def summary(self) -> str:
        """Return one sentence that describes the changes (see `sentence`), or "Added" if the oldest of them created the
        entity."""
        # The facts of a new entity are not listed one by one.
        return "Added" if self.is_creation else sentence(reversed(self.changes), self.names)


def newest_updates(kind: str = "", country_code: str = "") -> list[Update]:
    """Return the latest update of each of the 50 entities that changed last. Only entities of this kind and this
    country are included; "" means all. At most two queries are made."""
    changes = defaultdict(list)
    for entity, change in newest_changes(kind, country_code, entities=MOST_UPDATES, per_entity=MOST_CHANGES):
        changes[entity].append(change)
    return _updates([(entity, next(group_changes(rows))) for entity, rows in changes.items()])


def updates_of(entity: Entity) -> list[Update]:
    """Return the newest updates of one entity, at most 50, each with at most MOST_CHANGES changes. Only the newest
    MOST_CHANGES_READ changes of the entity are read. At most two queries are made."""
    groups = group_changes(changes_of(entity.pk, MOST_CHANGES_READ))
    return _updates([(entity, changes[:MOST_CHANGES]) for changes in groups][:MOST_UPDATES])


def group_changes(changes: Iterable[ChangeRow]) -> Iterator[list[ChangeRow]]:
    """Yield lists of changes of one entity. A new list begins after each hour without a change. ``changes`` must be
    sorted newest first, and so is each list."""
    group = []
    for change in changes:
        if group and group[-1].at - change.at >= ONE_HOUR:
            yield group
            group = []
        group.append(change)
    if group:
        yield group


def _updates(groups):
    slugs = related_slugs(change for _, changes in groups for change in changes)
    # The names of drafts and of withdrawn entities are not public.
    named = Entity.objects.published().filter(slug__in=slugs) if slugs else Entity.objects.none()
    names = dict(named.values_list("slug", "name"))
    return [Update(entity, changes, names) for entity, changes in groups]
