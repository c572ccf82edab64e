"""What both kinds of file say of one chamber, in one shape."""

from dataclasses import dataclass, field

from graph.importers.records import RejectedRecord


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """A member as the source writes them; ``other_names`` are pairs of name and language."""

    id: str
    name: str
    line: str
    given_name: str = ""
    family_name: str = ""
    sort_name: str = ""
    honorific: str = ""
    birth_date: str = ""
    other_names: tuple[tuple[str, str], ...] = ()
    identifiers: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """What a member sat for: a party, a parliamentary club or a word for none."""

    id: str
    name: str
    line: str
    other_names: tuple[tuple[str, str], ...] = ()
    wikidata: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Seat:
    """One membership: a person in one term for one group; own dates are empty when the source has none."""

    person: str
    group: str
    term: str
    line: str
    start: str = ""
    end: str = ""


@dataclass(slots=True)
class House:
    """The persons, groups and seats of one chamber, by the identifiers of the file."""

    persons: dict[str, Person] = field(default_factory=dict)
    groups: dict[str, Group] = field(default_factory=dict)
    seats: list[Seat] = field(default_factory=list)
    rejected: list[RejectedRecord] = field(default_factory=list)
