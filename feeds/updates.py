"""Group the changes of each entity into updates. Each update is one item of a feed.

An update ends when its entity does not change for an hour.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import timedelta
from functools import cached_property

from django.db.models import Prefetch

from feeds.wording import related_slugs, sentence
from graph.models import Change, Entity

MOST_UPDATES = 50
MOST_CHANGES = 20
"""The largest number of changes that one update describes."""
# The feed of one entity reads so many changes at most; an import may have written thousands.
MOST_CHANGES_READ = 1000
ONE_HOUR = timedelta(hours=1)


@dataclass(frozen=True)
class Update:
    """A group of changes of one entity, which is one item of a feed. The newest change comes first.

    ``names`` maps the slugs of related entities to their names.
    """

    entity: Entity
    changes: list[Change]
    names: dict[str, str]

    @property
    def is_creation(self) -> bool:
        return self.changes[-1].action == Change.Action.CREATED

    @cached_property
    def summary(self) -> str:
        """Return what changed in plain English, or "Added" if the entity was created in this update."""
        # The facts that an entity is created with are no news of their own.
        return "Added" if self.is_creation else sentence(reversed(self.changes), self.names)


def newest_updates(kind: str = "", country_code: str = "") -> list[Update]:
    """Return the latest update of each of the 50 entities that were updated last. At most three queries run.

    An empty ``kind`` or ``country_code`` selects all entities.
    """
    entities = Entity.objects.published().newest_first()
    entities = entities.of_kind(kind) if kind else entities
    entities = entities.in_country(country_code) if country_code else entities
    latest = Prefetch("changes", Change.objects.public().newest_first()[:MOST_CHANGES], to_attr="latest_changes")
    rows = list(entities.prefetch_related(latest)[:MOST_UPDATES])
    # An entity without public changes is no item.
    groups = [(row, next(group_changes(row.latest_changes))) for row in rows if row.latest_changes]
    groups.sort(key=lambda group: (group[1][0].at, group[1][0].pk), reverse=True)
    return _updates(groups)


def updates_of(entity: Entity) -> list[Update]:
    """Return the updates of one entity, at most 50, newest first. At most two queries run.

    An update is a group of changes that follow each other within an hour.
    """
    changes = entity.changes.public().newest_first()[:MOST_CHANGES_READ]
    groups = [(entity, changes[:MOST_CHANGES]) for changes in group_changes(changes)]
    return _updates(groups[:MOST_UPDATES])


def group_changes(changes: Iterable[Change]) -> Iterator[list[Change]]:
    """Yield groups of changes. After an hour or more without a change, a new group begins.

    The argument ``changes`` must be sorted, newest first.
    """
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
