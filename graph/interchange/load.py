"""Records into an empty graph: what `graph.interchange.dump` wrote, unchanged, in one transaction."""

import gzip
import zlib
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path

import orjson
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from graph.interchange.tables import Table
from graph.journal.guard import allow_writes
from graph.journal.journal import schedule_positions
from graph.kinds import KINDS
from graph.models import (
    DETAILS,
    Change,
    Citation,
    Composition,
    Entity,
    Identifier,
    OtherName,
    Redirect,
    Relationship,
    SeatShare,
    Source,
)
from graph.signals import entities_changed

BATCH = 2000
VIA = "catalogue"
LONGEST_LINE = 1_000_000
PARTS = {"other_names": OtherName, "identifiers": Identifier, "citations": Citation}
"""What an entity has several of, by the name it has in a record."""


class InvalidCatalogue(Exception):
    """A file is missing, cut short or no JSON Lines of ours; nothing was loaded."""


class GraphNotEmpty(Exception):
    """Loading is for an empty graph; anything else is an import."""


def load(folder: Path, progress: Callable[[int], None] = lambda count: None) -> int:
    """Load a dump into the empty graph, all or nothing; return the number of records.

    ``progress`` is told the number of records done since it was told last. Raises InvalidCatalogue, GraphNotEmpty.
    """
    if Entity.objects.exists():
        raise GraphNotEmpty("The graph has entities already; import data sets instead.")
    try:
        # One word of the journal is written beside each row, as the row is: many, and all alike.
        with transaction.atomic(), allow_writes():
            count = _Load(folder, progress).run()
            schedule_positions()
            entities_changed.send(sender=Entity, pks=None)
            return count
    except (KeyError, TypeError, ValueError, ValidationError, IntegrityError) as error:
        raise InvalidCatalogue(f"A record is not one of ours: {error!r}") from error


def count_records(folder: Path) -> int:
    """How many records a dump holds: the total of a progress bar."""
    return sum(1 for name in _names() for _ in _lines(folder / f"{name}.jsonl.gz"))


def _names():
    return ["sources", *(kind.value for kind in KINDS), "relationships", "compositions", "redirects"]


def _lines(path):
    try:
        with gzip.open(path, "rb") as file:
            yield from iter(lambda: file.readline(LONGEST_LINE), b"")
    except (OSError, EOFError, zlib.error) as error:
        raise InvalidCatalogue(f"{path.name} cannot be read: {error}") from error


class _Load:
    def __init__(self, folder, progress):
        self.folder, self.progress = folder, progress
        filled = (Entity, *DETAILS.values(), *PARTS.values(), Change, Relationship, SeatShare)
        self.tables = {model: Table(model) for model in filled}
        self.sources: dict[str, int] = {}
        self.keys: dict[str, int] = {}
        self.count = 0

    def run(self):
        for batch in self._batches("sources"):
            rows = Source.objects.bulk_create(Source(**record) for record in batch)
            self.sources.update({row.slug: row.pk for row in rows})
        for kind in KINDS:
            for batch in self._batches(kind):
                self._load_entities(kind, batch)
        for batch in self._batches("relationships"):
            self._fill(Relationship, (self._relationship(record) for record in batch))
        for batch in self._batches("compositions"):
            self._load_compositions(batch)
        for batch in self._batches("redirects"):
            rows = [Redirect(slug=record["slug"], entity_id=self.keys[record["entity"]]) for record in batch]
            Redirect.objects.bulk_create(rows)
        return self.count

    def _batches(self, name) -> Iterator[list[dict]]:
        lines = _lines(self.folder / f"{name}.jsonl.gz")
        while batch := list(islice(lines, BATCH)):
            yield [orjson.loads(line) for line in batch]
            self.count += len(batch)
            self.progress(len(batch))

    def _load_entities(self, kind, batch):
        self._fill(Entity, (_entity(kind, record) for record in batch))
        slugs = [record["slug"] for record in batch]
        self.keys.update(Entity.objects.filter(slug__in=slugs).values_list("slug", "pk"))
        pairs = [(self.keys[record["slug"]], record) for record in batch]
        self._fill(DETAILS[kind], (_details(pk, record) for pk, record in pairs))
        for name, read in (("other_names", _other_name), ("identifiers", _identifier), ("citations", self._citation)):
            model, rows = PARTS[name], (read(pk, *values) for pk, record in pairs for values in record.get(name, ()))
            self._fill(model, rows)
        self._fill(Change, (_creation(pk, kind, record) for pk, record in pairs))

    def _fill(self, model, rows):
        self.tables[model].fill(rows)

    def _citation(self, pk, source, url, retrieved, facts, note):
        facts = {"url": url, "retrieved": retrieved, "facts": facts, "note": note}
        return facts | {"entity_id": pk, "source_id": self.sources[source]}

    def _relationship(self, record):
        return {
            "subject_id": self.keys[record["subject"]],
            "object_id": self.keys[record["object"]],
            "type": record["type"],
            "role": record.get("role", ""),
            "start_date": record.get("start_date", ""),
            "end_date": record.get("end_date", ""),
            "position": record.get("position", 0),
            "verified_at": record.get("verified_at"),
            "source_id": self.sources[record["source"]],
            "updated_at": record["updated_at"],
        }

    def _load_compositions(self, batch):
        rows = Composition.objects.bulk_create(self._composition(record) for record in batch)
        shares = ((row.pk, *values) for row, record in zip(rows, batch, strict=True) for values in record["shares"])
        self._fill(SeatShare, (self._share(*share) for share in shares))

    def _composition(self, record):
        return Composition(
            institution_id=self.keys[record["institution"]],
            election_id=self.keys[record["election"]] if "election" in record else None,
            start_date=record.get("start_date", ""),
            total=record["total"],
            verified_at=record["verified_at"],
            source_id=self.sources[record["source"]],
            updated_at=record["updated_at"],
        )

    def _share(self, pk, party, name, seats, vote_share):
        party_id = self.keys[party] if party is not None else None
        return {"composition_id": pk, "party_id": party_id, "name": name, "seats": seats, "vote_share": vote_share}


def _entity(kind, record):
    return {
        "kind": kind.value,
        "slug": record["slug"],
        "name": record["name"],
        "country_code": record.get("country_code", ""),
        "description": record.get("description", ""),
        "description_is_composed": record.get("description_is_composed", True),
        "status": record.get("status", Entity.Status.PUBLISHED.value),
        "created_at": record["created_at"],
        "updated_at": record["updated_at"],
    }


def _details(pk, record):
    row = {"entity_id": pk, **record["details"]}
    written = {name: record[name] for name in ("overview_is_composed",) if name in record}
    return row | written


def _other_name(pk, name, lang, kind):
    return {"entity_id": pk, "name": name, "lang": lang, "kind": kind}


def _identifier(pk, scheme, value):
    return {"entity_id": pk, "scheme": scheme, "value": value}


def _creation(pk, kind, record):
    """Of the day on which its facts were last changed: a first load is no update of today."""
    entity = _entity(kind, record)
    return {
        "entity_id": pk,
        **{name: entity[name] for name in ("kind", "country_code", "slug", "name")},
        "is_public": entity["status"] == Entity.Status.PUBLISHED,
        "action": Change.Action.CREATED.value,
        "at": record["updated_at"],
        "via": VIA,
    }
