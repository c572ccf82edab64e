"""Votes in one constituency: at a general election or a by-election, with everyone who stood."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from graph.importers.records import RejectedRecord
from graph.importers.uk.files import read_rows
from graph.importers.uk.parliaments import Parliament, iso_date
from graph.text.characters import clean

PLACE = ("seat", "region id", "constituency", "county", "region", "country", "type")
CANDIDACY = (
    *PLACE,
    "party",
    "abbreviation",
    "commission id",
    "party id",
    "adjunct id",
    "first name",
    "surname",
    "gender",
    "sitting",
    "former",
    "member",
    "votes",
)
RESULT = (
    *PLACE,
    "declared",
    "first name",
    "surname",
    "gender",
    "result",
    "first party",
    "second party",
    "electorate",
    "valid votes",
)

# A candidate died during the campaign of 2010, and the poll in Thirsk and Malton was held three weeks later.
LATE_POLLS = {("2010-05-06", "E14000993"): "2010-05-27"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """Who stood, for which party, with how many votes; ``member`` is the number in the Members' Names register."""

    member: str
    name: str
    party_id: str
    party: str
    abbreviation: str
    votes: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Contest:
    """One vote. ``seat`` is the constituency's ONS code; ``writ`` is the day a by-election was called, else empty."""

    parliament: Parliament
    day: str
    seat: str
    constituency: str
    electorate: int
    valid_votes: int
    candidates: tuple[Candidate, ...]
    line: str
    writ: str = ""

    @property
    def is_by_election(self) -> bool:
        return bool(self.writ)

    @property
    def election(self) -> str:
        """The key of the election the contest is, or is a part of."""
        if self.is_by_election:
            return f"uk:by-election:{self.day}/{self.seat}"
        return f"uk:general-election:{self.parliament.elected}"

    @property
    def winner(self) -> Candidate:
        return self.candidates[0]


@dataclass(slots=True)
class House:
    """The contests of one Parliament; ``rejected`` are those that cannot be read."""

    parliament: Parliament
    general: list[Contest] = field(default_factory=list)
    by_elections: list[Contest] = field(default_factory=list)
    rejected: list[RejectedRecord] = field(default_factory=list)


def read_house(path: Path, parliament: Parliament) -> House:
    """Every contest of the Parliament, the general election's first."""
    house = House(parliament)
    folder = path / str(parliament.number)
    for contests, subfolder, days in (
        (house.general, "general-election", ()),
        (house.by_elections, "by-elections", ("day", "writ")),
    ):
        for line, row, candidates in _joined(folder / subfolder, days):
            try:
                contests.append(_contest(parliament, line, row, candidates))
            except (LookupError, ValueError) as error:
                house.rejected.append(
                    RejectedRecord(reason=f"the result in the seat cannot be read: {error}", line=line)
                )
    return house


def _joined(folder, days) -> Iterator[tuple[str, dict, list[dict]]]:
    """Each result with the candidacies of the same seat and, where there is one, of the same day."""
    candidacies = defaultdict(list)
    for _, row in read_rows(folder / "candidacies.csv.gz", (*days[:1], *CANDIDACY)):
        candidacies[row.get("day"), row["seat"]].append(row)
    for line, row in read_rows(folder / "constituencies.csv.gz", (*days, *RESULT)):
        yield line, row, candidacies[row.get("day"), row["seat"]]


def _contest(parliament, line, row, candidates):
    # Spelled better here than among the candidacies ("Old bexley and Sidcup").
    constituency = clean(row["constituency"])
    day = iso_date(row.get("day", "")) or LATE_POLLS.get((parliament.elected, row["seat"]), parliament.elected)
    return Contest(
        parliament=parliament,
        day=day,
        seat=row["seat"],
        constituency=constituency,
        electorate=int(row["electorate"]),
        valid_votes=int(row["valid votes"]),
        candidates=_ranked(candidates),
        line=line,
        writ=iso_date(row.get("writ", "")),
    )


def _ranked(candidates):
    ranked = sorted((_candidate(row) for row in candidates), key=lambda candidate: -candidate.votes)
    if len(ranked) < 2 or not ranked[0].member:
        raise ValueError("fewer than two candidates, or a winner without a number")
    return tuple(ranked)


def _candidate(row):
    return Candidate(
        member=row["member"],
        name=clean(f"{row['first name']} {row['surname']}"),
        party_id=row["party id"],
        party=clean(row["party"]),
        abbreviation=clean(row["abbreviation"]),
        votes=int(row["votes"]),
    )
