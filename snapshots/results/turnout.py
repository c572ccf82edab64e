"""Add up the electorate and the votes cast in the races of an election, and compute the turnout."""

from collections.abc import Iterable

from config.http.documents import NUMBER, Document, Member
from graph.results import Phase
from snapshots.results import members
from snapshots.results.figures import complete_sum, turnout_percent
from snapshots.results.rows import CountRow, SumRow


class Turnout(Document):
    """The electorate, votes cast and turnout (votes in per cent of the electorate) in all reporting races together. A
    number is null if it is unknown for a race whose count has begun."""

    electorate = Member(members.ELECTORATE, null=True)
    ballots = Member(members.BALLOTS, null=True)
    valid = Member(members.VALID, null=True)
    rejected = Member(members.REJECTED, null=True)
    percent = Member(NUMBER, null=True, description="Ballots, otherwise valid votes, of the electorate")


def turnout_document(counts: list[CountRow]) -> dict:
    """Return the JSON data of a `Turnout`. ``counts`` has a row for each group of races of an election."""

    def total(name):
        numbers = [(row.phase, getattr(row.now, name)) for row in counts]
        # A race that is called before its count begins has no numbers yet.
        numbers = [number for phase, number in numbers if number is not None or phase != Phase.SCHEDULED]
        return complete_sum(numbers) if numbers else None

    totals = [total(name) for name in ("electorate", "ballots", "valid", "rejected")]
    return Turnout.from_values((*totals, turnout_of([row.now for row in counts])))


def turnout_of(sums: Iterable[SumRow]) -> float | None:
    """Return the turnout in all races of the ``sums`` together, in per cent, or None if it is unknown."""
    # Use valid votes instead of ballots if some races have no ballots.
    ballots = _sum(sums, "ballots_of_electorate"), _sum(sums, "electorate_of_ballots") or 0
    valid = _sum(sums, "valid_of_electorate"), _sum(sums, "electorate_of_valid") or 0
    return turnout_percent(*(ballots if ballots[1] >= valid[1] else valid))


def _sum(rows_, name):
    values = [value for row in rows_ if (value := getattr(row, name)) is not None]
    return sum(values) if values else None
