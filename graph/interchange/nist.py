"""Write results as a report in the Election Results Reporting Common Data Format, version 2 (NIST SP 1500-100r2)."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime

import orjson

from graph.actions.results.records import RaceRecord, VersionRecord
from graph.kinds import ElectionKind
from graph.results import AreaLevel, Method, Phase

ISSUER, ABBREVIATION, APPLICATION = "Political Knowledge Graph", "PKG", "political-knowledge-graph"
STATUS_OF_REPORT = {
    Phase.SCHEDULED: "pre-election",
    Phase.COUNTING: "unofficial-partial",
    Phase.PROVISIONAL: "unofficial-complete",
    Phase.FINAL: "unofficial-complete",
    Phase.CERTIFIED: "certified",
}
STATUS_OF_COUNT = {Phase.SCHEDULED: "not-processed", Phase.COUNTING: "in-process"}
VOTE_VARIATION = {
    Method.PLURALITY: {"VoteVariation": "plurality"},
    Method.INSTANT_RUNOFF: {"VoteVariation": "rcv"},
    Method.TWO_ROUND: {"VoteVariation": "majority"},
    Method.LIST: {"VoteVariation": "proportional"},
}
UNIT_TYPES = {"county", "precinct", "polling-place", "municipality", "ward", "state", "city", "borough", "town"}
COUNTRY = "country"


@dataclass
class Report:
    """The facts about an election at the beginning of a NIST report. ``first_day`` and ``last_day`` are ISO dates.
    ``phase`` is the phase of the election, such as "final". ``sequence`` is the number of result versions of all its
    races together."""

    name: str
    slug: str
    kind: str
    first_day: str
    last_day: str
    country_code: str
    phase: str
    sequence: int
    generated_at: datetime
    is_test: bool = False


@dataclass
class _Lists:
    """The units, candidates, ballot counts and parties of a NIST report. Contests refer to them by ID. The report has
    these lists after the contests."""

    units: list[dict] = field(default_factory=list)
    candidates: list[dict] = field(default_factory=list)
    ballots: list[dict] = field(default_factory=list)
    parties: dict[str, dict] = field(default_factory=dict)
    has_reporting_units: bool = False


def nist_chunks(report: Report, races: Iterable[RaceRecord]) -> Iterator[bytes]:
    """Yield the bytes of a NIST report in parts: a contest for each race, then the lists to which the contests refer.
    Only the first result version of each race is written, so this must be the current one."""
    lists = _Lists([_unit(COUNTRY, "country", report.country_code.upper() or report.name)])
    yield orjson.dumps(_head(report))[:-1] + b',"Election":[' + orjson.dumps(_election(report))[:-1] + b',"Contest":['
    for number, race in enumerate(races):
        yield (b",\n" if number else b"\n") + orjson.dumps(_contest(race, lists))
    yield b'],"Candidate":' + orjson.dumps(lists.candidates)
    yield b',"BallotCounts":' + orjson.dumps(lists.ballots) + b'}],"GpUnit":' + orjson.dumps(lists.units)
    level = "precinct-level" if lists.has_reporting_units else "summary-contest"
    yield b',"Party":' + orjson.dumps(list(lists.parties.values())) + b',"Format":' + orjson.dumps(level) + b"}\n"


def _head(report):
    return {
        **_type("ElectionReport"),
        "GeneratedDate": report.generated_at.isoformat(timespec="seconds"),
        "Issuer": ISSUER,
        "IssuerAbbreviation": ABBREVIATION,
        "VendorApplicationId": APPLICATION,
        "SequenceStart": report.sequence,
        "SequenceEnd": report.sequence,
        "Status": STATUS_OF_REPORT[report.phase],
        "IsTest": report.is_test,
    }


def _election(report):
    return {
        **_type("Election"),
        "Name": _words(report.name),
        "Type": "special" if report.kind == ElectionKind.BY_ELECTION else "general",
        "StartDate": report.first_day,
        "EndDate": report.last_day,
        "ElectionScopeId": COUNTRY,
        "ExternalIdentifier": [_identifier("slug", report.slug)],
    }


def _contest(race, lists):
    version = race.versions[0] if race.versions else VersionRecord(Phase.SCHEDULED)
    area = f"area-{race.slug}"
    lists.units.append(_area(race, version, area))
    lists.units += [_unit(_unit_id(race, unit), unit.level, unit.name, unit.code) for unit in race.units]
    lists.ballots += _ballots(version, area)
    lists.has_reporting_units |= bool(race.units)
    is_list = race.method == Method.LIST
    status = {**_type("CountStatus"), "Status": STATUS_OF_COUNT.get(version.phase, "completed")}
    return {
        **_type("PartyContest" if is_list else "CandidateContest"),
        "@id": f"race-{race.slug}",
        "Name": race.name,
        "ElectionDistrictId": area,
        "ExternalIdentifier": [_identifier("slug", race.slug)],
        **({} if is_list else {"VotesAllowed": 1, **_known(NumberElected=race.seats)}),
        **VOTE_VARIATION.get(race.method, {"VoteVariation": "other", "OtherVoteVariation": race.method}),
        **_known(SubUnitsReported=version.units_counted, TotalSubUnits=version.units_total),
        # The statuses of the format do not distinguish all our phases, so the phase is added as another type.
        "CountStatus": [status | {"Type": "total"}, status | {"Type": "other", "OtherType": str(version.phase)}],
        "ContestSelection": [_selection(race, version, index, area, lists) for index in range(len(race.candidacies))],
    }


def _selection(race, version, index, area, lists):
    candidacy = race.candidacies[index]
    name = f"{race.slug}-{candidacy.key}"
    party = _party(candidacy, lists)
    tallies = [row for row in version.tallies if row.candidacy == index]
    has_rounds = any(row.round for row in version.tallies)
    counts = [count for row in tallies for count in _counts(race, row, area, has_rounds)]
    if race.method == Method.LIST:
        kind, refers = "PartySelection", {"PartyIds": [party or _list_party(candidacy, name, lists)]}
    else:
        lists.candidates.append(_candidate(candidacy, f"candidate-{name}", party, version, tallies))
        kind, refers = "CandidateSelection", {"CandidateIds": [f"candidate-{name}"]}
    return {**_type(kind), "@id": f"selection-{name}", **refers, "VoteCounts": counts}


def _counts(race, row, area, has_rounds):
    unit = area if row.unit is None else _unit_id(race, race.units[row.unit])
    number = {"Round": row.round + 1} if has_rounds else {}
    for kind, count in (("total", row.votes), ("seats", row.seats)):
        if count is not None:
            yield {**_type("VoteCounts"), "Type": kind, "Count": count, "GpUnitId": unit, **number}


def _candidate(candidacy, name, party, version, tallies):
    is_winner = any(row.elected for row in tallies)
    status = "winner" if version.phase in (Phase.FINAL, Phase.CERTIFIED) else "projected-winner"
    return {
        **_type("Candidate"),
        "@id": name,
        "BallotName": _words(candidacy.name),
        "IsIncumbent": candidacy.incumbent,
        "ExternalIdentifier": [_identifier("key", candidacy.key)],
        **({"PartyId": party} if party else {}),
        **({"PostElectionStatus": status} if is_winner else {}),
    }


def _party(candidacy, lists):
    """Add the party of a candidacy to the list of parties at the end of the report, unless it is already there. Return
    the ID of this party in the report. If the candidacy has no party and no label, add nothing and return None."""
    if not (candidacy.party or candidacy.label):
        return None
    name = f"party-{candidacy.party}" if candidacy.party else f"label-{candidacy.label.replace(' ', '-')}"
    known = {"ExternalIdentifier": [_identifier("slug", candidacy.party)]} if candidacy.party else {}
    label = _words(candidacy.label or candidacy.party)
    lists.parties.setdefault(name, {**_type("Party"), "@id": name, "Name": label, **known})
    return name


def _list_party(candidacy, name, lists):
    lists.parties[f"list-{name}"] = {**_type("Party"), "@id": f"list-{name}", "Name": _words(candidacy.name)}
    return f"list-{name}"


def _area(race, version, name):
    level = {AreaLevel.NATIONAL: "country", AreaLevel.REGION: "region"}.get(race.area.level, "constituency")
    voters = _known(VotersRegistered=version.electorate, VotersParticipated=version.ballots)
    return {**_unit(name, level, race.area.name, race.area.code, race.area.scheme), **voters}


def _ballots(version, area):
    """Return the ballot counts of a result ``version`` as a list of NIST objects, or [] if they are unknown. ``area``
    is the ID of the race's area in the report. The number of valid votes has the type "other", because the format has
    no type for it."""
    base = {**_type("BallotCounts"), "GpUnitId": area}
    total = _known(BallotsCast=version.ballots, BallotsRejected=version.rejected)
    valid = _known(BallotsCast=version.valid)
    found = [{**base, "Type": "total", **total}] if total else []
    return found + ([{**base, "Type": "other", "OtherType": "valid", **valid}] if valid else [])


def _unit(name, level, text, code="", scheme=""):
    kind = {"Type": level} if level in UNIT_TYPES | {"country"} else {"Type": "other", "OtherType": level}
    codes = {"ExternalIdentifier": [_identifier(scheme or "code", code)]} if code else {}
    return {**_type("ReportingUnit"), "@id": name, **kind, "Name": _words(text), **codes}


def _unit_id(race, unit):
    return f"unit-{race.slug}-{unit.code}"


def _identifier(scheme, value):
    kind = {"Type": "fips"} if scheme == "fips" else {"Type": "other", "OtherType": scheme}
    return {**_type("ExternalIdentifier"), **kind, "Value": value}


def _words(text):
    string = {**_type("LanguageString"), "Language": "en", "Content": text}
    return {**_type("InternationalizedText"), "Text": [string]}


def _known(**values):
    return {name: value for name, value in values.items() if value is not None}


def _type(name):
    return {"@type": f"ElectionResults.{name}"}
