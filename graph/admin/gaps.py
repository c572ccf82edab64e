"""What can be missing of each kind: the worklists of editors."""

from collections.abc import Callable
from dataclasses import dataclass

from graph.kinds import Kind


@dataclass(frozen=True)
class Gap:
    """``narrow(entities, day)`` leaves those that it gapes in on the day."""

    name: str
    label: str
    narrow: Callable


def _fact(kind, name):
    words = name.replace("_", " ")
    return Gap(f"no-{name.replace('_', '-')}", f"no {words}", lambda rows, day: rows.without_fact(kind, name))


def _unstated(name, label, relation_type):
    return Gap(name, label, lambda rows, day: rows.saying_nothing(relation_type))


def _unmentioned(name, label, relation_type):
    return Gap(name, label, lambda rows, day: rows.nothing_said_of(relation_type))


NO_SOURCE = Gap("no-source", "no source", lambda rows, day: rows.without_source())
UNVERIFIED = Gap("unverified", "unverified for two years", lambda rows, day: rows.unverified_for_two_years(day))

GAPS = {
    Kind.COUNTRY: (
        _fact(Kind.COUNTRY, "capital"),
        _fact(Kind.COUNTRY, "government_type"),
        _fact(Kind.COUNTRY, "population"),
        _fact(Kind.COUNTRY, "continent"),
        _fact(Kind.COUNTRY, "legislature_name"),
        _unmentioned("no-office", "no office", "office_in_country"),
        _unmentioned("no-election", "no election", "election_occurs_in_country"),
        NO_SOURCE,
    ),
    Kind.POLITICIAN: (
        _fact(Kind.POLITICIAN, "birth_year"),
        _unstated("no-office", "no office", "politician_holds_office"),
        _unstated("no-party", "no party", "politician_member_of_party"),
        UNVERIFIED,
        NO_SOURCE,
    ),
    Kind.PARTY: (
        _fact(Kind.PARTY, "founded_year"),
        _unstated("no-ideology", "no ideology", "party_has_ideology"),
        _unstated("no-country", "operates in no country", "party_operates_in_country"),
        _unmentioned("no-member", "no member", "politician_member_of_party"),
        NO_SOURCE,
    ),
    Kind.ELECTION: (
        Gap("overdue", "scheduled, and over", lambda rows, day: rows.overdue(day)),
        _fact(Kind.ELECTION, "winner"),
        _fact(Kind.ELECTION, "turnout"),
        _fact(Kind.ELECTION, "result_margin"),
        _unmentioned("no-candidate", "no candidate", "politician_participated_in_election"),
        _unmentioned("no-office", "no office contested", "office_elected_in_election"),
        NO_SOURCE,
    ),
    Kind.OFFICE: (
        Gap("no-holder", "no holder", lambda rows, day: rows.without_holder(day)),
        _fact(Kind.OFFICE, "office_type"),
        _fact(Kind.OFFICE, "term_length"),
        _unstated("no-election", "elected in no election", "office_elected_in_election"),
        _unmentioned("no-institution", "part of no institution", "institution_contains_office"),
        UNVERIFIED,
        NO_SOURCE,
    ),
    Kind.INSTITUTION: (
        _fact(Kind.INSTITUTION, "institution_type"),
        _fact(Kind.INSTITUTION, "seats"),
        _fact(Kind.INSTITUTION, "founded_year"),
        Gap("no-composition", "no composition", lambda rows, day: rows.without_composition()),
        _unstated("no-office", "contains no office", "institution_contains_office"),
        NO_SOURCE,
    ),
    Kind.IDEOLOGY: (
        _fact(Kind.IDEOLOGY, "spectrum"),
        _unmentioned("no-party", "no party", "party_has_ideology"),
        NO_SOURCE,
    ),
}
