"""Items: updates of one entity each. Changes that follow one another within an hour are one update."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import timedelta
from functools import cached_property

from django.db.models import Prefetch

from feeds.wording import sentence, slugs_told
from graph.models import Change, Entity

MOST_ITEMS = 50
MOST_TOLD = 20
"""Changes that one item tells of at most."""
MOST_READ = 1000
"""Changes of one entity that its own feed looks back upon."""
ONE_HOUR = timedelta(hours=1)


@dataclass(frozen=True)
class Item:
    """An update: what the entity is now, and the changes that made it so, the newest first."""

    entity: Entity
    changes: list[Change]
    names: dict[str, str]

    @property
    def newest(self) -> Change:
        return self.changes[0]

    @property
    def is_creation(self) -> bool:
        return self.changes[-1].action == Change.Action.CREATED

    @cached_property
    def told(self) -> str:
        """What happened, in plain words: what came before the creation of an entity, or with it, is that."""
        return "Added" if self.is_creation else sentence(reversed(self.changes), self.names)


def newest_items(kind: str = "", country_code: str = "") -> list[Item]:
    """The last update of each of the entities that were updated last, the newest first; three queries."""
    entities = Entity.objects.published().newest_first()
    entities = entities.of_kind(kind) if kind else entities
    entities = entities.in_country(country_code) if country_code else entities
    last = Prefetch("changes", Change.objects.public().newest_first()[:MOST_TOLD], to_attr="last_changes")
    rows = list(entities.prefetch_related(last)[:MOST_ITEMS])
    updates = [(row, next(updates_of(row.last_changes))) for row in rows if row.last_changes]
    updates.sort(key=lambda update: (update[1][0].at, update[1][0].pk), reverse=True)
    return _items(updates)


def items_of(entity: Entity) -> list[Item]:
    """The last updates of one entity, the newest first; two queries."""
    changes = entity.changes.public().newest_first()[:MOST_READ]
    updates = [(entity, changes[:MOST_TOLD]) for changes in updates_of(changes)]
    return _items(updates[:MOST_ITEMS])


def updates_of(changes: Iterable[Change]) -> Iterator[list[Change]]:
    """The changes, which come newest first, in lists: each less than an hour after the one before it."""
    update = []
    for change in changes:
        if update and update[-1].at - change.at >= ONE_HOUR:
            yield update
            update = []
        update.append(change)
    if update:
        yield update


def _items(updates):
    slugs = slugs_told(change for _, changes in updates for change in changes)
    # Of drafts and of what is withdrawn the outside is told no names.
    named = Entity.objects.published().filter(slug__in=slugs) if slugs else Entity.objects.none()
    names = dict(named.values_list("slug", "name"))
    return [Item(entity, changes, names) for entity, changes in updates]
