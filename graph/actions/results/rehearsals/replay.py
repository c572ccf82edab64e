"""Create a test election as a copy of a past election, and record its counts again."""

import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from itertools import count

from django.db import transaction
from django.db.models import Prefetch
from django.utils import timezone

from graph.actions.preconditions import ActionRejected, taken_slugs
from graph.actions.results.records import AreaRecord, RaceRecord
from graph.actions.results.rehearsals.plan import Expected, Step
from graph.actions.results.stored import Parts
from graph.actions.results.validation import VersionRejected
from graph.actions.results.versions import content, record, recorded
from graph.journal.guard import allow_writes
from graph.models import (
    Candidacy,
    Coverage,
    ElectionDetails,
    Entity,
    Race,
    ReportingUnit,
    ResultVersion,
    Tally,
)
from graph.results import Mode

PARTS_OF_RACES = {"candidacies": Candidacy, "units": ReportingUnit}
NOTE = "A rehearsal: the archived results of {}, counted again. Only the end of the night is real."


class WrongResponse(AssertionError):
    """Raised in a rehearsal (a test election) if recording a result version has another outcome than the plan expects:
    for example, an invalid version is stored and not rejected."""


def find_archived(slug: str) -> Coverage:
    """Return the `Coverage` row of the election with this slug. Raise ActionRejected if there is no such election, or
    if it has no results with the mode "archive"."""
    return _coverage(slug, Mode.ARCHIVE, f"No archived results are of an election '{slug}'.")


def find_rehearsal(slug: str) -> Coverage:
    """Return the `Coverage` row of the test election with this slug. Raise ActionRejected if there is no such
    election."""
    return _coverage(slug, Mode.TEST, f"No rehearsal has the slug '{slug}'.")


def create_rehearsal(archived: Coverage) -> Coverage:
    """Create a test election with the races of the past election ``archived``, but without their counts. Notional races
    (with estimates of earlier votes) are not copied. Return the `Coverage` row of the test election. The test election
    is a draft, and the journal does not record its creation."""
    with transaction.atomic(), allow_writes():
        election = _copy_election(archived.election)
        coverage = Coverage.objects.create(
            election=election,
            mode=Mode.TEST,
            level=archived.level,
            previous=archived.previous,
            comparability=archived.comparability,
            comparability_reason=archived.comparability_reason,
            note=NOTE.format(archived.election.name),
        )
        _copy_races(archived, election)
    return coverage


def delete_rehearsal(coverage: Coverage) -> None:
    """Delete a test election with its races and counts. ``coverage`` is the `Coverage` row of the election."""
    races = Race.objects.filter(election=coverage.election_id).order_by()
    versions = ResultVersion.objects.filter(race__in=races).order_by()
    parts = (model.objects.filter(race__in=races).order_by() for model in PARTS_OF_RACES.values())
    with transaction.atomic(), allow_writes():
        # Delete without signals. No receiver needs them: the search index, for example, does not have the races of a
        # rehearsal.
        for rows in (Tally.objects.filter(version__in=versions).order_by(), versions, *parts, races):
            rows._raw_delete(rows.db)
        coverage.election.delete()


def archived_races(coverage: Coverage) -> list[RaceRecord]:
    """Return a `RaceRecord` for each race of an election, sorted by slug. A record has only the newest result version
    of its race, or none. Its lists of candidacies and reporting units are empty. So each tally (the votes of one
    candidacy in one round) refers to the stored candidacies and units of the race by index: 0 is the one with the
    lowest primary key. Notional races (with estimates of earlier votes) are left out."""
    prefetched = [Prefetch(name, model.objects.order_by("pk").only("race")) for name, model in PARTS_OF_RACES.items()]
    tallies = defaultdict(list)
    for tally in Tally.objects.filter(version__in=_races(coverage).order_by().values("current")).order_by("pk"):
        tallies[tally.version_id].append(tally)
    return [
        RaceRecord(
            election=coverage.election.slug,
            slug=race.slug,
            name=race.name,
            area=AreaRecord(race.area_name),
            method=race.method,
            seats=race.seats,
            versions=[recorded(race.current, Parts.of(race), tallies[race.current_id])] if race.current else [],
        )
        for race in _races(coverage).select_related("current__source").prefetch_related(*prefetched)
    ]


def replay(
    rehearsal: Coverage, steps: Iterable[Step], *, minutes: float = 0, wait: Callable[[float], object] = time.sleep
) -> Counter:
    """Record the result version of each step in the test election ``rehearsal``, at the time of the step. ``minutes``
    is the length of the whole night; with 0, there are no pauses. ``wait(seconds)`` is called for each pause. Return
    how many versions had each outcome, such as {"recorded": 380, "rejected": 12}. Raise WrongResponse if the outcome of
    a version is not the one that its step expects."""
    races, responses = {race.slug: race for race in _races(rehearsal)}, Counter()
    start = time.monotonic()
    for step in steps:
        if (seconds := start + 60 * minutes * step.at - time.monotonic()) > 0 and minutes:
            wait(seconds)
        responses[_respond(races[step.race], step)] += 1
    return responses


def differences(archived: Coverage, rehearsal: Coverage) -> list[str]:
    """Return the slugs of the races that have different newest counts in the past election ``archived`` and in the test
    election ``rehearsal``. At the end of a correct rehearsal, the list is empty."""
    after = {race.slug: race.versions for race in archived_races(rehearsal)}
    return [
        race.slug
        for race in archived_races(archived)
        if [content(row) for row in race.versions] != [content(row) for row in after[race.slug]]
    ]


def _coverage(slug, mode, message):
    coverage = Coverage.objects.filter(election__slug=slug, mode=mode).select_related("election", "previous").first()
    if coverage is None:
        raise ActionRejected(message)
    return coverage


def _races(coverage):
    return Race.objects.filter(election=coverage.election_id, is_notional=False).order_by("slug")


def _respond(race, step):
    try:
        found = Expected.UNCHANGED if record(race, step.version) is None else Expected.RECORDED
    except VersionRejected as error:
        found, reasons = Expected.REJECTED, f" {error}"
    else:
        reasons = ""
    if found != step.expected:
        raise WrongResponse(f"A version of '{race.slug}' is {found}, but {step.expected} is expected.{reasons}")
    return found


def _copy_election(archived):
    details, now = archived.details, timezone.now()
    election = Entity(
        kind=archived.kind,
        name=f"{archived.name} (rehearsal)",
        slug=_free_slug(f"{archived.slug}-rehearsal"),
        country_code=archived.country_code,
        description="Rehearsal of an election night",
        status=Entity.Status.DRAFT,
        created_at=now,
        updated_at=now,
    )
    election.full_clean()
    election.save()
    ElectionDetails.objects.create(entity=election, date=details.date, kind=details.kind)
    return election


def _free_slug(slug):
    numbered = (slug if number == 1 else f"{slug}-{number}" for number in count(1))
    return next(slug for slug in numbered if not taken_slugs([slug]))


def _copy_races(archived, election):
    races = list(_races(archived))
    keys = [race.pk for race in races]
    for race in races:
        race.pk, race._state.adding = None, True
        race.election, race.current, race.source_time = election, None, None
    new = dict(zip(keys, Race.objects.bulk_create(races), strict=True))
    for model in PARTS_OF_RACES.values():
        parts = list(model.objects.filter(race__in=keys).order_by("pk"))
        for part in parts:
            part.pk, part.race = None, new[part.race_id]
        model.objects.bulk_create(parts)
