"""How the seats of a chamber stand by party since its last election, or since it was renewed in another way."""

from collections import Counter
from collections.abc import Iterator

from graph.importers.factbook import party_names
from graph.importers.factbook.chambers import Chamber
from graph.importers.factbook.corrections import NO_LEGISLATIVE_RESULTS, NO_SITTING_MEMBERS
from graph.importers.factbook.election_records import election_key
from graph.importers.factbook.legislative_elections import last_date, last_election
from graph.importers.factbook.page import UPPER
from graph.importers.factbook.parties import SEATS, Parties, seat_list
from graph.importers.factbook.seats import entries, is_no_party, no_party_name
from graph.importers.records import CompositionRecord, RejectedRecord, SeatShareRecord

SCOPE = "scope of elections"
PARTIAL = "partial renewal"


def records(chambers: list[Chamber], parties: Parties) -> Iterator[CompositionRecord | RejectedRecord]:
    """The composition of each chamber that the page has a list of seats for; a refusal for a list that is of no use."""
    for chamber in chambers:
        listed = entries(seat_list(chamber.page, chamber.section)) if chamber.has_members else []
        if listed:
            reason = _reason_to_refuse(chamber, sum(count for _, count in listed))
            line = chamber.page.line(chamber.section, SEATS)
            yield RejectedRecord(reason=reason, line=line) if reason else _composition(chamber, listed, parties, line)


def _reason_to_refuse(chamber, listed):
    if chamber.page.code in NO_SITTING_MEMBERS:
        return "the terms of the members ran out"
    if chamber.page.code in NO_LEGISLATIVE_RESULTS and chamber.section != UPPER:
        return "the list of seats is that of an earlier election"
    if chamber.seats is None:
        return "a list of seats, but not how many there are"
    # Where a part of the members is elected at a time, a list may be of that part alone.
    if chamber.text(SCOPE) == PARTIAL and listed != chamber.seats:
        return f"the list tells {listed} seats that were renewed, not all {chamber.seats}"
    return f"the list tells {listed} seats of {chamber.seats}" if listed > chamber.seats else None


def _composition(chamber, listed, parties, line):
    page, election = chamber.page, last_election(chamber.page, chamber.section)
    return CompositionRecord(
        institution=chamber.key,
        election=election_key(page, *election) if election else "",
        start_date=election[1] if election else last_date(page, chamber.section),
        total=chamber.seats,
        shares=_shares(page, listed, parties),
        line=line,
    )


def _shares(page, listed, parties):
    """Each party once, under the name that it is listed by first, and so are independents and others."""
    names, seats = {}, Counter()
    for text, count in listed:
        name, party = _called(page, text, parties)
        # Two entries of one party are one, whatever they are called; without a party the name tells them apart.
        entry = party, "" if party else name
        names.setdefault(entry, name)
        seats[entry] += count
    return tuple(SeatShareRecord(name=names[entry], party=entry[0], seats=count) for entry, count in seats.items())


def _called(page, text, parties):
    """The name of an entry, and the key of its party, empty where it has none."""
    if is_no_party(text):
        return no_party_name(text), ""
    party = parties.seated(text)
    if party is None:
        return party_names.joint_name(text), ""
    return party_names.parse(text, page.code).name, party.key
