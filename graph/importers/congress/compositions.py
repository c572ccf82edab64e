"""The two chambers as they stand on the source's day: the voting members by party, and the seats that are vacant."""

from collections import Counter
from collections.abc import Iterator
from datetime import date

from graph.importers.congress import offices, parties
from graph.importers.records import CompositionRecord, SeatShareRecord
from graph.kinds import NoParty
from graph.text import dates

# By the source's type of term.
SEATS = {"rep": 435, "sen": 100}
# The District of Columbia and five territories send delegates to the House who have no vote.
WITHOUT_VOTE = frozenset({"AS", "DC", "GU", "MP", "PR", "VI"})


def records(people: list, day: date, line: str) -> Iterator[CompositionRecord]:
    """The composition of each chamber that day; the people are those of the file of members."""
    seats = Counter(_seat(person, day) for person in people if _sits(person, day))
    for kind, total in SEATS.items():
        taken = {label: number for (type_, label), number in seats.items() if type_ == kind}
        yield CompositionRecord(
            institution=offices.chamber(kind),
            start_date=day.isoformat(),
            total=total,
            shares=tuple(_shares(taken, total)),
            line=line,
        )


def _sits(person, day):
    term = person["terms"][-1] if person["terms"] else None
    is_running = term and dates.first_day(str(term["start"])) <= day <= dates.last_day(str(term["end"]))
    return is_running and term.get("state") not in WITHOUT_VOTE


def _seat(person, day):
    label = parties.label_on(person, day)
    return person["terms"][-1]["type"], "" if label in parties.NO_PARTY else label


def _shares(taken, total):
    for label, number in sorted(taken.items(), key=lambda entry: -entry[1]):
        if label:
            yield SeatShareRecord(name=parties.NAMES[label], party=parties.party_key(label), seats=number)
        else:
            yield SeatShareRecord(name=NoParty.INDEPENDENTS.value, seats=number)
    vacant = total - sum(taken.values())
    if vacant > 0:
        yield SeatShareRecord(name=NoParty.VACANT.value, seats=vacant)
