"""Import presidential elections of the United States since 2008: the first two candidates and the margin.

The margin is the difference between the two largest shares of the popular vote, not of the electoral college. Votes are
summed from gzipped CSV files with a row per county. Elections and candidates are in ``us_presidential.yaml``.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from pathlib import Path

import yaml

from graph.importers import builders
from graph.importers.countries import Countries
from graph.importers.records import BrokenFile, Record, RejectedRecord, SourceRecord, country_key
from graph.importers.tables import Row, read_table
from graph.kinds import ElectionKind, OfficeType
from graph.relations import RelationshipType

SOURCE = SourceRecord(
    slug="us-county-presidential",
    name="US county level presidential election results",
    url="https://github.com/tonmcg/US_County_Level_Election_Results_08-24",
    licence="MIT",
    retrieved=date(2025, 1, 19),
    rank=85,
)
COUNTRY = "us"
PRESIDENT = "us:president"


@dataclass(frozen=True, slots=True, kw_only=True)
class Contest:
    """One election. ``columns`` are the columns of its file with the votes for Democrats, Republicans and everyone."""

    date: str
    winner: str
    runner_up: str
    file: str = ""
    columns: tuple[str, str, str] = ()
    note: str = ""

    @property
    def key(self) -> str:
        return f"us:presidential:{self.date[:4]}"


_DATA = yaml.safe_load(Path(__file__).with_suffix(".yaml").read_text())
CONTESTS = tuple(Contest(**entry) for entry in _DATA["elections"])
CANDIDATES = _DATA["candidates"]


def read(path: Path, countries: Countries) -> Iterator[Record]:
    """Yield records of the five elections, their candidates and the office of President."""
    counties = {contest.key: _counties(path, contest) for contest in CONTESTS if contest.file}
    yield from _office()
    for candidate in CANDIDATES:
        born, identifiers, key = str(candidate["birth_year"]), candidate["identifiers"], _person_key(candidate["name"])
        yield builders.politician(
            key, candidate["name"], COUNTRY, born=born, identifiers=identifiers, line="candidates"
        )
    for contest in CONTESTS:
        yield from _election(contest, counties.get(contest.key, []))


def _counties(path, contest) -> list[Row]:
    rows = read_table(path / contest.file, contest.columns)
    if not rows:
        raise BrokenFile(f"{contest.file} has no counties")
    return rows


def _office() -> Iterator[Record]:
    line = "elections"
    name, type_ = "President of the United States", OfficeType.HEAD_OF_STATE_AND_GOVERNMENT
    yield builders.office(PRESIDENT, name, COUNTRY, type_, line=line, term_length=4)
    yield builders.relationship(RelationshipType.OFFICE_IN_COUNTRY, PRESIDENT, country_key(COUNTRY), line=line)


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
    """Return the margin and the rejected counties. The margin is None if a county is rejected or nobody voted."""
    sums, rejected = [0.0, 0.0, 0.0], []
    for county in counties:
        try:
            # Votes are written as floats ("93003.0").
            votes = [float(county[column]) for column in columns]
        except ValueError:
            reason = "the votes of the county are no numbers, so the election has no margin"
            rejected.append(RejectedRecord(reason=reason, line=county.line))
            continue
        sums = [total + more for total, more in zip(sums, votes, strict=True)]
    democrats, republicans, all_votes = sums
    return (None if rejected else builders.percentage(abs(democrats - republicans), all_votes)), rejected


def _person_key(name):
    return f"us:candidate:{name}"
