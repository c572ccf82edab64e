"""What can be missing of each kind: the worklists of editors."""

from collections.abc import Callable
from dataclasses import dataclass

from graph.kinds import Kind
from graph.relations import RelationshipType


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
    return Gap(name, label, lambda rows, day: rows.without_outgoing(relation_type))


def _unmentioned(name, label, relation_type):
    return Gap(name, label, lambda rows, day: rows.without_incoming(relation_type))


NO_SOURCE = Gap("no-source", "no source", lambda rows, day: rows.without_source())
UNVERIFIED = Gap("unverified", "unverified for two years", lambda rows, day: rows.unverified_for_two_years(day))

GAPS = {
    Kind.COUNTRY: (
        _fact(Kind.COUNTRY, "capital"),
        _fact(Kind.COUNTRY, "government_type"),
        _fact(Kind.COUNTRY, "population"),
        _fact(Kind.COUNTRY, "continent"),
        _fact(Kind.COUNTRY, "legislature_name"),
        _unmentioned("no-office", "no office", RelationshipType.OFFICE_IN_COUNTRY),
        _unmentioned("no-election", "no election", RelationshipType.OCCURS_IN_COUNTRY),
        NO_SOURCE,
    ),
    Kind.POLITICIAN: (
        _fact(Kind.POLITICIAN, "birth_year"),
        _unstated("no-office", "no office", RelationshipType.HOLDS_OFFICE),
        _unstated("no-party", "no party", RelationshipType.MEMBER_OF_PARTY),
        UNVERIFIED,
        NO_SOURCE,
    ),
    Kind.PARTY: (
        _fact(Kind.PARTY, "founded_year"),
        _unstated("no-ideology", "no ideology", RelationshipType.HAS_IDEOLOGY),
        _unstated("no-country", "operates in no country", RelationshipType.OPERATES_IN_COUNTRY),
        _unmentioned("no-member", "no member", RelationshipType.MEMBER_OF_PARTY),
        NO_SOURCE,
    ),
    Kind.ELECTION: (
        Gap("overdue", "scheduled, and over", lambda rows, day: rows.overdue(day)),
        _fact(Kind.ELECTION, "winner"),
        _fact(Kind.ELECTION, "turnout"),
        _fact(Kind.ELECTION, "result_margin"),
        _unmentioned("no-candidate", "no candidate", RelationshipType.PARTICIPATED_IN_ELECTION),
        _unmentioned("no-office", "no office contested", RelationshipType.ELECTED_IN_ELECTION),
        NO_SOURCE,
    ),
    Kind.OFFICE: (
        Gap("no-holder", "no holder", lambda rows, day: rows.without_holder(day)),
        _fact(Kind.OFFICE, "office_type"),
        _fact(Kind.OFFICE, "term_length"),
        _unstated("no-election", "elected in no election", RelationshipType.ELECTED_IN_ELECTION),
        _unmentioned("no-institution", "part of no institution", RelationshipType.CONTAINS_OFFICE),
        UNVERIFIED,
        NO_SOURCE,
    ),
    Kind.INSTITUTION: (
        _fact(Kind.INSTITUTION, "institution_type"),
        _fact(Kind.INSTITUTION, "seats"),
        _fact(Kind.INSTITUTION, "founded_year"),
        Gap("no-composition", "no composition", lambda rows, day: rows.without_composition()),
        _unstated("no-office", "contains no office", RelationshipType.CONTAINS_OFFICE),
        NO_SOURCE,
    ),
    Kind.IDEOLOGY: (
        _fact(Kind.IDEOLOGY, "spectrum"),
        _unmentioned("no-party", "no party", RelationshipType.HAS_IDEOLOGY),
        NO_SOURCE,
    ),
}
