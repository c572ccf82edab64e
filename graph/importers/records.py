"""Define the records: what importers yield and the writer takes."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceRecord:
    """A source of facts. If two sources give different values, the one with the higher ``rank`` is believed."""

    slug: str
    name: str
    url: str
    licence: str
    retrieved: date
    rank: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class NameRecord:
    """Another name of an entity. ``lang`` is an ISO 639-1 code or empty, ``kind`` one of models.OtherName.Kind."""

    name: str
    lang: str = ""
    kind: str = "alias"


@dataclass(frozen=True, slots=True, kw_only=True)
class IdentifierRecord:
    """An identifier of an entity in another register: the scheme (the register) and the value, as in Popolo."""

    scheme: str
    value: str


@dataclass(frozen=True, slots=True, kw_only=True)
class EntityRecord:
    """What one source says about one entity.

    ``key`` identifies the entity within an import, and relationship records refer to it. Two records with the same key
    are about one entity. ``details`` has the known fields of the kind with the names of `graph.kinds`. ``evidence``
    helps to match the record with an entity of the graph, and is never stored. ``note`` says when or how a fact was
    true ("population: 2025 est."). ``url`` is the page of the entity in the source, ``line`` its file and line there.
    With ``names_only`` the record adds only other names to a known entity, and no other fact.
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
    """A relationship between two entities, which are given by their keys; ``country:fr`` is always France.

    Dates are partial ISO 8601, empty when unknown. ``verified_at`` is the day on which a source last confirmed the
    relationship. None means the day on which the source was retrieved. ``position`` orders relationships of one subject
    and type.
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
    """The row of the seats of one list. ``party`` is the key of a party, empty for independents and others.

    ``name`` is the name in the source. ``vote_share`` is the percentage of the valid votes, None when unknown.
    """

    name: str
    seats: int = 0
    party: str = ""
    vote_share: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CompositionRecord:
    """The seats of a chamber by party from a day on: after an election, or as a source counted them.

    ``election`` is the key of the election, empty for a count without one. ``institution`` is the key of the chamber;
    empty means the chamber that the election elects. ``total`` is the number of seats of the chamber. Seats that no row
    of ``shares`` has go to "Others". A record whose rows have more seats than ``total`` is rejected. ``start_date`` is
    partial ISO 8601. ``verified_at`` None means the day on which the source was retrieved.
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
    """A record of the source that cannot be used, with the reason. The import of the other records continues."""

    reason: str
    line: str


class BrokenFile(Exception):
    """Raised when a file as a whole cannot be read. Then nothing is imported."""


Record = EntityRecord | RelationshipRecord | CompositionRecord | RejectedRecord


def country_key(code: str) -> str:
    """Return the record key of a country from its code: ``country:fr`` for ``fr``."""
    return f"country:{code}"
