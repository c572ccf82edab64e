"""Find the newest composition (the seats by party) of each chamber. If the whole chamber was elected again after this
composition began, the chamber gets no composition."""

from collections import defaultdict
from dataclasses import dataclass
from datetime import date

from graph.kinds import ElectionKind, ElectionStatus
from graph.models.freshness import last_confirmed_day
from graph.relations import RelationshipType
from snapshots.countries import rows
from snapshots.countries.standing import Standing

ELECTED_IN = RelationshipType.ELECTED_IN_ELECTION
CONTAINS = RelationshipType.CONTAINS_OFFICE
IN_COUNTRY = RelationshipType.INSTITUTION_IN_COUNTRY


@dataclass(frozen=True, slots=True)
class Chamber:
    """A chamber on the day of the snapshot.

    - ``composition`` is the newest composition (the seats of the chamber by party). It is None if no source says which
      parties have the seats, or if the whole chamber was elected again after this composition began.
    - ``shares`` has the seats of each party.
    - ``standing`` says whether the composition is certainly current. A composition that is older than the usual length
      of a term is not. ``standing`` is None if there is no composition.
    - ``verified_at`` is the day on which a source last confirmed the chamber itself, or None."""

    composition: rows.CompositionRow | None
    shares: list[rows.ShareRow]
    standing: Standing | None
    verified_at: date | None


def load_chambers(
    selection: rows.Selection, offices: list[rows.OfficeRow], elections: list[rows.ElectionRow]
) -> dict[int, Chamber]:
    """Map the primary key of each institution to its `Chamber`. The institutions are those that have a relationship
    with the country, or a composition (seats by party). This needs two queries."""
    relationships = _relationships(selection)
    renewals = _renewals(relationships, elections)
    term_lengths = _term_lengths(relationships, offices)
    verified = {institution: verified_at for institution, _, verified_at in relationships[IN_COUNTRY]}
    newest = rows.newest_compositions(selection)
    # If the chamber was elected again after its newest composition began, the result of that election is unknown.
    valid = {pk: pair for pk, pair in newest.items() if not _is_replaced(pair[0], renewals[pk], selection.day)}
    return {
        pk: Chamber(row, shares, _standing(row, term_lengths.get(pk), renewals[pk], selection.day), verified.get(pk))
        for pk in {*valid, *verified}
        for row, shares in [valid.get(pk, (None, []))]
    }


def _relationships(selection):
    """Map each type of relationship to the relationships of this type in the country, as lists: [primary key of the
    subject, primary key of the object, day of the last verification]."""
    by_type = defaultdict(list)
    for type_, *values in selection.fetch(rows.SQL.LINKS):
        by_type[type_].append(values)
    return by_type


def _renewals(relationships, elections):
    """Map the primary key of each institution to a list of the elections that fill all its seats, sorted by date.
    ``relationships`` is the dict that `_relationships` returns."""
    renewing = {election.pk: election for election in sorted(elections, key=_last_day) if _renews(election)}
    of_office = defaultdict(set)
    for office, election, _ in relationships[ELECTED_IN]:
        of_office[office].add(election)
    # A chamber can have several offices. It is renewed by the elections of all of them.
    of_chamber = defaultdict(set)
    for institution, office, _ in relationships[CONTAINS]:
        of_chamber[institution] |= of_office[office]
    found = {pk: [row for key, row in renewing.items() if key in keys] for pk, keys in of_chamber.items()}
    return defaultdict(list, found)


def _last_day(election):
    return election.date_last


def _renews(election):
    # A by-election fills single seats, so it does not replace the composition.
    return election.election_kind != ElectionKind.BY_ELECTION and election.status != ElectionStatus.CANCELLED


def _is_replaced(composition, elections, day):
    """Return True if the composition (the seats by party) is outdated: one of the ``elections`` was held after the
    composition began, and not after ``day``. Each of the ``elections`` fills all seats of the chamber."""
    start = _start(composition)
    return any(row.status == ElectionStatus.HELD and start < row.date_first <= day for row in elections)


def _term_lengths(relationships, offices):
    """Map the primary key of each institution to the length of a member's term in years. Institutions with an unknown
    length are left out. ``relationships`` is the dict that `_relationships` returns."""
    years = {office.pk: office.term_length for office in offices}
    return {institution: years[office] for institution, office, _ in relationships[CONTAINS] if years.get(office)}


def _start(composition):
    return composition.start_last or composition.verified_at


def _standing(composition, years, elections, day):
    if composition is None:
        return None
    start, verified_at = _start(composition), composition.verified_at
    is_coarse = composition.start_last is not None and composition.start_last > day
    # After the end of the term, it is uncertain whether the composition is current: sources may not have reported the
    # next election yet.
    later = [row.date_last for row in elections if row.date_first > start]
    is_certain = day <= last_confirmed_day(start, max(start, verified_at), years, later)
    return Standing.of(not is_coarse and is_certain, verified_at.isoformat(), is_coarse)
