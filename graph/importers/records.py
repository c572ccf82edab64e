"""Records: the one interchange format. Importers yield them, the writer takes them, dumps are made of them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceRecord:
    """Where facts come from. ``rank`` settles who is believed when two sources differ: the higher."""

    slug: str
    name: str
    url: str
    licence: str
    retrieved: date
    rank: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class NameRecord:
    """Another name of an entity; ``lang`` is an ISO 639-1 code or empty, ``kind`` one of models.OtherName.Kind."""

    name: str
    lang: str = ""
    kind: str = "alias"


@dataclass(frozen=True, slots=True, kw_only=True)
class IdentifierRecord:
    """The entity's key in another register, as Popolo has it: a scheme and a value."""

    scheme: str
    value: str


@dataclass(frozen=True, slots=True, kw_only=True)
class EntityRecord:
    """What one source says of one entity.

    ``key`` names the entity inside one run, so that relationship records can refer to it; two records with
    one key are one entity. ``details`` holds the fields of the kind as `graph.kinds` names them, unknown ones
    left out. ``evidence`` helps to tell whether this is an entity the graph already has; it is never stored.
    ``note`` says when or how a fact was true ("population: 2025 est."), ``url`` is the very page, where the source
    has one. ``line`` is the place in the source. ``names_only`` says that the graph has the entity, and that the
    source is one of its other names and of nothing else, not of the name it is shown by either.
    """

    key: str
    kind: str
    name: str
    country_code: str | None
    details: Mapping = field(default_factory=dict)
    other_names: tuple[NameRecord, ...] = ()
    identifiers: tuple[IdentifierRecord, ...] = ()
    evidence: Mapping = field(default_factory=dict)
    note: str = ""
    url: str = ""
    line: str = ""
    names_only: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class RelationshipRecord:
    """One statement between two entities, named by their keys; ``country:fr`` is always France.

    Dates are partial ISO 8601, empty when unknown. ``verified_at`` is the day a source last confirmed it;
    left empty, it is the day the source was retrieved. ``position`` orders the subject's statements of one type.
    """

    type: str
    subject: str
    object: str
    role: str = ""
    start_date: str = ""
    end_date: str = ""
    verified_at: date | None = None
    position: int = 0
    line: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatShareRecord:
    """What one list has of a composition; ``party`` is the key of a party, empty for independents and others.

    ``name`` is what the source calls it, ``vote_share`` per cent of the valid votes, None when unknown.
    """

    name: str
    seats: int = 0
    party: str = ""
    vote_share: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CompositionRecord:
    """How the seats of a chamber stand by party from a day on: by an election, or as a source counted them.

    ``election`` is the key of the election that gave the seats, empty where none did. ``institution`` is the key of
    the chamber; left empty, it is the one whose members the election elects. ``total`` is the number of seats the
    chamber had then; what the shares leave of it goes to "Others", and shares that exceed it are refused.
    ``start_date`` is partial ISO 8601; ``verified_at``, left empty, is the day the source was retrieved.
    """

    total: int
    shares: tuple[SeatShareRecord, ...]
    election: str = ""
    institution: str = ""
    start_date: str = ""
    verified_at: date | None = None
    line: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class RejectedRecord:
    """A record of the source that cannot be used, and why; the others go on."""

    reason: str
    line: str


class BrokenFile(Exception):
    """The file as a whole cannot be read: nothing of it is used and the graph stays as it was."""


Record = EntityRecord | RelationshipRecord | CompositionRecord | RejectedRecord


def country_key(code: str) -> str:
    """The reserved key of a country: ``country:fr``."""
    return f"country:{code}"
