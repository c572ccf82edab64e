"""Presidential elections of the United States since 2008: the first two candidates, and the margin by counties' votes.

``result_margin`` is the difference between the two biggest shares of the popular vote, whoever the electoral college
elected.
"""

import csv
import gzip
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from graph.importers.countries import Countries
from graph.importers.records import (
    BrokenFile,
    EntityRecord,
    IdentifierRecord,
    Record,
    RejectedRecord,
    RelationshipRecord,
    SourceRecord,
    country_key,
)
from graph.kinds import ElectionKind, ElectionStatus, Kind, OfficeType
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
class Count:
    """The counties' votes: a file and its columns for Democrats, Republicans and all."""

    file: str
    columns: tuple[str, str, str]
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Contest:
    """One election. ``count`` is None where the files hold a count that was not finished."""

    date: str
    winner: str
    runner_up: str
    count: Count | None = None

    @property
    def key(self) -> str:
        return f"us:presidential:{self.date[:4]}"


LATER_COLUMNS = ("votes_dem", "votes_gop", "total_votes")

# The files count 5 % too few votes for 2012 and 2016: the last weeks of counting moved the margin by a whole point.
CONTESTS = (
    Contest(
        date="2008-11-04",
        winner="Barack Obama",
        runner_up="John McCain",
        count=Count(
            file="US_County_Level_Presidential_Results_08-16.csv.gz",
            columns=("dem_2008", "gop_2008", "total_2008"),
            note="result margin: without Alaska, which the counties' file lacks",
        ),
    ),
    Contest(date="2012-11-06", winner="Barack Obama", runner_up="Mitt Romney"),
    Contest(date="2016-11-08", winner="Donald Trump", runner_up="Hillary Clinton"),
    Contest(
        date="2020-11-03",
        winner="Joe Biden",
        runner_up="Donald Trump",
        count=Count(file="2020_US_County_Level_Presidential_Results.csv.gz", columns=LATER_COLUMNS),
    ),
    Contest(
        date="2024-11-05",
        winner="Donald Trump",
        runner_up="Kamala Harris",
        count=Count(file="2024_US_County_Level_Presidential_Results.csv.gz", columns=LATER_COLUMNS),
    ),
)

# Year of birth and what other registers call the person, by name; the files say only "Democratic" and "Republican".
CANDIDATES = {
    "Barack Obama": (1961, {"bioguide": "O000167", "wikidata": "Q76"}),
    "Donald Trump": (1946, {"wikidata": "Q22686"}),
    "Hillary Clinton": (1947, {}),
    "Joe Biden": (1942, {"bioguide": "B000444", "wikidata": "Q6279"}),
    "John McCain": (1936, {"bioguide": "M000303", "wikidata": "Q10390"}),
    "Kamala Harris": (1964, {"bioguide": "H001075", "wikidata": "Q10853588"}),
    "Mitt Romney": (1947, {}),
}


def read(path: Path, countries: Countries) -> Iterator[Record]:
    """Records of the five elections, their candidates and the office."""
    counties = {contest: _counties(path, contest.count) for contest in CONTESTS if contest.count}
    yield from _office()
    for name, (birth_year, identifiers) in CANDIDATES.items():
        yield _candidate(name, birth_year, identifiers)
    for contest in CONTESTS:
        yield from _election(contest, counties.get(contest, []))


def _counties(path, count):
    try:
        with gzip.open(path / count.file, "rt", encoding="utf-8", newline="") as file:
            reader = csv.DictReader(file, restval="")
            missing = set(count.columns) - set(reader.fieldnames or ())
            rows = [(f"{count.file}:{reader.line_num}", row) for row in reader]
    except (OSError, EOFError, zlib.error, UnicodeDecodeError, csv.Error) as error:
        raise BrokenFile(f"{count.file} cannot be read: {error}") from error
    if missing or not rows:
        raise BrokenFile(f"{count.file} has no counties or lacks the columns {sorted(missing)}")
    return rows


def _office() -> Iterator[Record]:
    name = "President of the United States"
    details = {"office_type": OfficeType.HEAD_OF_STATE_AND_GOVERNMENT, "term_length": 4}
    yield EntityRecord(
        key=PRESIDENT, kind=Kind.OFFICE, name=name, country_code=COUNTRY, details=details, line="elections"
    )
    yield RelationshipRecord(
        type=RelationshipType.OFFICE_IN_COUNTRY, subject=PRESIDENT, object=country_key(COUNTRY), line="elections"
    )


def _candidate(name, birth_year, identifiers):
    return EntityRecord(
        key=_person(name),
        kind=Kind.POLITICIAN,
        name=name,
        country_code=COUNTRY,
        details={"birth_year": birth_year},
        identifiers=tuple(IdentifierRecord(scheme=scheme, value=value) for scheme, value in identifiers.items()),
        evidence={"birth_date": str(birth_year)},
        line="candidates",
    )


def _election(contest, counties) -> Iterator[Record]:
    margin, rejected = _margin(contest.count.columns, counties) if contest.count else (None, [])
    yield from rejected
    details = {
        "date": contest.date,
        "kind": ElectionKind.PRESIDENTIAL,
        "status": ElectionStatus.HELD,
        "winner": contest.winner,
    }
    yield EntityRecord(
        key=contest.key,
        kind=Kind.ELECTION,
        name=f"{contest.date[:4]} United States presidential election",
        country_code=COUNTRY,
        details=details if margin is None else details | {"result_margin": margin},
        note=contest.count.note if contest.count else "",
        line=contest.count.file if contest.count else contest.key,
    )
    yield from _relationships(contest)


def _relationships(contest):
    for type_, subject, object_, role in (
        (RelationshipType.OCCURS_IN_COUNTRY, contest.key, country_key(COUNTRY), ""),
        (RelationshipType.ELECTED_IN_ELECTION, PRESIDENT, contest.key, ""),
        (RelationshipType.PARTICIPATED_IN_ELECTION, _person(contest.winner), contest.key, "winner"),
        (RelationshipType.PARTICIPATED_IN_ELECTION, _person(contest.runner_up), contest.key, "runner-up"),
    ):
        yield RelationshipRecord(
            type=type_,
            subject=subject,
            object=object_,
            role=role,
            start_date=contest.date,
            end_date=contest.date,
            line=contest.key,
        )


def _margin(columns, counties) -> tuple[float | None, list[RejectedRecord]]:
    """The margin, or None with the counties that could not be counted: a sum with holes is no result."""
    sums, rejected = [0.0, 0.0, 0.0], []
    for line, county in counties:
        try:
            # Votes are written as floats ("93003.0").
            votes = [float(county[column]) for column in columns]
        except ValueError:
            rejected.append(
                RejectedRecord(reason="the votes of the county are no numbers: no margin can be told", line=line)
            )
            continue
        sums = [total + more for total, more in zip(sums, votes, strict=True)]
    democrats, republicans, all_votes = sums
    return (None if rejected or not all_votes else round(abs(democrats - republicans) / all_votes * 100, 2)), rejected


def _person(name):
    return f"us:candidate:{name}"
