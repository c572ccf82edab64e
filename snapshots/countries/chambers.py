"""Find the newest composition (seats by party) of each chamber. It is left out if a later election has replaced it."""

from collections import defaultdict
from dataclasses import dataclass
from datetime import date, timedelta

from graph.kinds import ElectionKind, ElectionStatus
from graph.relations import RelationshipType
from snapshots.countries import rows
from snapshots.countries.standing import Standing

ELECTED_IN = RelationshipType.ELECTED_IN_ELECTION
CONTAINS = RelationshipType.CONTAINS_OFFICE
IN_COUNTRY = RelationshipType.INSTITUTION_IN_COUNTRY
ONE_YEAR = timedelta(days=365.25)


@dataclass(frozen=True, slots=True)
class Chamber:
    """An institution on the day. ``composition`` is None if no source says which parties have its seats. Then
    ``standing``, which is that of the composition, is None, too."""

    composition: rows.CompositionRow | None
    shares: list[rows.ShareRow]
    standing: Standing | None
    verified_at: date | None


def load_chambers(
    selection: rows.Selection, offices: list[rows.OfficeRow], elections: list[rows.ElectionRow]
) -> dict[int, Chamber]:
    """Map the primary keys of the country's institutions to their `Chamber`. This needs two queries."""
    relationships = _relationships(selection)
    last_elections = _last_elections(relationships, elections, selection.day)
    term_lengths = _term_lengths(relationships, offices)
    verified = {institution: verified_at for institution, _, verified_at in relationships[IN_COUNTRY]}
    newest = rows.newest_compositions(selection)
    # If the chamber was elected again after its newest composition began, the result of that election is unknown.
    valid = {pk: pair for pk, pair in newest.items() if last_elections[pk] <= _start(pair[0])}
    return {
        pk: Chamber(row, shares, _standing(row, term_lengths.get(pk), selection.day), verified.get(pk))
        for pk in {*valid, *verified}
        for row, shares in [valid.get(pk, (None, []))]
    }


def _relationships(selection):
    """Map types of relationships to lists of [key of the subject, key of the object, day of the last verification]."""
    by_type = defaultdict(list)
    for type_, *values in selection.fetch(rows.SQL.LINKS):
        by_type[type_].append(values)
    return by_type


def _last_elections(relationships, elections, day):
    """Map institutions to the first possible day of their last election by ``day``; date.min if unknown."""
    days = {election.pk: election.date_first for election in elections if _renews(election, day)}
    days_of_office = defaultdict(list)
    for office, election, _ in relationships[ELECTED_IN]:
        if election in days:
            days_of_office[office].append(days[election])
    # A chamber can contain several offices; the latest election of any of them counts.
    last = defaultdict(lambda: date.min)
    for institution, office, _ in relationships[CONTAINS]:
        last[institution] = max([last[institution], *days_of_office[office]])
    return last


def _renews(election, day):
    # A by-election fills single seats, so the composition before it still holds.
    fills_chamber = election.election_kind != ElectionKind.BY_ELECTION
    return fills_chamber and election.status == ElectionStatus.HELD and election.date_first <= day


def _term_lengths(relationships, offices):
    """Map institutions to the years of one term of their members. Institutions with an unknown length are left out."""
    years = {office.pk: office.term_length for office in offices}
    return {institution: years[office] for institution, office, _ in relationships[CONTAINS] if years.get(office)}


def _start(composition):
    return composition.start_last or composition.verified_at


def _standing(composition, years, day):
    if composition is None:
        return None
    is_coarse = composition.start_last is not None and composition.start_last > day
    # Past its term a composition may still hold: perhaps no source has reported the next election yet.
    is_past_term = bool(years) and _start(composition) + years * ONE_YEAR < day
    return Standing.of(not is_coarse and not is_past_term, composition.verified_at.isoformat(), is_coarse)
