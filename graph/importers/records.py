"""Records: what a source says about entities and relationships. Importers yield records, and the package `writer`
stores them. A record of an entity has a record key, by which other records of the same import refer to the entity."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path

import yaml


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceRecord:
    """A source, whose data was retrieved on the day ``retrieved``. If two sources have different values, those of the
    source with the higher ``rank`` are stored. If the ranks are equal, those that were imported first are stored."""

    slug: str
    name: str
    url: str
    licence: str
    retrieved: date
    rank: int = 0


with Path(__file__).with_name("sources.yaml").open(encoding="utf-8") as _file:
    SOURCES = {importer: SourceRecord(**fields) for importer, fields in yaml.safe_load(_file).items()}
"""Maps the name of each importer, which is a module of `graph.importers`, to its source."""


@dataclass(frozen=True, slots=True)
class NameRecord:
    """Another name of an entity. ``lang`` is an ISO 639-1 code or "". ``kind`` is for example "acronym"."""

    name: str
    lang: str = ""
    kind: str = "alias"


@dataclass(frozen=True, slots=True)
class IdentifierRecord:
    scheme: str
    value: str


@dataclass(frozen=True, slots=True, kw_only=True)
class EntityRecord:
    """What a source says about one entity. Other records of the import refer to the entity by the record key ``key``.
    ``evidence`` is not stored: it helps to find the entity and to make its slug. ``line`` is the file and line.

    The import cites the page ``url`` with the text ``note``. ``as_of`` is the day on which the page had the facts.

    If the graph has the entity, names and identifiers are added, and the facts in ``uses`` are updated (None means
    all). If ``is_new`` is True, the import searches only by key and identifiers, not by name."""

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
    uses: tuple[str, ...] | None = None
    is_new: bool = False
    as_of: date | None = None


@dataclass(frozen=True, slots=True)
class RelationshipRecord:
    """A relationship. ``subject`` and ``object`` are the record keys of the two entities. ``verified_at`` is the last
    day on which it is known to be true. None means the day on which the source was retrieved. If ``unconfirmed`` is
    True, no such day is stored. Without an end date, the status of the relationship is then "unknown"."""

    type: str
    subject: str
    object: str
    start_date: str = ""
    end_date: str = ""
    role: str = ""
    verified_at: date | None = None
    position: int = 0
    line: str = ""
    unconfirmed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatShareRecord:
    """The seats of one party in a `CompositionRecord`, and its share of the votes in per cent, or None if this is
    unknown. ``party`` is the record key of the party, or "" for independents and others."""

    name: str
    seats: int = 0
    party: str = ""
    vote_share: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CompositionRecord:
    """The seats of a chamber by party from ``start_date`` on. ``institution`` (the chamber) and ``election`` are record
    keys. If chamber or start is "", the election determines it. If ``shares`` has fewer seats than ``total``, the rest
    become "Others". ``verified_at`` is the day of confirmation, or None for the day of the source's retrieval."""

    total: int
    shares: tuple[SeatShareRecord, ...]
    election: str = ""
    institution: str = ""
    start_date: str = ""
    verified_at: date | None = None
    line: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class IdentityRecord:
    """The base class of records that change an existing entity, for example merge or rename it. An import applies them
    first. ``slug`` is the slug of the entity. ``line`` is the file and the entry."""

    slug: str
    line: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MergeRecord(IdentityRecord):
    """Merges the entity with the slug ``slug`` into the entity with the slug ``into``, because both are the same."""

    into: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RenameRecord(IdentityRecord):
    """Gives the entity ``slug`` the slug ``new_slug``. The old slug then redirects to the new one."""

    new_slug: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RemoveNamesRecord(IdentityRecord):
    """Removes the other names ``names`` from the entity ``slug``, because they are names of another entity."""

    names: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class WithdrawRecord(IdentityRecord):
    """Withdraws the entity ``slug``, because it does not exist in reality. ``note`` is the reason."""

    note: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RemoveRelationshipRecord(IdentityRecord):
    """Removes the relationships with these values. The subject (``slug``) and the ``object`` are slugs of entities."""

    type: str
    object: str
    start_date: str


@dataclass(frozen=True, slots=True)
class RejectedRecord:
    """A part of a source that cannot be imported, and the reason. The rest of the source is imported."""

    reason: str
    line: str


class BrokenFile(Exception):
    """A file of a source cannot be read, so nothing of the source is imported."""


Record = EntityRecord | RelationshipRecord | CompositionRecord | IdentityRecord | RejectedRecord


def country_key(code: str) -> str:
    return f"country:{code}"
