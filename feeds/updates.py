"""Group the changes of an entity into updates, which end when it does not change for an hour."""

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
    """One item of a feed: changes of one entity, newest first. ``names`` are those of related entities by slug."""

    entity: Entity
    changes: list[Change]
    names: dict[str, str]

    @property
    def is_creation(self) -> bool:
        return self.changes[-1].action == Change.Action.CREATED

    @cached_property
    def summary(self) -> str:
        """Return what changed in plain English, or "Added"."""
        # The facts that an entity is created with are no news of their own.
        return "Added" if self.is_creation else sentence(reversed(self.changes), self.names)


def newest_updates(kind: str = "", country_code: str = "") -> list[Update]:
    """Return the latest update of each of the 50 entities that were updated last, in at most three queries."""
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
    """Return the newest 50 updates of one entity, in at most two queries."""
    changes = entity.changes.public().newest_first()[:MOST_CHANGES_READ]
    groups = [(entity, changes[:MOST_CHANGES]) for changes in group_changes(changes)]
    return _updates(groups[:MOST_UPDATES])


def group_changes(changes: Iterable[Change]) -> Iterator[list[Change]]:
    """Yield groups of changes, which are sorted newest first. After an hour without a change, a new group begins."""
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
