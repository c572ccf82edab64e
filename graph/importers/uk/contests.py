"""Read British election results: the Parliaments, and the contest for each seat. Columns are identified by position,
because half of the files have no header. "Notional" rows, estimates for new boundaries, are ignored."""

from collections import defaultdict
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from graph.importers.records import BrokenFile, RejectedRecord
from graph.importers.tables import Row, read_cells, to_row
from graph.text import dates
from graph.text.characters import clean

FIRST_PARLIAMENT = 55
# If a file has a header, one of these texts is its first cell.
HEADERS = ("ONS ID", "Election date", "By-election date")
CONSTITUENCY = "seat region_id constituency county region country type"
PARTY = "party abbreviation commission_id party_id adjunct_id"
CANDIDACY = f"{CONSTITUENCY} {PARTY} first_name surname gender sitting former member votes".split()
NUMBERS = "result first_party second_party electorate valid_votes"
RESULT = f"{CONSTITUENCY} declared first_name surname gender {NUMBERS}".split()

# The vote in Thirsk and Malton was three weeks later in 2010, because a candidate had died.
LATE_POLLS = {("2010-05-06", "E14000993"): "2010-05-27"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """A candidate in a contest. ``member`` is the person's ID in the register of Parliament (MNIS), or ""."""

    member: str
    name: str
    party_id: str
    party: str
    abbreviation: str
    votes: int


@dataclass(slots=True, kw_only=True)
class Contest:
    """The vote in one constituency on one day. The candidates are sorted by votes, the winner first. ``election`` is
    the record key of the election. ``seat`` is the constituency's code in national statistics. ``end`` is the last day
    of the winner's term, or "". ``writ`` is the day on which a by-election was called, or "" in a general election."""

    election: str
    election_day: str
    parliament: int
    day: str
    seat: str
    constituency: str
    electorate: int
    valid_votes: int
    candidates: tuple[Candidate, ...]
    line: str
    writ: str = ""
    end: str = ""

    @property
    def winner(self) -> Candidate:
        return self.candidates[0]


@dataclass(slots=True, kw_only=True)
class Parliament:
    """A Parliament with its general election and by-elections. ``dissolved`` is a date, or "" for the present one."""

    number: int
    elected: str
    dissolved: str = ""
    general: list[Contest] = field(default_factory=list)
    by_elections: list[Contest] = field(default_factory=list)
    rejected: list[RejectedRecord] = field(default_factory=list)


def read_parliaments(path: Path) -> list[Parliament]:
    """Return the Parliaments since 2010, oldest first. Raise BrokenFile if a file or a Parliament's day is invalid."""
    try:
        dissolved, days = _dissolutions(path), _election_days(path)
        parliaments = [
            Parliament(number=number, elected=day, dissolved=_iso_date(dissolved[number]))
            for number, day in enumerate(sorted(map(dates.parse, days)), start=FIRST_PARLIAMENT)
        ]
    except (KeyError, ValueError) as error:
        raise BrokenFile(f"the days of a Parliament are missing or are no dates: {error}") from error
    for parliament in parliaments:
        folder = path / str(parliament.number)
        _add_contests(parliament, folder / "general-election", parliament.general)
        _add_contests(parliament, folder / "by-elections", parliament.by_elections, ("day", "writ"))
        for contest in parliament.general + parliament.by_elections:
            contest.end = _vacancy(contest, parliament.by_elections) or parliament.dissolved
    return parliaments


def _vacancy(contest, by_elections) -> str:
    """Return the day on which the winner of a contest left the seat: the day on which the next by-election for the seat
    was called. Return "" if there was no such by-election. ``by_elections`` are those of the same Parliament."""
    # By-elections of later Parliaments do not count, because the term ended when this Parliament was dissolved.
    later = (other.writ for other in by_elections if other.seat == contest.seat and other.day > contest.day)
    return min(later, default="")


def _election_days(path):
    # Do not use the days in parliament_periods.csv: for example, it has the election of May 2010 in June.
    rows = _read_rows(path / "general-elections.csv.gz", ("day", "is_notional"))
    days = [row["day"] for row in rows if row["is_notional"] == "false"]
    if not days:
        raise BrokenFile("general-elections.csv.gz has no election that was held")
    return days


def _dissolutions(path):
    rows = _read_rows(path / "parliament_periods.csv.gz", ("number", "elected", "met", "opened", "dissolved"))
    return {int(row["number"]): row["dissolved"] for row in rows if int(row["number"]) >= FIRST_PARLIAMENT}


def _read_rows(file: Path, columns: tuple[str, ...]) -> list[Row]:
    lines = [(line, cells) for line, cells in read_cells(file, "/".join(file.parts[-3:])) if cells[0] not in HEADERS]
    if not lines or len(lines[0][1]) < len(columns):
        raise BrokenFile(f"{file.parent.name}/{file.name} does not have {len(columns)} columns")
    return [to_row(line, columns, cells) for line, cells in lines]


def _iso_date(text: str) -> str:
    """Convert ``30/03/2015`` to ``2015-03-30``, and "" to "". Raise ValueError for any other text."""
    return datetime.strptime(text, "%d/%m/%Y").date().isoformat() if text else ""


def _add_contests(parliament, folder, contests, days=()):
    """Read the contests in ``folder``, and add them to ``contests``. Add invalid results to ``parliament.rejected``.
    The files of by-elections begin with the columns ``days``, ("day", "writ"), but "candidacies.csv.gz" has only the
    first of them. For a general election, ``days`` is empty."""
    candidacies = defaultdict(list)
    for row in _read_rows(folder / "candidacies.csv.gz", (*days[:1], *CANDIDACY)):
        candidacies[row.get("day"), row["seat"]].append(row)
    for row in _read_rows(folder / "constituencies.csv.gz", (*days, *RESULT)):
        try:
            contests.append(_contest(parliament, row, candidacies[row.get("day"), row["seat"]]))
        except (LookupError, ValueError) as error:
            parliament.rejected.append(RejectedRecord(f"the result in the seat cannot be read: {error}", row.line))


def _contest(parliament, row, candidates):
    by_election_day, seat = _iso_date(row.get("day", "")), row["seat"]
    election_day = by_election_day or parliament.elected
    ranked = sorted(map(_candidate, candidates), key=lambda candidate: -candidate.votes)
    if len(ranked) < 2 or not ranked[0].member:
        raise ValueError("fewer than two candidates, or a winner without a number")
    fields = {"parliament": parliament.number, "election_day": election_day, "seat": seat, "line": row.line}
    fields |= {name: int(row[name]) for name in ("electorate", "valid_votes")}
    # Take the name from this file. The file of candidacies has a typo ("Old bexley and Sidcup").
    fields["constituency"] = clean(row["constituency"])
    day, writ = LATE_POLLS.get((election_day, seat), election_day), _iso_date(row.get("writ", ""))
    kind, key = ("by-election", f"{election_day}/{seat}") if by_election_day else ("general-election", election_day)
    return Contest(election=f"uk:{kind}:{key}", day=day, writ=writ, candidates=tuple(ranked), **fields)


def _candidate(row):
    name = f"{row['first_name']} {row['surname']}"
    texts = {"name": clean(name), "party": clean(row["party"]), "abbreviation": clean(row["abbreviation"])}
    return Candidate(member=row["member"], party_id=row["party_id"], votes=int(row["votes"]), **texts)
