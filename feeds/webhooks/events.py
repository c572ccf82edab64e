"""Make webhook events from changes in the change journal, and from result versions (the counts of races)."""

from collections.abc import Iterator
from datetime import datetime
from typing import NamedTuple

from django.db.models import QuerySet

from feeds.webhooks import payloads
from feeds.webhooks.event_types import ElectionEvent, RaceEvent
from graph.kinds import ElectionStatus, Kind
from graph.models import Candidacy, Change, Coverage, ElectionDetails, Entity, ResultVersion
from graph.results import RESULTS, Mode, VersionKind
from graph.standings import is_decided

ENTITY_ACTIONS = {Change.Action.RELATED: "updated", Change.Action.UNRELATED: "updated"}
SPECIAL_KINDS = {
    VersionKind.CERTIFICATION: RaceEvent.CERTIFIED,
    VersionKind.CORRECTION: RaceEvent.CORRECTED,
    VersionKind.RETRACTION: RaceEvent.CORRECTED,
}


class Event(NamedTuple):
    """A webhook event that is not stored yet. The filters of endpoints are compared with ``type``, ``kind``,
    ``country``, ``slugs`` and ``mode``. ``slugs`` has the slug of each entity that the event is about. An event from
    result versions has the ``mode`` of the election, such as "test"; an event from the change journal has the mode
    "live". ``race`` is the primary key of the race, or None."""

    type: str
    at: datetime
    data: dict
    kind: str
    country: str
    slugs: set[str]
    mode: str = Mode.LIVE
    race: int | None = None


def events_of_changes(changes: list[Change]) -> Iterator[Event]:
    # Descriptions of drafts and withdrawn entities are not public.
    pks = {change.entity_id for change in changes}
    published = Entity.objects.published().filter(pk__in=pks)
    descriptions = dict(published.values_list("pk", "description"))
    statuses = dict(ElectionDetails.objects.filter(pk__in=pks).values_list("pk", "status"))
    for change in changes:
        data = payloads.entity_data(change, descriptions.get(change.entity_id, ""))
        for type_ in _types_of_change(change, statuses.get(change.entity_id)):
            yield Event(type_, change.at, data, change.kind, change.country_code, _slugs(change))


def events_of_versions(coverage: Coverage, after: int, phase: str, most: int) -> tuple[list[Event], int]:
    """Return (events, last sequence) for the new result versions of an election, the oldest first. Each version has a
    number in the election, its ``sequence``. A version is new if this number is higher than ``after``. At most ``most``
    versions are read. Pass the last sequence as ``after`` to the next call. Races with estimates instead of counts
    (notional races) are left out.

    ``phase`` is the phase of the election at the last call. If the election is a rehearsal (test election) and its
    phase has changed since, an event ``election.phase_changed`` is added. For other elections, this event is made from
    the change journal."""
    rows = _versions(coverage.pk).filter(sequence__gt=after, sequence__lte=coverage.sequence)
    versions = list(rows.order_by("sequence")[:most])
    before, people = _versions_before(versions), _people({version.race_id for version in versions})
    found = []
    for version in versions:
        found += _events_of_version(coverage, version, before.get((version.race_id, version.number - 1)), people)
    # For elections that are no rehearsal, the journal has the change of the phase.
    if coverage.mode == Mode.TEST and coverage.phase != phase:
        data = payloads.phase_data(coverage.election, coverage.mode, coverage.sequence, [phase, coverage.phase])
        found.append(_election_event(ElectionEvent.PHASE_CHANGED, coverage, coverage.updated_at, data, set()))
    return found, versions[-1].sequence if len(versions) == most else coverage.sequence


def _types_of_change(change, status):
    names = change.fields.keys()
    # A change that has only a new phase of the results does not change the entity itself.
    if names != {RESULTS}:
        yield f"entity.{ENTITY_ACTIONS.get(change.action, change.action)}"
    if change.kind != Kind.ELECTION:
        return
    if RESULTS in names:
        yield ElectionEvent.PHASE_CHANGED
    if status == ElectionStatus.SCHEDULED:
        if change.action == Change.Action.CREATED or "status" in names:
            yield ElectionEvent.SCHEDULED
        elif change.action == Change.Action.UPDATED and "date" in names:
            yield ElectionEvent.RESCHEDULED


def _slugs(change):
    """Return the set of slugs of the entities that a change is about. The set always has the slug of the changed
    entity. If the change renames the entity, the set also has the old slug. If the change merges the entity into
    another one, the set also has the slug of the other one."""
    pairs = [change.fields.get(name) or [] for name in ("slug", "into")]
    return {change.slug, *(slug for pair in pairs for slug in pair if slug)}


def _versions(election) -> QuerySet[ResultVersion]:
    # Load all rows that the payloads need with one query.
    related = ("leader__person", "leader__party", "race__previous__current__leader__person")
    rows = ResultVersion.objects.filter(race__election=election, race__is_notional=False)
    return rows.select_related("race", *related, "race__previous__current__leader__party")


def _versions_before(versions):
    numbers = {version.number - 1 for version in versions}
    rows = ResultVersion.objects.filter(race__in={version.race_id for version in versions}, number__in=numbers)
    return {(row.race_id, row.number): row for row in rows}


def _people(races):
    """Return {primary key of a race: set of slugs of its candidates} for these races."""
    rows = Candidacy.objects.filter(race__in=races, person__isnull=False).values_list("race", "person__slug")
    people = {race: set() for race in races}
    for race, slug in rows:
        people[race].add(slug)
    return people


def _events_of_version(coverage, version, before, people):
    # A version can cause several events, such as "updated" and "called". All have the same data.
    data = payloads.race_data(coverage, version.race, version, before)
    slugs = people[version.race_id]
    for type_ in (RaceEvent.UPDATED, *_special_types(version, before)):
        yield _election_event(type_, coverage, version.received_at, data, slugs, version.race_id)


def _special_types(version, before):
    """Return the types of the events that a result version causes in addition to ``race.updated``, as a list.
    ``before`` is the previous version of the race, or None. A version of any kind, even a correction, can call the race
    for its leader (``race.called``) or withdraw the call (``race.call_retracted``)."""
    was_called, is_called = (
        bool(row and row.leader_id and is_decided(row.phase, row.is_called)) for row in (before, version)
    )
    call = {(False, True): RaceEvent.CALLED, (True, False): RaceEvent.CALL_RETRACTED}.get((was_called, is_called))
    is_only_call = version.kind == VersionKind.RETRACTION and call
    special = None if is_only_call else SPECIAL_KINDS.get(version.kind)
    return [type_ for type_ in (special, call) if type_]


def _election_event(type_, coverage, at, data, slugs, race=None):
    election = coverage.election
    slugs = {election.slug, *slugs}
    return Event(str(type_), at, data, Kind.ELECTION, election.country_code, slugs, coverage.mode, race)
