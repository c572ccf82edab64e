"""Records: what a source says about entities and relationships. Importers yield records, and the package `writer`
stores them. Records of one import refer to an entity by its record key, such as "au:party:ALP"."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path

import yaml


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceRecord:
    """A source, retrieved on the day ``retrieved``. If two sources give different values for a fact, the value of the
    source with the higher ``rank`` is stored. If the ranks are equal, the value that was imported first is stored."""

    slug: str
    name: str
    url: str
    licence: str
    retrieved: date
    rank: int = 0


with Path(__file__).with_name("sources.yaml").open(encoding="utf-8") as _file:
    SOURCES = {importer: SourceRecord(**fields) for importer, fields in yaml.safe_load(_file).items()}
"""Maps the name of each importer, such as "parlgov", to its source. An importer is a package in `graph.importers`."""


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
    """What a source says about one entity. ``key`` is its record key. ``line`` is the file and line in the source, for
    messages.

    - ``evidence`` has values that are not stored, such as the date of birth. They help to find the entity in the graph,
      and to make its slug.
    - The import cites the page ``url``, with the text ``note``. The page had the facts on the day ``as_of``.
    - ``uses`` names the facts that are updated if the graph already has the entity. None means all facts. Names and
      identifiers are always added.
    - If ``is_new`` is True, the import searches for the entity by record key and identifiers, but not by name."""

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
    day on which it is known to be true. None means the day on which the source was retrieved. But if ``unconfirmed`` is
    True, no day is stored. A relationship without such a day and without an end date has the status "unknown"."""

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
    """A composition: the seats of a chamber by party from the day ``start_date`` on, by default the day of the
    election. ``election`` is the record key of the election, or "". ``institution`` is the record key of the chamber,
    by default the one that the election elects. If ``shares`` has fewer seats than ``total``, the missing seats are
    stored as "Others". The seats were confirmed on the day ``verified_at``, by default the day on which the source was
    retrieved."""

    total: int
    shares: tuple[SeatShareRecord, ...]
    election: str = ""
    institution: str = ""
    start_date: str = ""
    verified_at: date | None = None
    line: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class IdentityRecord:
    """The base class of records that change an existing entity, for example merge or rename it. An import applies these
    records before all others. ``slug`` is the slug of the entity. ``line`` is the file and the entry in it."""

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
    """Removes ``names`` from the aliases of the entity ``slug``, because they are names of another entity."""

    names: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class WithdrawRecord(IdentityRecord):
    """Withdraws the entity with the slug ``slug``, because it does not exist in reality. ``note`` is the reason."""

    note: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RemoveRelationshipRecord(IdentityRecord):
    """Removes relationships by the slugs of subject (``slug``) and object, by type, and by start date."""

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
