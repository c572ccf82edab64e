"""When the country votes next, and how it voted lately. By-elections are left to the graph's own lists."""

from graph.documents import is_overdue, short_form
from graph.kinds import ElectionKind, ElectionStatus
from snapshots.countries import certainty
from snapshots.countries.facts import CountryFacts

MOST_SHOWN = 10


def section(facts: CountryFacts) -> dict:
    """``upcoming``: soonest first, those overdue last; ``recent``: newest first. At most ten of each."""
    told = [election for election in facts.elections if _is_told(election.details)]
    return {
        "upcoming": _upcoming(told, facts.day)[:MOST_SHOWN],
        "recent": _recent(told, facts.day)[:MOST_SHOWN],
    }


def _is_told(details):
    return (
        details is not None and details.status != ElectionStatus.CANCELLED and details.kind != ElectionKind.BY_ELECTION
    )


def _upcoming(elections, day):
    """A date as coarse as a year is still to come while the year lasts, unless the election is known to be held."""
    to_come = [election for election in elections if not _was_held(election.details, day)]
    rows = sorted(to_come, key=lambda election: (is_overdue(election.details, day), *_by_date(election)))
    return [_upcoming_row(election, day) for election in rows]


def _recent(elections, day):
    held = [election for election in elections if _was_held(election.details, day)]
    return [_recent_row(election, day) for election in sorted(held, key=_by_date, reverse=True)]


def _was_held(details, day):
    return details.status == ElectionStatus.HELD and details.date_first <= day


def _by_date(election):
    return election.details.date_first, election.details.date_last, election.name, election.pk


def _row(election):
    return {
        "election": short_form(election),
        "date": election.details.date,
        "kind": election.details.kind,
    }


def _upcoming_row(election, day):
    return _row(election) | {"overdue": is_overdue(election.details, day)}


def _recent_row(election, day):
    details = election.details
    return _row(election) | {
        "winner": details.winner or None,
        "turnout": _number(details.turnout),
        "result_margin": _number(details.result_margin),
        "certainty": certainty.of_end(details.date_last, day),
    }


def _number(value):
    return None if value is None else float(value)
