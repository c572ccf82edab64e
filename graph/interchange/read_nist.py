"""Read counts from a JSON report in the Election Results Common Data Format, version 2 (NIST SP 1500-100r2). The
reports that this service publishes contain its own identifiers of races, candidacies and units. If a report comes from
elsewhere, races, candidacies and units are found by name or code."""

from collections.abc import Iterator
from datetime import datetime
from typing import BinaryIO

import orjson

from graph.actions.results.ingest import Count, RaceUpdate, UnreadableFile
from graph.models import Coverage
from graph.results import PHASE_RANKS, Mode, Phase, VersionKind

LARGEST_FILE = 200_000_000
PHASE_OF_REPORT = {
    "pre-election": Phase.SCHEDULED,
    "unofficial-partial": Phase.COUNTING,
    "recount": Phase.COUNTING,
    "correction": Phase.PROVISIONAL,
    "unofficial-complete": Phase.PROVISIONAL,
    "certified": Phase.CERTIFIED,
}
KIND_OF_REPORT = {
    "recount": (VersionKind.CORRECTION, "The source reports a recount."),
    "correction": (VersionKind.CORRECTION, "The source reports a correction."),
}
WINNERS = {"winner", "projected-winner"}
DECIDED = {Phase.FINAL, Phase.CERTIFIED}
MALFORMED = (TypeError, KeyError, ValueError, AttributeError, IndexError, OverflowError)
"""The exceptions that the functions of this module raise if a part of a report is missing, or has another type."""


def read_nist(file: BinaryIO, coverage: Coverage) -> Iterator[RaceUpdate]:
    """Yield a `RaceUpdate` with the counts of each contest. If a contest is invalid, its ``errors`` have the reason.
    ``coverage`` is the `Coverage` row of the election. Raise UnreadableFile in these cases:

    - No part of the report can be used.
    - The report is about another election.
    - The report is a test (``IsTest``), but the election is not a rehearsal (test election).
    - The election is a rehearsal, but the report is not a test.
    """
    report = _report(file)
    try:
        (election,) = report["Election"]
        lists = _Lists(report, election)
        slug = _identifier(election, "slug")
    except MALFORMED as error:
        raise UnreadableFile(f"The report is malformed: {_short(error)}.") from None
    if slug not in ("", coverage.election.slug):
        raise UnreadableFile(f"The report is of another election: {slug!r:.60}.")
    if bool(report.get("IsTest")) != (coverage.mode == Mode.TEST):
        raise UnreadableFile("A test report is recorded in a rehearsal only, and other reports are not.")
    contests = election.get("Contest") or []
    if not isinstance(contests, list):
        raise UnreadableFile("The contests are not a list.")
    for number, contest in enumerate(contests, start=1):
        yield _update(contest, lists, f"contest {number}")


def _report(file):
    body = file.read(LARGEST_FILE + 1)
    if len(body) > LARGEST_FILE:
        raise UnreadableFile(f"The file is larger than {LARGEST_FILE} bytes.")
    try:
        report = orjson.loads(body.removeprefix(b"\xef\xbb\xbf"))
    except orjson.JSONDecodeError as error:
        raise UnreadableFile(f"The file is not JSON: {error}.") from None
    if not isinstance(report, dict) or report.get("@type") != "ElectionResults.ElectionReport":
        raise UnreadableFile("The file is not a report of election results.")
    return report


class _Lists:
    """The areas, candidates and parties of a report, each as a dictionary by ID. The contests of the report refer to
    them by these IDs. ``ballots`` maps the ID of an area to the list of its ballot counts. ``time`` and ``status`` are
    the time and the status of the whole report."""

    def __init__(self, report, election):
        self.units = {row["@id"]: row for row in report.get("GpUnit") or ()}
        self.candidates = {row["@id"]: row for row in election.get("Candidate") or ()}
        self.parties = {row["@id"]: row for row in report.get("Party") or ()}
        self.ballots: dict[str, list[dict]] = {}
        for row in election.get("BallotCounts") or ():
            self.ballots.setdefault(row["GpUnitId"], []).append(row)
        self.time = _time(report["GeneratedDate"])
        self.status = report["Status"]


def _update(contest, lists, where):
    update = RaceUpdate("?", where)
    try:
        update.race = _identifier(contest, "slug") or contest["Name"]
        selections = contest.get("ContestSelection") or []
        area = contest["ElectionDistrictId"]
        update.version = _version(contest, lists, area, selections)
        counts = [count for row in selections for count in _counts(row, lists, area)]
        update.counts = _with_losers(counts, contest) if update.version["phase"] in DECIDED else counts
    except MALFORMED as error:
        update.errors.append(f"The contest is malformed: {_short(error)}.")
        update.race = update.race if isinstance(update.race, str) else "?"
    return update


def _version(contest, lists, area, selections):
    phase = _phase(contest, lists.status)
    kind, note = KIND_OF_REPORT.get(lists.status, (VersionKind.COUNT, ""))
    kind = VersionKind.CERTIFICATION if phase == Phase.CERTIFIED else kind
    unit, ballots = lists.units.get(area, {}), lists.ballots.get(area, ())
    total = next((row for row in ballots if row["Type"] == "total"), {})
    valid = next((row for row in ballots if row.get("OtherType") == "valid"), {})
    statuses = {_candidate(row, lists).get("PostElectionStatus") for row in selections}
    version = {
        "phase": str(phase),
        "kind": str(kind),
        "note": note,
        "is_called": not WINNERS.isdisjoint(statuses),
        "valid_from": lists.time,
        "units_counted": _whole(contest.get("SubUnitsReported")),
        "units_total": _whole(contest.get("TotalSubUnits")),
        "electorate": _whole(unit.get("VotersRegistered")),
        "ballots": _whole(unit.get("VotersParticipated", total.get("BallotsCast"))),
        "rejected": _whole(total.get("BallotsRejected")),
        "valid": _whole(valid.get("BallotsCast")),
    }
    return {name: value for name, value in version.items() if value is not None}


def _phase(contest, status):
    """Return the phase of the count in a contest. The reports that this service publishes contain the phase. In other
    reports, it follows from ``status``, the status of the whole report, and from the status of the contest."""
    named = [row["OtherType"] for row in contest.get("CountStatus") or () if row.get("OtherType") in PHASE_RANKS]
    if named:
        return named[0]
    phase = PHASE_OF_REPORT[status]
    done = [row["Status"] for row in contest.get("CountStatus") or () if row["Type"] == "total"]
    if done and phase == Phase.COUNTING:
        return {"completed": Phase.PROVISIONAL, "not-processed": Phase.SCHEDULED}.get(done[0], phase)
    return phase


def _counts(selection, lists, area):
    """Yield a `Count` of the votes and seats of one candidate or party, for each round and reporting unit. If a count
    is for the whole area of the contest, its unit is None. ``selection`` is the part of the report with the numbers of
    the candidate or party. ``area`` is the ID of the whole area of the contest."""
    candidate = _candidate(selection, lists)
    name = (
        _identifier(candidate, "key")
        or _identifier(candidate, "slug")
        or _content(candidate.get("BallotName") or candidate["Name"])
    )
    elected = True if candidate.get("PostElectionStatus") in WINNERS else None
    found: dict[tuple, dict] = {}
    for row in selection.get("VoteCounts") or ():
        if row["Type"] in ("total", "seats"):
            unit = None if row["GpUnitId"] == area else _unit_code(lists.units[row["GpUnitId"]])
            numbers = found.setdefault((_whole(row.get("Round", 1)) - 1, unit), {})
            column = "votes" if row["Type"] == "total" else "seats"
            if column in numbers:
                raise ValueError("a selection has two counts of one round")
            numbers[column] = int(_whole(row["Count"]))  # Null raises a TypeError, so the contest is rejected.
    for (number, unit), numbers in found.items():
        yield Count(name, number, unit, elected=elected if unit is None else None, **numbers)


def _with_losers(counts, contest):
    """Return the counts with ``elected=False`` for losers, because the format marks only winners. If the contest is for
    one seat, only counts of the last round get a value of ``elected``. If there is no winner, return the counts
    unchanged."""
    whole = [count for count in counts if count.unit is None]
    if not any(count.elected for count in whole):
        return counts
    first = max(count.round for count in whole) if contest.get("NumberElected") == 1 else 0
    parts = [count for count in counts if count.unit is not None]
    return [count._replace(elected=bool(count.elected) if count.round >= first else None) for count in whole] + parts


def _candidate(selection, lists):
    if ids := selection.get("CandidateIds"):
        return lists.candidates[ids[0]]
    return lists.parties[selection["PartyIds"][0]]


def _unit_code(unit):
    identifiers = unit.get("ExternalIdentifier") or ()
    return next((row["Value"] for row in identifiers), None) or _content(unit["Name"])


def _identifier(row, scheme):
    identifiers = row.get("ExternalIdentifier") or ()
    return next((_string(known["Value"]) for known in identifiers if known.get("OtherType") == scheme), "")


def _content(text):
    return _string(text["Text"][0]["Content"] if isinstance(text, dict) else text)


def _string(value):
    if not isinstance(value, str):
        raise TypeError(f"{value!r:.40} is not a text")
    return value


def _whole(value):
    """Return a number in a report as an integer, or None for None. Raise TypeError for a fraction or a text."""
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int | float) or value != int(value):
        raise TypeError(f"{value!r:.40} is not a whole number")
    return int(value)


def _time(text):
    moment = datetime.fromisoformat(text)
    if moment.tzinfo is None:
        raise ValueError(f"{text!r:.40} has no time zone")
    return text


def _short(error):
    return f"{type(error).__name__} {error}"[:120]
