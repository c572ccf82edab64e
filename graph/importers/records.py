"""Define records: what one source says about entities and relationships. Importers yield records.

The package ``writer`` stores the records in the graph.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path

import yaml


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceRecord:
    """A source of facts.

    If two sources give different values, the value from the source with the higher ``rank`` is used.
    """

    slug: str
    name: str
    url: str
    licence: str
    retrieved: date
    rank: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class NameRecord:
    """Another name of an entity, in addition to its display name.

    ``lang`` is the ISO 639-1 code of the language, or empty. ``kind`` is one of `models.OtherName.Kind`.
    """

    name: str
    lang: str = ""
    kind: str = "alias"


@dataclass(frozen=True, slots=True, kw_only=True)
class IdentifierRecord:
    """An identifier of an entity in another register.

    ``scheme`` names the register, and ``value`` is the identifier.
    """

    scheme: str
    value: str


@dataclass(frozen=True, slots=True, kw_only=True)
class EntityRecord:
    """What one source says about one entity.

    - ``key`` identifies the entity within an import. Records of relationships refer to entities by their keys.
    - ``details`` has the known values of the fields that `graph.kinds` defines for the kind.
    - ``evidence`` has facts that help to match the record with an entity. They are not stored.
    - ``note`` says when or how a fact was true ("population: 2025 est.").
    - ``url`` is the page of the entity in the source. ``line`` is the file and line of the record in the source.
    - ``names_only`` means that the record only adds other names to an entity of the graph.
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
    """A relationship between two entities. ``subject`` and ``object`` are the keys of their records.

    - The key of a country is the same in every import, for example ``country:fr``.
    - ``verified_at`` is the day on which the source last confirmed the relationship. None means the day of its
      retrieval.
    - ``position`` orders the relationships that have the same subject and type.
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
    """The seats and votes of one party in a composition.

    ``name`` is the party's name in the source. ``party`` is the key of the party's record, empty for independents and
    others. ``vote_share`` is the percentage of the valid votes, or None if unknown.
    """

    name: str
    seats: int = 0
    party: str = ""
    vote_share: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CompositionRecord:
    """A composition: the seats of a chamber by party from a day on.

    - ``institution`` is the key of the chamber. Empty means the chamber whose members the election elects.
    - ``election`` is the key of the election that gave the seats. It is empty if the source just counted the seats.
    - ``total`` is the number of all seats. Seats that are missing in ``shares`` are added to "Others".
    - ``verified_at`` is the day on which the source last confirmed the seats. None means the day of its retrieval.
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
    """A record of a source that cannot be used, with the reason. The other records are imported nevertheless."""

    reason: str
    line: str


class BrokenFile(Exception):
    """Raised when a whole file cannot be read. Then nothing is imported."""


def read_source(importer: str) -> SourceRecord:
    """Return the source of the importer with this name. ``sources.yaml`` describes all sources."""
    return SourceRecord(**yaml.safe_load(Path(__file__).with_name("sources.yaml").read_text("utf-8"))[importer])


Record = EntityRecord | RelationshipRecord | CompositionRecord | RejectedRecord


def country_key(code: str) -> str:
    """Return the key by which records refer to the country with this code: ``country:fr`` for ``fr``."""
    return f"country:{code}"
