"""One election as it was counted: who won each division, who sat before, and the two-party-preferred votes."""

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from pathlib import Path

from graph.importers.aec.files import read_rows
from graph.importers.aec.names import full_name, person_key, short_name
from graph.importers.records import RejectedRecord

DAYS = ("2004-10-09", "2007-11-24", "2010-08-21", "2013-09-07", "2016-07-02", "2019-05-18", "2022-05-21")
COLUMNS = (
    "DivisionNm",
    "CountNumber",
    "Surname",
    "GivenNm",
    "PartyAb",
    "PartyNm",
    "CalculationType",
    "CalculationValue",
)
VOTES = "Preference Count"
FIRST = "0"
SAT_BEFORE = "HistoricElected"
LABOR_VOTES, COALITION_VOTES = "Australian Labor Party Votes", "Liberal/National Coalition Votes"


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """Who won a division, under which party's abbreviation; ``person`` is the same in every election."""

    person: str
    name: str
    full_name: str
    party: str
    line: str


@dataclass(slots=True, kw_only=True)
class Count:
    """One election: the winners by division, and the persons who stood as the sitting member of a division.

    ``first_votes`` are the first preferences by the party's abbreviation and its name on the ballot.
    """

    day: str
    winners: dict[str, Candidate] = field(default_factory=dict)
    sitting: set[str] = field(default_factory=set)
    first_votes: Counter = field(default_factory=Counter)
    labor_votes: int = 0
    coalition_votes: int = 0
    rejected: list[RejectedRecord] = field(default_factory=list)

    @property
    def key(self) -> str:
        return f"au:election:{self.day}"


def read_count(path: Path, day: str) -> Count:
    """The election of this day."""
    count = Count(day=day)
    for division, rows in _by_division(path / f"HouseDopByDivision{day[:4]}.csv.gz").items():
        try:
            count.winners[division] = _winner(rows)
            count.first_votes.update(_first_votes(rows))
        except ValueError as error:
            count.rejected.append(
                RejectedRecord(reason=f"the count in {division} cannot be read: {error}", line=rows[0][0])
            )
        count.sitting.update(person_key(row) for _, row in rows if row.get(SAT_BEFORE) == "Y")
    _read_preferred(path / f"HouseTppByDivision{day[:4]}.csv.gz", count)
    return count


def _by_division(file):
    divisions = defaultdict(list)
    for line, row in read_rows(file, COLUMNS):
        if row["CalculationType"] == VOTES:
            divisions[row["DivisionNm"]].append((line, row))
    return divisions


def _winner(rows):
    """The candidate with most votes when the last preferences were distributed; the first count elects nobody."""
    last = max(int(row["CountNumber"]) for _, row in rows)
    line, row = max(
        ((line, row) for line, row in rows if int(row["CountNumber"]) == last),
        key=lambda entry: int(entry[1]["CalculationValue"]),
    )
    return Candidate(
        person=person_key(row), name=short_name(row), full_name=full_name(row), party=row["PartyAb"], line=line
    )


def _first_votes(rows):
    votes = Counter()
    for _, row in rows:
        if row["CountNumber"] == FIRST:
            votes[row["PartyAb"], row["PartyNm"]] += int(row["CalculationValue"])
    return votes


def _read_preferred(file, count):
    # The two columns change places from year to year.
    for line, row in read_rows(file, (LABOR_VOTES, COALITION_VOTES)):
        try:
            labor, coalition = int(row[LABOR_VOTES]), int(row[COALITION_VOTES])
        except ValueError as error:
            count.rejected.append(
                RejectedRecord(reason=f"the two-party-preferred votes are no numbers: {error}", line=line)
            )
            continue
        count.labor_votes += labor
        count.coalition_votes += coalition
