"""Records: what a source says about entities and relationships. Importers yield them, and ``writer`` stores them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path

import yaml


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceRecord:
    """A source of facts. Of two different values, the one from the source with the higher ``rank`` is used."""

    slug: str
    name: str
    url: str
    licence: str
    retrieved: date
    rank: int = 0


@dataclass(frozen=True, slots=True)
class NameRecord:
    """Another name, with the ISO 639-1 code of its language, or "", and a kind of `models.OtherName.Kind`."""

    name: str
    lang: str = ""
    kind: str = "alias"


@dataclass(frozen=True, slots=True)
class IdentifierRecord:
    scheme: str
    value: str


@dataclass(frozen=True, slots=True, kw_only=True)
class EntityRecord:
    """What a source says about one entity. Other records refer to it by ``key``.

    ``evidence`` helps to match the entity and is not stored. ``note`` says when or how a fact was true. ``line`` is the
    file and line in the source. ``names_only`` means that the record only adds other names to an entity of the graph.
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
    """A relationship of two record keys. ``verified_at`` is None for the day of the source's retrieval."""

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
    """The seats and votes (in per cent) of a party, whose key is empty for independents and others."""

    name: str
    seats: int = 0
    party: str = ""
    vote_share: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CompositionRecord:
    """The seats of a chamber by party from a day on, after an election or just counted. "Others" get missing seats."""

    total: int
    shares: tuple[SeatShareRecord, ...]
    election: str = ""
    institution: str = ""
    start_date: str = ""
    verified_at: date | None = None
    line: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class RejectedRecord:
    """A record that cannot be used, with the reason. The others are imported nevertheless."""

    reason: str
    line: str


class BrokenFile(Exception):
    """Raised when a whole file cannot be read. Then nothing is imported."""


def read_source(importer: str) -> SourceRecord:
    return SourceRecord(**yaml.safe_load(Path(__file__).with_name("sources.yaml").read_text("utf-8"))[importer])


Record = EntityRecord | RelationshipRecord | CompositionRecord | RejectedRecord


def country_key(code: str) -> str:
    return f"country:{code}"
