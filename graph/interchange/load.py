"""Records into an empty graph: what `graph.interchange.dump` wrote, unchanged, in one transaction."""

import gzip
import zlib
from collections.abc import Callable, Iterator
from datetime import date, datetime
from itertools import islice
from pathlib import Path

import orjson
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from graph.kinds import KINDS
from graph.models import DETAILS, Change, Citation, Entity, Identifier, OtherName, Redirect, Relationship, Source

BATCH = 2000
VIA = "catalogue"
LONGEST_LINE = 1_000_000


class NotACatalogue(Exception):
    """A file is missing, cut short or no JSON Lines of ours; nothing was loaded."""


class GraphIsNotEmpty(Exception):
    """Loading is for an empty graph; anything else is an import."""


def load(folder: Path, progress: Callable[[int], None] = lambda count: None) -> int:
    """Load a dump into the empty graph, all or nothing; return the number of records.

    ``progress`` is told the number of records done since it was told last. Raises NotACatalogue, GraphIsNotEmpty.
    """
    if Entity.objects.exists():
        raise GraphIsNotEmpty("The graph has entities already; import data sets instead.")
    try:
        with transaction.atomic():
            return _Load(folder, progress).run()
    except (KeyError, TypeError, ValueError, ValidationError, IntegrityError) as error:
        raise NotACatalogue(f"A record is not one of ours: {error!r}") from error


def records_in(folder: Path) -> int:
    """How many records a dump holds: the total of a progress bar."""
    return sum(1 for name in _names() for _ in _lines(folder / f"{name}.jsonl.gz"))


def _names():
    return ["sources", *(kind.value for kind in KINDS), "relationships", "redirects"]


def _lines(path):
    try:
        with gzip.open(path, "rb") as file:
            yield from iter(lambda: file.readline(LONGEST_LINE), b"")
    except (OSError, EOFError, zlib.error) as error:
        raise NotACatalogue(f"{path.name} cannot be read: {error}") from error


class _Load:
    def __init__(self, folder, progress):
        self.folder, self.progress = folder, progress
        self.sources: dict[str, Source] = {}
        self.keys: dict[str, int] = {}
        self.count = 0

    def run(self):
        for batch in self._batches("sources"):
            rows = Source.objects.bulk_create(
                [Source(**record | {"retrieved": _day(record["retrieved"])}) for record in batch]
            )
            self.sources.update({row.slug: row for row in rows})
        for kind in KINDS:
            for batch in self._batches(kind):
                self._load_entities(kind, batch)
        for batch in self._batches("relationships"):
            Relationship.objects.bulk_create([self._relationship(record) for record in batch])
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
        rows = Entity.objects.bulk_create([_entity(kind, record) for record in batch])
        self.keys.update({row.slug: row.pk for row in rows})
        pairs = list(zip(batch, rows, strict=True))
        DETAILS[kind].objects.bulk_create([_details(kind, record, row) for record, row in pairs])
        OtherName.objects.bulk_create(
            OtherName(entity_id=row.pk, name=name, lang=lang, kind=name_kind)
            for record, row in pairs
            for name, lang, name_kind in record.get("other_names", ())
        )
        Identifier.objects.bulk_create(
            Identifier(entity_id=row.pk, scheme=scheme, value=value)
            for record, row in pairs
            for scheme, value in record.get("identifiers", ())
        )
        Citation.objects.bulk_create(
            self._citation(row, *values) for record, row in pairs for values in record.get("citations", ())
        )
        Change.objects.bulk_create(
            Change(entity_id=row.pk, action=Change.Action.CREATED, at=row.updated_at, via=VIA) for row in rows
        )

    def _citation(self, row, source, url, retrieved, facts, note):
        return Citation(
            entity_id=row.pk,
            source=self.sources[source],
            url=url,
            retrieved=_day(retrieved),
            facts=facts,
            note=note,
        )

    def _relationship(self, record):
        return Relationship(
            subject_id=self.keys[record["subject"]],
            object_id=self.keys[record["object"]],
            type=record["type"],
            role=record.get("role", ""),
            start_date=record.get("start_date", ""),
            end_date=record.get("end_date", ""),
            position=record.get("position", 0),
            verified_at=_day(record.get("verified_at")),
            source=self.sources[record["source"]],
            updated_at=datetime.fromisoformat(record["updated_at"]),
        )


def _source(record):
    return Source(**record | {"retrieved": _day(record["retrieved"])})


def _entity(kind, record):
    return Entity(
        kind=kind.value,
        slug=record["slug"],
        name=record["name"],
        country_code=record.get("country_code", ""),
        description=record.get("description", ""),
        description_is_composed=record.get("description_is_composed", True),
        status=record.get("status", Entity.Status.PUBLISHED),
        created_at=datetime.fromisoformat(record["created_at"]),
        updated_at=datetime.fromisoformat(record["updated_at"]),
    )


def _details(kind, record, row):
    return DETAILS[kind](entity_id=row.pk, **record["details"])


def _day(text):
    return date.fromisoformat(text) if text else None
