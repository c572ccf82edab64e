"""Rename, merge, withdraw and restore entities of the graph, because a newer catalogue says so. A catalogue is a folder
of files with the whole graph."""

from collections.abc import Mapping

from django.db.models import Q
from django.utils import timezone

from graph.actions.entities import rename
from graph.actions.merging import merge
from graph.actions.preconditions import ActionRejected
from graph.batches import batches
from graph.descriptions import describe, described_by
from graph.interchange.dump import entity_records
from graph.interchange.upgrade.facts import is_same
from graph.interchange.upgrade.identities import Identities
from graph.interchange.upgrade.records import Pair, Report
from graph.interchange.versions import VIA
from graph.journal.journal import journalled
from graph.journal.revisions import write_many
from graph.models import Candidacy, Change, Composition, Entity, Redirect, Relationship, SeatShare

WITHDRAWN = Entity.Status.WITHDRAWN


def move_slugs(records: dict[str, Pair], redirects: Mapping[str, Pair], identities: Identities, report: Report) -> None:
    """Rename and merge the entities that the new catalogue has renamed or merged. In the new catalogue, the old slug of
    such an entity is a new redirect to the new slug. For each new redirect, one of these things is done:

    - If no entity of the graph has the old slug, only the redirect is created.
    - If somebody has changed the entity with the old slug, or the entity into which it would be merged, nothing is
      changed, and ``report`` gets a line.
    - If the graph has an entity with the new slug, the entity with the old slug is merged into it.
    - If no entity has the new slug, neither in the graph nor in the old catalogue, the entity with the old slug gets
      it.

    ``redirects`` maps old slugs to pairs (record of the redirect in the old catalogue or None, record in the new one or
    None). ``records`` maps slugs of entities to such pairs of their records. The function changes ``records``: the pair
    of a renamed entity moves to its new slug, and the pair of a merged entity is deleted."""
    for slug, (old, new) in redirects.items():
        if old is None and new is not None:
            try:
                _move(slug, new["entity"], records, identities, report)
            except ActionRejected as error:
                report.skip("redirects", f"{slug}: {error}")


def _move(slug, target, records, identities, report):
    (old, still), (was_target, _) = (records.get(name, (None, None)) for name in (slug, target))
    entity = Entity.objects.filter(slug=slug).first()
    if entity is None:
        _redirect(slug, identities, target, report)
    elif old is None or still is not None or not _is_untouched(entity, old):
        report.skip("redirects", f"{slug} is an entity that somebody has changed")
    # Do not merge into an entity that an editor has changed: the merge could bring back what the editor removed.
    elif (into := identities.own(target)) and Change.objects.filter(entity_id=into).exclude(via=VIA).exists():
        report.skip("redirects", f"{target} is an entity that somebody has changed")
    elif into:
        merge(entity=entity, into=Entity.objects.get(pk=into))
        identities.redirect(slug, into)
        del records[slug]
        report.counts["redirects", "added"] += 1
    elif was_target is None and not identities.reached(target):
        identities.add(rename(entity=entity, slug=target))
        records[target] = (old, records[target][1])
        del records[slug]
        report.counts["redirects", "added"] += 1


def _is_untouched(entity, old):
    return any(is_same(old, now, entity.kind) for now in entity_records(entity.kind, [entity.pk]))


def _redirect(slug, identities, target, report):
    """Create a redirect from ``slug``, which no entity has, to the entity with the slug ``target``. Count it in
    ``report``. Do nothing if ``slug`` is a redirect already, or if there is no entity ``target``. ``identities`` finds
    entities by slug."""
    pk = identities.reached(target)
    if pk is None or Redirect.objects.filter(slug=slug).exists():
        return
    with journalled() as journal:
        entity = Entity.objects.get(pk=pk)
        Redirect.objects.create(slug=slug, entity=entity)
        identities.redirect(slug, pk)
        journal.record(pk, Change.Action.RENAMED, {"slug": [slug, entity.slug]})
    report.counts["redirects", "added"] += 1


def withdraw(ended: Mapping[int, str], report: Report) -> None:
    """Withdraw or restore entities. ``ended`` maps their primary keys to the new status. An entity is not withdrawn if
    it still has a relationship, or if a composition or candidacy refers to it; then ``report`` gets a line. ``report``
    also counts the withdrawn entities. Descriptions that mention the entities are updated."""
    referred = {pk for keys in batches(ended) for pk in _referred(keys)}
    rows = [row for keys in batches(ended) for row in Entity.objects.filter(pk__in=keys)]
    changed = []
    with journalled() as journal:
        for row in rows:
            if ended[row.pk] == WITHDRAWN and row.pk in referred:
                report.skip(row.slug, "the catalogue no longer has it")
                continue
            if ended[row.pk] == WITHDRAWN:
                journal.record_end(row, Change.Action.WITHDRAWN)
                report.counts[row.kind, "removed"] += 1
            else:
                journal.record(row.pk, Change.Action.RESTORED)
            row.status = ended[row.pk]
            changed.append(row)
        write_many(changed, ["status"])
        affected = {pk for keys in batches(row.pk for row in changed) for pk in described_by(keys)}
        describe(affected, timezone.localdate(), journal)


def _referred(keys):
    for row in Relationship.objects.filter(Q(subject__in=keys) | Q(object__in=keys)):
        yield from (row.subject_id, row.object_id)
    for model, column in (
        (Composition, "institution"),
        (Composition, "election"),
        (SeatShare, "party"),
        (Candidacy, "person"),
        (Candidacy, "party"),
    ):
        yield from model.objects.filter(**{f"{column}__in": keys}).values_list(column, flat=True)
