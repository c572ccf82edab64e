"""The members of a chamber as records: the politician, their time in office and their parties."""

from collections import defaultdict
from collections.abc import Iterator

from graph.importers.everypolitician import persons
from graph.importers.everypolitician.house import House, Person
from graph.importers.everypolitician.index import Legislature
from graph.importers.everypolitician.parties import Parties
from graph.importers.everypolitician.spells import DatesContradict, Spell, joined, spell_of, unbroken
from graph.importers.records import Record, RejectedRecord, RelationshipRecord
from graph.relations import RelationshipType


def records(legislature: Legislature, house: House, parties: Parties) -> Iterator[Record]:
    """The records of each member; a person without a usable membership is refused."""
    seats = defaultdict(list)
    for seat in house.seats:
        seats[seat.person].append(seat)
    for person in house.persons.values():
        terms, rejected = _spells_of_terms(seats[person.id], legislature)
        yield from rejected
        if terms:
            yield from _member(person, terms, legislature, house, parties)
        else:
            yield RejectedRecord(reason="person without a membership", line=person.line)


def _spells_of_terms(seats, legislature):
    terms, rejected = defaultdict(list), []
    for seat in seats:
        try:
            term, spell = spell_of(seat, legislature.terms)
        except KeyError:
            rejected.append(RejectedRecord(reason=f"membership in an unknown term {seat.term}", line=seat.line))
        except DatesContradict as error:
            rejected.append(RejectedRecord(reason=str(error), line=seat.line))
        else:
            terms[term.id].append(spell)
    return terms, rejected


def _member(person, terms, legislature, house, parties):
    first_day = min(spell.first_day for spells in terms.values() for spell in spells)
    record = persons.politician(person, legislature, first_day)
    if isinstance(record, RejectedRecord):
        yield record
        return
    yield record
    if person.birth_date and "birth_date" not in record.evidence:
        yield RejectedRecord(reason=f"birth date {person.birth_date} contradicts the time in office", line=person.line)
    yield from _offices(person, terms, legislature)
    yield from _memberships(person, [spell for spells in terms.values() for spell in spells], house, parties)


def _offices(person: Person, terms: dict[str, list[Spell]], legislature: Legislature) -> Iterator[RelationshipRecord]:
    spells = [spell for term in terms.values() for spell in joined(term)]
    for spell in sorted(spells, key=lambda spell: spell.first_day):
        yield _relationship(RelationshipType.HOLDS_OFFICE, person, legislature.office_key, spell)


def _memberships(person, spells, house: House, parties: Parties) -> Iterator[RelationshipRecord]:
    of_party = defaultdict(list)
    for spell in spells:
        for key in parties.keys_of(house.groups[spell.about]):
            of_party[key].append(spell)
    for key, own in of_party.items():
        others = [spell for other, rest in of_party.items() if other != key for spell in rest if spell not in own]
        for spell in unbroken(own, others):
            yield _relationship(RelationshipType.MEMBER_OF_PARTY, person, key, spell)


def _relationship(kind, person, target, spell):
    return RelationshipRecord(
        type=kind,
        subject=persons.key_of(person),
        object=target,
        start_date=spell.start,
        end_date=spell.end,
        line=spell.line,
    )
