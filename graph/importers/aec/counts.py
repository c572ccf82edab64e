"""Read the files of the Australian elections: who won each division, and the two-party-preferred votes.

A division is a constituency with one seat. Voters rank the candidates. The commission counts the first preferences
(count 0). Then it excludes the weakest candidate and distributes that candidate's votes, until two candidates are left.

``HouseDopByDivision<year>.csv.gz`` has a row for each candidate, count and type of number, of the first and the last
count only. ``HouseTppByDivision<year>.csv.gz`` has a row for each division: its votes when every ballot is counted for
either Labor or the Coalition. In both files, the first line is a title and the second one is the header.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from graph.importers.names import to_title_case
from graph.importers.records import RejectedRecord
from graph.importers.tables import Row, read_table
from graph.text.characters import clean
from graph.text.folding import fold

DAYS = ("2004-10-09", "2007-11-24", "2010-08-21", "2013-09-07", "2016-07-02", "2019-05-18", "2022-05-21")
COLUMNS = "DivisionNm CountNumber Surname GivenNm PartyAb PartyNm CalculationType CalculationValue".split()
VOTES = "Preference Count"
FIRST_COUNT = "0"
# The column that says "Y" for the sitting member of the division; the file of 2004 does not have it.
SITTING_MEMBER = "HistoricElected"
# These two columns have another order in some years.
PREFERRED = ("Australian Labor Party Votes", "Liberal/National Coalition Votes")

# Surnames are in capitals except for this prefix, so `to_title_case` leaves them alone: McCORMACK, MacTIERNAN.
PREFIXED_SURNAME = re.compile(r"(Ma?c)([A-Z])([A-Z]+)")
# Persons who took another name: the earlier key and the later one.
RENAMED = {"sophie panopoulos": "sophie mirabella"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Winner:
    """The candidate who won a division. ``person`` is the same in every election, ``party`` is an abbreviation."""

    person: str
    name: str
    full_name: str
    party: str
    line: str


@dataclass(slots=True, kw_only=True)
class Count:
    """The results of one election. ``winners`` has the winner of each division.

    ``sitting`` has the `person_key` of each candidate who was the sitting member of a division. ``first_votes`` has the
    first preferences by pairs of a party's abbreviation and its name on the ballot.
    """

    day: str
    winners: dict[str, Winner] = field(default_factory=dict)
    sitting: set[str] = field(default_factory=set)
    first_votes: Counter = field(default_factory=Counter)
    labor_votes: int = 0
    coalition_votes: int = 0
    rejected: list[RejectedRecord] = field(default_factory=list)

    @property
    def key(self) -> str:
        return f"au:election:{self.day}"


def read_count(path: Path, day: str) -> Count:
    """Return the results of the election on this day. Raise BrokenFile when one of its two files cannot be read."""
    count = Count(day=day)
    for division, rows in _rows_by_division(path / f"HouseDopByDivision{day[:4]}.csv.gz").items():
        try:
            count.winners[division] = _winner(rows)
            count.first_votes.update(_first_votes(rows))
        except ValueError as error:
            reason = f"the count in {division} cannot be read: {error}"
            count.rejected.append(RejectedRecord(reason=reason, line=rows[0].line))
        count.sitting.update(person_key(row) for row in rows if row.get(SITTING_MEMBER) == "Y")
    _add_preferred_votes(count, path / f"HouseTppByDivision{day[:4]}.csv.gz")
    return count


def person_key(row: Mapping[str, str]) -> str:
    """Return the first given name and the surname in lower case, without accents: ``anna burke``.

    Candidates get a new number in each election, so this name is the key. No two winners of the seven elections have
    the same one.
    """
    key = fold(short_name(row))
    return RENAMED.get(key, key)


def full_name(row: Mapping[str, str]) -> str:
    """Return all given names and the surname of a candidate: ``Anna Elizabeth Burke``."""
    return clean(f"{row['GivenNm']} {_surname(row)}")


def short_name(row: Mapping[str, str]) -> str:
    """Return the first given name, if there is one, and the surname of a candidate: ``Anna Burke``."""
    given = row["GivenNm"].split()
    return clean(f"{given[0] if given else ''} {_surname(row)}")


def _surname(row):
    return PREFIXED_SURNAME.sub(lambda match: match[1] + match[2] + match[3].lower(), to_title_case(row["Surname"]))


def _rows_by_division(file) -> dict[str, list[Row]]:
    divisions = defaultdict(list)
    for row in read_table(file, COLUMNS, title_lines=1):
        if row["CalculationType"] == VOTES:
            divisions[row["DivisionNm"]].append(row)
    return divisions


def _winner(rows):
    """Return the candidate with most votes at the last count. The leader of the first count often loses."""
    last = max(int(row["CountNumber"]) for row in rows)
    final = [row for row in rows if int(row["CountNumber"]) == last]
    row = max(final, key=lambda row: int(row["CalculationValue"]))
    return Winner(
        person=person_key(row), name=short_name(row), full_name=full_name(row), party=row["PartyAb"], line=row.line
    )


def _first_votes(rows):
    votes = Counter()
    for row in rows:
        if row["CountNumber"] == FIRST_COUNT:
            votes[row["PartyAb"], row["PartyNm"]] += int(row["CalculationValue"])
    return votes


def _add_preferred_votes(count, file):
    for row in read_table(file, PREFERRED, title_lines=1):
        try:
            labor, coalition = (int(row[column]) for column in PREFERRED)
        except ValueError as error:
            reason = f"the two-party-preferred votes are no numbers: {error}"
            count.rejected.append(RejectedRecord(reason=reason, line=row.line))
            continue
        count.labor_votes += labor
        count.coalition_votes += coalition
