"""Relate the politicians who stood in imported elections to these elections, also those who lost."""

from collections import defaultdict
from collections.abc import Collection
from datetime import UTC, datetime, time

from graph.batches import BATCH
from graph.journal.journal import journalled
from graph.models import Candidacy, Change, Relationship, Source
from graph.relations import RelationshipType
from graph.results import Phase

TYPE = RelationshipType.PARTICIPATED_IN_ELECTION.value
FINAL = (Phase.FINAL, Phase.CERTIFIED)


def relate_candidates(elections: Collection[int]) -> int:
    """Add a relationship for each known candidate of the elections (primary keys) who has none. Return the number.

    The results have to be final. The winners are related when the elections are imported.
    """
    missing = _missing(elections)
    for source in Source.objects.filter(pk__in=list(missing)):
        moment = datetime.combine(source.retrieved, time(), UTC)
        with journalled(via=source.slug, at=moment) as journal:
            pairs = sorted(missing[source.pk], key=lambda pair: [entity.slug for entity in pair])
            rows = [_relationship(person, election, source, moment) for person, election in pairs]
            Relationship.objects.bulk_create(rows, BATCH)
            for row in rows:
                journal.record(row.subject_id, Change.Action.RELATED, {TYPE: [None, row.object.slug]})
    return sum(map(len, missing.values()))


def _missing(elections):
    """Map sources to pairs of a person and an election between which there is no relationship."""
    known = set(Relationship.objects.filter(type=TYPE).values_list("subject", "object"))
    rows = Candidacy.objects.filter(race__election__in=elections, race__is_notional=False, person__isnull=False)
    rows = rows.filter(race__current__phase__in=FINAL, race__current__source__isnull=False)
    missing = defaultdict(set)
    for row in rows.select_related("person", "race__election__election_details", "race__current"):
        if (row.person_id, row.race.election_id) not in known:
            missing[row.race.current.source_id].add((row.person, row.race.election))
    return missing


def _relationship(person, election, source, moment):
    day = election.election_details.date
    values = {"start_date": day, "end_date": day, "verified_at": source.retrieved, "updated_at": moment}
    row = Relationship(subject=person, object=election, type=TYPE, source=source, **values)
    row.set_computed_days()
    return row
