"""What ParlGov's rows of results say together: an alliance is one list, whichever of its rows has votes and seats."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from graph.importers.parlgov.parties import Party
from graph.importers.partyfacts.tables import Row, read_table

FILE = "32__elections__ElectionResult.csv.gz"
COLUMNS = ("id", "election", "party", "alliance", "seats", "vote_share", "votes")


@dataclass(slots=True)
class ElectoralList:
    """One list of one election: a party, or the parties of an alliance."""

    name: str | None
    seats: int = 0
    votes: int = 0
    share: float = 0.0


def read_results(path: Path) -> dict[str, list[Row]]:
    """The rows of results by election."""
    results = defaultdict(list)
    for row in read_table(path / FILE, COLUMNS):
        results[row["election"]].append(row)
    return results


def lists_of(rows: Iterable[Row], parties: Mapping[str, Party], day: str) -> list[ElectoralList]:
    """The lists of that day's election whose leader is a party; independents and the rest of a count are none."""
    by_id = {row["id"]: row for row in rows}
    members = defaultdict(list)
    for row in by_id.values():
        members[_head(row, by_id, parties)["id"]].append(row)
    found = (_list(by_id[head], rows, parties, day) for head, rows in members.items())
    return [entry for entry in found if entry.name]


def winner(lists: Iterable[ElectoralList]) -> str | None:
    """The name of the list with most seats, of several the one with most votes; None when no seat is known."""
    first = max(lists, key=lambda entry: (entry.seats, entry.votes, entry.share), default=None)
    return first.name if first and first.seats else None


def margin(lists: Iterable[ElectoralList]) -> float | None:
    """Percentage points between the two lists with the largest shares of votes; None when there are no two."""
    shares = sorted((entry.share for entry in lists if entry.share), reverse=True)
    return round(shares[0] - shares[1], 2) if len(shares) > 1 else None


def _head(row, by_id, parties):
    """The row of the list that a row belongs to; an alliance may be part of a larger one."""
    seen = set()
    while row["id"] not in seen and (alliance := by_id.get(row["alliance"])) and alliance["party"] in parties:
        seen.add(row["id"])
        row = alliance
    return row


def _list(head, rows, parties, day):
    return ElectoralList(
        name=_name(head, rows, parties, day),
        seats=sum(_number(row["seats"]) for row in rows),
        votes=sum(_number(row["votes"]) for row in rows),
        share=sum(float(row["vote_share"] or 0) for row in rows),
    )


def _name(head, rows, parties, day):
    """The alliance's own name; where a party stands for it, the name of its largest party."""
    if head["seats"]:
        of_parties = [row for row in rows if row["party"] in parties]
        head = max(of_parties, key=lambda row: (_number(row["seats"]), row is head), default=head)
    return parties[head["party"]].name_on(day) if head["party"] in parties else None


def _number(text):
    return int(float(text or 0))
