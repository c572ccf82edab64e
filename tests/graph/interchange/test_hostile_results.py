"""Test files of election results with errors. A reason is reported for each error, races without an error are recorded,
and no race is recorded in part."""

import json
from io import BytesIO

import pytest

from graph.actions.results.ingest import UnreadableFile
from graph.interchange.read_results import ingest_file
from graph.models import ResultVersion
from graph.results import Mode
from tests.graph.interchange.result_reports import COLUMNS, covered_election, csv_file, report, rows

pytestmark = pytest.mark.django_db

GOOD = csv_file(rows())
LINES = GOOD.splitlines(keepends=True)
NUL, BIDI = "\0", "\u202e"


def first(**changes):
    """Return a valid CSV file of results, except for these values in its first row, that of Kinnock in Aberavon."""
    lines = rows()
    lines[0] |= changes
    return csv_file(lines)


def aberavon(columns=COLUMNS, **changes):
    """Return a valid CSV file of results, except for these values in all rows of the race in Aberavon."""
    return csv_file([row | changes if row["race"] == "aberavon" else row for row in rows()], columns)


def line(number, body):
    """Return a valid CSV file of results, except that ``body`` replaces the line with this number. The first line has
    the number 1."""
    return b"".join([*LINES[: number - 1], body, *LINES[number:]])


def contest(change):
    """Return a NIST report as JSON, in which the function ``change`` has edited the first race, that in Aberavon."""
    return json.dumps(report(lambda made: change(made["Election"][0]["Contest"][0]))).encode()


def count(value):
    return contest(lambda made: made["ContestSelection"][0]["VoteCounts"][0].update(Count=value))


def whole(**changes):
    return json.dumps(report(lambda made: made.update(changes))).encode()


def election(**changes):
    return json.dumps(report(lambda made: made["Election"][0].update(changes))).encode()


ANOTHER_SLUG = [{"@type": "ElectionResults.ExternalIdentifier", "Type": "other", "OtherType": "slug", "Value": "x"}]

BROKEN_CSV = {
    "empty": (b"", "The header has no column race, candidacy, votes"),
    "only a byte-order mark": (b"\xef\xbb\xbf", "The header has no column race"),
    "header is not UTF-8": (b"race,candidacy,votes,\xff\n", "The header cannot be read"),
    "header is UTF-16": (GOOD.decode().encode("utf-16"), "The header cannot be read"),
    "header without votes": (b"race,candidacy\naberavon,kinnock\n", "The header has no column votes"),
    "header with a column twice": (b"race,candidacy,votes,votes\n", "The header has a column twice"),
    "header with an unknown column": (b"race,candidacy,votes,colour\n", "unknown column: 'colour'"),
    "header with open quotes": (b'"race,candidacy,votes\n', "The header cannot be read"),
    "header of 10 MB": (b"race,candidacy,votes," + b"x" * 10_000_000 + b"\n", "unknown column: 'xxx"),
    "no header": (b"".join(LINES[1:]), "The header has no column race"),
    "a web page": (b"<!doctype html><html><body>502 Bad Gateway</body></html>", "The header has no column race"),
    "compressed": (b"\x1f\x8b\x08\x00" + bytes(range(256)), "The header cannot be read"),
}
BROKEN_JSON = {
    "empty": (b"", "The file is not JSON"),
    "truncated": (whole()[:-200], "The file is not JSON"),
    "not UTF-8": (whole().replace(b"Kinnock", b"Kinn\xffck"), "The file is not JSON"),
    "not a number": (whole().replace(b"17008", b"NaN"), "The file is not JSON"),
    "nested too deep": (b"[" * 100_000, "The file is not JSON"),
    "a list": (b"[]", "The file is not a report of election results"),
    "another type": (whole(**{"@type": "ElectionResults.Election"}), "The file is not a report of election results"),
    "without an election": (whole(Election=[]), "The report is malformed"),
    "two elections": (whole(Election=[{}, {}]), "The report is malformed"),
    "election is a text": (whole(Election="2019"), "The report is malformed"),
    "without a time": (whole(GeneratedDate=None), "The report is malformed"),
    "time without a zone": (whole(GeneratedDate="2019-12-12T23:00:00"), "has no time zone"),
    "units without IDs": (whole(GpUnit=[{"Name": "Wales"}]), "The report is malformed"),
    "candidates are a number": (election(Candidate=7), "The report is malformed"),
    "contests are a number": (election(Contest=7), "The contests are not a list"),
    "of another election": (election(ExternalIdentifier=ANOTHER_SLUG), "The report is of another election: 'x'"),
    "a test report": (whole(IsTest=True), "A test report is recorded in a rehearsal only"),
}
INVALID_CSV = {
    "negative votes": (first(votes=-1), "'votes of tally 0' is negative or too large: -1"),
    "huge votes": (first(votes=2**31), "'votes of tally 0' is negative or too large"),
    "votes of 100 digits": (first(votes="9" * 100), "votes is not a number"),
    "decimal votes": (first(votes="17.5"), "votes is not a number: '17.5'"),
    "votes with a comma": (first(votes="17,008"), "votes is not a number: '17,008'"),
    "votes in words": (first(votes="many"), "votes is not a number: 'many'"),
    "votes in other digits": (first(votes="١٧"), "votes is not a number"),
    "exponent": (first(votes="1e3"), "votes is not a number: '1e3'"),
    "a formula": (first(votes="=1+1"), "votes is not a number"),
    "no count": (first(votes=""), "The row has no count"),
    "unknown candidacy": (first(candidacy="nobody"), "The candidacy is unknown: 'nobody'"),
    "no candidacy": (first(candidacy=""), "The candidacy is unknown: ''"),
    "bidirectional text": (first(candidacy=f"{BIDI}kinnock"), "The candidacy is unknown"),
    "duplicated row": (line(2, LINES[1] * 2), "A candidacy has two tallies of one round"),
    "missing candidacy": (line(4, b""), "The candidacy 'davies' has no count"),
    "contradicting rows": (first(phase="final"), "The rows of the race differ in phase"),
    "unknown phase": (aberavon(phase="over"), "The phase is unknown: 'over'"),
    "unknown kind": (aberavon(kind="guess"), "The kind is unknown: 'guess'"),
    "invalid flag": (aberavon(is_called="perhaps"), "is_called is neither true nor false: 'perhaps'"),
    "invalid time": (aberavon(valid_from="midnight"), "valid_from is not a time: 'midnight'"),
    "time without a zone": (aberavon(valid_from="2019-12-12T23:00:00"), "valid_from has no time zone"),
    "time in the future": (aberavon(valid_from="2999-01-01T00:00:00Z"), "The time of the count is in the future"),
    "time before the first year": (
        aberavon(valid_from="0001-01-01T00:00:00+14:00"),
        "The time of the count is in the future or before the year 1000",
    ),
    "fewer valid votes": (aberavon(valid=26_633), "The candidacies have 26634 votes, but 26633 votes are valid"),
    "too high share": (first(share="100.01"), "The share of tally 0 is not from 0 to 100"),
    "too many seats": (first(seats=2), "The lists have more than 1 seats"),
    "unknown unit": (first(unit="north"), "The reporting unit is unknown: 'north'"),
    "negative round": (first(round=-1), "The candidacy 'kinnock' has no count"),
    "long note": (aberavon(note="x" * 1001), "The note is longer than 1000 characters"),
    "invisible characters": (aberavon(note=f"Zero{NUL}"), "has invisible characters"),
    "correction without a reason": (aberavon(kind="correction"), "A correction needs a note with the reason"),
    "certified by nobody": (aberavon(phase="certified"), "The phase certified needs a certification"),
    "count of a rehearsal": (aberavon([*COLUMNS, "mode"], mode="test"), "mode test is recorded in a rehearsal only"),
    "line is not UTF-8": (line(2, b"aberavon,kinn\xffock,17008" + b"," * 11 + b"\n"), "Line 2: The line is not UTF-8"),
    "line of 10 MB": (line(2, b"aberavon," + b"x" * 10_000_000 + b"\n"), "Line 2: The line is too long"),
    "open quotes": (line(2, b'aberavon,"kinnock,17008\n'), "Line 2: The quotes are not closed"),
    "too few cells": (line(2, b"aberavon,kinnock\n"), f"Line 2: The line has 2 cells, not {len(COLUMNS)}"),
    "too many cells": (line(2, LINES[1].strip() + b",\n"), f"Line 2: The line has {len(COLUMNS) + 1} cells"),
    "line without a race": (line(2, LINES[1].replace(b"aberavon", b"")), "The candidacy 'kinnock' has no count"),
}
INVALID_JSON = {
    "negative count": (count(-1), "'votes of tally 0' is negative or too large: -1"),
    "huge count": (count(10**30), "is negative or too large"),
    "decimal count": (count(17.5), "17.5 is not a whole number"),
    "count is a text": (count("17008"), "'17008' is not a whole number"),
    "count is a flag": (count(True), "True is not a whole number"),
    "count is missing": (count(None), "The contest is malformed: TypeError"),
    "count of an unknown unit": (
        contest(lambda made: made["ContestSelection"][0]["VoteCounts"][0].update(GpUnitId="x")),
        "The contest is malformed: KeyError 'x'",
    ),
    "unknown candidate": (
        contest(lambda made: made["ContestSelection"][0].update(CandidateIds=["x"])),
        "The contest is malformed: KeyError 'x'",
    ),
    "candidate twice": (
        contest(lambda made: made["ContestSelection"][1].update(CandidateIds=["candidate-aberavon-kinnock"])),
        "The candidacy 'lang' has no count",
    ),
    "missing selection": (contest(lambda made: made["ContestSelection"].pop()), "'davies' has no count"),
    "selections are a number": (contest(lambda made: made.update(ContestSelection=7)), "The contest is malformed"),
    "unknown contest": (contest(lambda made: made.update(Name="Atlantis")), "The election has no such race"),
    "contest without a name": (contest(lambda made: made.pop("Name")), "The contest is malformed: KeyError 'Name'"),
    "more units than all": (
        contest(lambda made: made.update(SubUnitsReported=3, TotalSubUnits=2)),
        "3 of 2 reporting units are counted",
    ),
}


@pytest.fixture
def coverage():
    return covered_election()


def named(kinds, suffix):
    return [
        pytest.param(body, f"results{suffix}", reason, id=f"{suffix} {name}") for name, (body, reason) in kinds.items()
    ]


def test_there_are_at_least_60_kinds():
    assert sum(len(kinds) for kinds in (BROKEN_CSV, BROKEN_JSON, INVALID_CSV, INVALID_JSON)) >= 60


@pytest.mark.parametrize(("body", "name", "reason"), named(BROKEN_CSV, ".csv") + named(BROKEN_JSON, ".json"))
def test_file_is_rejected_as_a_whole(coverage, body, name, reason):
    with pytest.raises(UnreadableFile, match=reason):
        ingest_file(coverage, BytesIO(body), name)

    assert not ResultVersion.objects.exists()


@pytest.mark.parametrize(("body", "name", "reason"), named(INVALID_CSV, ".csv") + named(INVALID_JSON, ".json"))
def test_invalid_race_is_rejected_and_the_other_recorded(coverage, body, name, reason):
    report = ingest_file(coverage, BytesIO(body), name)

    assert report.recorded == 1
    assert any(reason in text for _, text in report.rejected), report.rejected
    version = ResultVersion.objects.get()
    assert (version.race.slug, version.tallies.count()) == ("aberconwy", 3)


def test_truncated_file_records_the_complete_races_only(coverage):
    report = ingest_file(coverage, BytesIO(GOOD[: GOOD.index(b"aberconwy,lang") + 20]), "results.csv")

    assert report.recorded == 1
    assert ResultVersion.objects.get().race.slug == "aberavon"


@pytest.mark.parametrize("body", [b"\xef\xbb\xbf" + GOOD, GOOD.replace(b"\r\n", b"\n"), GOOD + b"\n\n"])
def test_harmless_differences_are_accepted(coverage, body):
    assert ingest_file(coverage, BytesIO(body), "results.csv").recorded == 2


def test_count_of_a_rehearsal_is_accepted_in_a_rehearsal(coverage):
    coverage.mode = Mode.TEST
    body = csv_file(rows(mode="test"), [*COLUMNS, "mode"])

    assert ingest_file(coverage, BytesIO(body), "results.csv").recorded == 2


def test_reordered_rows_are_accepted(coverage):
    assert ingest_file(coverage, BytesIO(csv_file(reversed(rows()))), "results.csv").recorded == 2
