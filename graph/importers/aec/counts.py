"""Read the results of Australian elections. Each division (constituency) elects one member. A row of the file
``HouseDopByDivision<year>.csv.gz`` has one number for one candidate in one round of counting. It is the number of votes
if ``CalculationType`` is "Preference Count". The file ``HouseTppByDivision<year>.csv.gz`` has the two-party-preferred
votes: every ballot counts for one of two sides."""

import re
from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from graph.importers.records import RejectedRecord
from graph.importers.tables import Row, read_table
from graph.text.characters import clean
from graph.text.folding import fold

DAYS = ("2004-10-09", "2007-11-24", "2010-08-21", "2013-09-07", "2016-07-02", "2019-05-18", "2022-05-21")
COLUMNS = "DivisionNm CountNumber Surname GivenNm PartyAb PartyNm CalculationType CalculationValue".split()
VOTES = "Preference Count"
FIRST_COUNT = "0"
# This column has "Y" for the sitting member of the division. The file of 2004 does not have it.
SITTING_MEMBER = "HistoricElected"
# The columns with the two-party-preferred votes. Their order differs between years.
PREFERRED = ("Australian Labor Party Votes", "Liberal/National Coalition Votes")

# Matches a part of a surname. Surnames are in capitals, except for some prefixes, as in McCORMACK.
PART_OF_SURNAME = re.compile(r"(Ma?c|MC(?=..))?([^\W\d_])([^\W\d_]*)")
PARTICLES = ("DE", "DEN", "DER")
# Candidates who changed their name: maps the earlier `person_key` to the later one.
RENAMED = {"sophie panopoulos": "sophie mirabella"}

INDEPENDENT = ("IND", "")
# Maps the abbreviations of state branches and of earlier years to the abbreviation that we use.
MAIN_ABBREVIATION = {"CLR": "ALP", "GVIC": "GRN", "HAN": "ON", "LNQ": "LNP"}


@dataclass(slots=True, kw_only=True)
class Count:
    """The results of one Australian election. ``winners`` maps each constituency to the row of its winner. ``sitting``
    has the `person_key` of each candidate who was a member of the House before the election. ``first_votes`` maps each
    party, as (abbreviation, name on the ballot), to its first-preference votes. ``preferred`` maps each column of
    `PREFERRED` to the two-party-preferred votes of Labor or the Coalition."""

    day: str
    winners: dict[str, Row] = field(default_factory=dict)
    sitting: set[str] = field(default_factory=set)
    first_votes: Counter = field(default_factory=Counter)
    preferred: Counter = field(default_factory=Counter)
    rejected: list[RejectedRecord] = field(default_factory=list)

    @property
    def key(self) -> str:
        return f"au:election:{self.day}"

    @property
    def seats(self) -> Counter:
        """Map abbreviations of parties to their number of seats. Independents have the abbreviation ""."""
        return Counter(main_abbreviation(winner["PartyAb"]) for winner in self.winners.values())


def read_count(path: Path, day: str) -> Count:
    """Return the results of the election on ``day``, an ISO date. Raise BrokenFile if a file cannot be read."""
    count = Count(day=day)
    for division, rows in read_divisions(path, day).items():
        try:
            winner, first_votes = _winner(rows), _first_votes(rows)
        except ValueError as error:
            count.rejected.append(RejectedRecord(f"the count in {division} cannot be read: {error}", rows[0].line))
        else:
            count.winners[division] = winner
            count.first_votes.update(first_votes)
        count.sitting.update(person_key(row) for row in rows if row.get(SITTING_MEMBER) == "Y")
    for row in read_table(path / f"HouseTppByDivision{day[:4]}.csv.gz", PREFERRED, title_lines=1):
        try:
            count.preferred.update({column: int(row[column]) for column in PREFERRED})
        except ValueError as error:
            count.rejected.append(RejectedRecord(f"the two-party-preferred votes are no numbers: {error}", row.line))
    return count


def read_divisions(path: Path, day: str) -> dict[str, list[Row]]:
    """Map each constituency to its rows. A row has the votes of one candidate in one round of counting."""
    divisions = defaultdict(list)
    for row in read_table(path / f"HouseDopByDivision{day[:4]}.csv.gz", COLUMNS, title_lines=1):
        if row["CalculationType"] == VOTES:
            divisions[row["DivisionNm"]].append(row)
    return divisions


def main_abbreviation(abbreviation: str) -> str:
    """Return a party's main abbreviation: ``GRN`` for the state branch ``GVIC``. For independents, return ""."""
    return "" if abbreviation in INDEPENDENT else MAIN_ABBREVIATION.get(abbreviation, abbreviation)


def person_key(row: Mapping[str, str]) -> str:
    """Return the key of the candidate in this row, such as ``anna burke``. The key is the same in all elections."""
    key = fold(names_of(row)[0])
    return RENAMED.get(key, key)


def names_of(row: Mapping[str, str]) -> tuple[str, str]:
    """Return (short name, full name) of a candidate, such as ``("Anna Burke", "Anna Elizabeth Burke")``."""
    given, surname = row["GivenNm"].split(), _surname(row)
    return clean(" ".join([*given[:1], surname])), clean(" ".join([*given, surname]))


def _surname(row):
    first, *others = row["Surname"].split() or [""]
    return " ".join([_titled(first), *(word.lower() if word in PARTICLES else _titled(word) for word in others)])


def _titled(word):
    return PART_OF_SURNAME.sub(lambda part: (part[1] or "").title() + part[2] + part[3].lower(), word)


def _winner(rows):
    """Return the row of the candidate with the most votes in the last round of counting."""
    last = max(int(row["CountNumber"]) for row in rows)
    return max((row for row in rows if int(row["CountNumber"]) == last), key=lambda row: int(row["CalculationValue"]))


def _first_votes(rows):
    votes = Counter()
    for row in rows:
        if row["CountNumber"] == FIRST_COUNT:
            votes[row["PartyAb"], row["PartyNm"]] += int(row["CalculationValue"])
    return votes
