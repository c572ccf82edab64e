"""The Parliaments of the source: the day each was elected and the day it was dissolved."""

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from graph.importers.records import BrokenFile
from graph.importers.uk.files import read_rows
from graph.text import dates

FIRST = 55


@dataclass(frozen=True, slots=True, kw_only=True)
class Parliament:
    """A Parliament by its number, with partial dates; the dissolution of the sitting one is empty."""

    number: int
    elected: str
    dissolved: str


def read_parliaments(path: Path) -> list[Parliament]:
    """The Parliaments from the 55th on, oldest first."""
    try:
        dissolved, days = _dissolutions(path), _election_days(path)
        return [
            Parliament(number=number, elected=day, dissolved=iso_date(dissolved[number]))
            for number, day in enumerate(sorted(map(dates.parse, days)), start=FIRST)
        ]
    except (KeyError, ValueError) as error:
        raise BrokenFile(f"the days of a Parliament are missing or are no dates: {error}") from error


def iso_date(text: str) -> str:
    """``30/03/2015`` gives ``2015-03-30``; an empty text stays empty. Raises ValueError for anything else."""
    return datetime.strptime(text, "%d/%m/%Y").date().isoformat() if text else ""


def _election_days(path):
    # The days in parliament_periods.csv have a misprint (June for May 2010); "notional" rows are no elections.
    rows = read_rows(path / "general-elections.csv.gz", ("day", "is_notional"))
    days = [row["day"] for _, row in rows if row["is_notional"] == "false"]
    if not days:
        raise BrokenFile("general-elections.csv.gz has no election that was held")
    return days


def _dissolutions(path):
    rows = read_rows(path / "parliament_periods.csv.gz", ("number", "elected", "met", "opened", "dissolved"))
    return {int(row["number"]): row["dissolved"] for _, row in rows if int(row["number"]) >= FIRST}
