"""Import presidential elections of the United States since 2008 from the votes by county."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import yaml

from graph.importers import builders
from graph.importers.countries import Countries
from graph.importers.records import SOURCES, BrokenFile, Record, RejectedRecord
from graph.importers.tables import read_table
from graph.kinds import ElectionKind, OfficeType
from graph.results import percentage

SOURCE = SOURCES["us_presidential"]
COUNTRY = "us"
PRESIDENT = "us:president"


@dataclass(frozen=True, slots=True, kw_only=True)
class Contest:
    """An election. ``columns`` of its file have the votes for Democrats, for Republicans, and for all candidates."""

    date: str
    winner: str
    runner_up: str
    file: str = ""
    columns: tuple[str, str, str] = ()
    note: str = ""

    @property
    def key(self) -> str:
        return f"us:presidential:{self.date[:4]}"


DATA = yaml.safe_load(Path(__file__).with_suffix(".yaml").read_text())
CONTESTS = tuple(Contest(**entry) for entry in DATA["elections"])


def read(path: Path, countries: Countries) -> Iterator[Record]:
    counties = {contest.key: read_table(path / contest.file, contest.columns) for contest in CONTESTS if contest.file}
    if empty := [contest.file for contest in CONTESTS if contest.file and not counties[contest.key]]:
        raise BrokenFile(f"{empty[0]} has no counties")
    name, type_ = "President of the United States", OfficeType.HEAD_OF_STATE_AND_GOVERNMENT
    yield from builders.office(PRESIDENT, name, COUNTRY, type_, years=4, line="elections")
    for candidate in DATA["candidates"]:
        fields = {"born": str(candidate["birth_year"]), "identifiers": candidate["identifiers"], "line": "candidates"}
        yield builders.politician(_person_key(candidate["name"]), candidate["name"], COUNTRY, **fields)
    for contest in CONTESTS:
        yield from _election(contest, counties.get(contest.key, []))


def _election(contest, counties) -> Iterator[Record]:
    margin, rejected = _margin(contest.columns, counties)
    yield from rejected
    line = contest.file or contest.key
    yield from builders.election(
        contest.key,
        f"{contest.date[:4]} United States presidential election",
        COUNTRY,
        day=contest.date,
        kind=ElectionKind.PRESIDENTIAL,
        results={"winner": contest.winner, "result_margin": margin},
        office=PRESIDENT,
        note=contest.note,
        line=line,
    )
    for name, role in ((contest.winner, "winner"), (contest.runner_up, "runner-up")):
        yield builders.candidacy(_person_key(name), contest.key, contest.date, role=role, line=line)


def _margin(columns, counties) -> tuple[float | None, list[RejectedRecord]]:
    """Return (lead in percentage points or None, rejected counties). If any county is rejected, the lead is None."""
    votes, rejected, reason = [], [], "the votes of the county are no numbers, so the election has no margin"
    for county in counties:
        try:
            # Votes are written as floats ("93003.0").
            votes.append([float(county[column]) for column in columns])
        except ValueError:
            rejected.append(RejectedRecord(reason=reason, line=county.line))
    if rejected or not votes:
        return None, rejected
    democrats, republicans, all_votes = map(sum, zip(*votes, strict=True))
    return percentage(abs(democrats - republicans), all_votes), rejected


def _person_key(name):
    return f"us:candidate:{name}"
