import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path

import orjson
from django.db import connection, transaction

from graph.interchange.dump import FILES, PARTS
from graph.interchange.lines import INVALID_RECORD, InvalidCatalogue, read_lines
from graph.interchange.load_results import ResultsLoader
from graph.interchange.tables import Table
from graph.interchange.versions import VIA, remember
from graph.journal.guard import allow_writes
from graph.journal.journal import schedule_positions
from graph.kinds import KINDS
from graph.models import DETAILS, Change, Composition, Entity, Redirect, Relationship, SeatShare, Source
from graph.renewals import renew
from graph.signals import entities_changed

BATCH = 2000
NOT_OF_ENTITY = {"details", "overview_is_composed", *PARTS}
"""The fields of an entity in a dump that are not columns of `Entity`. They are stored in other tables."""


class GraphNotEmpty(Exception):
    """A dump cannot be loaded, because the graph has entities already."""


def load(folder: Path, progress: Callable[[int], None] = lambda count: None) -> int:
    """Load a dump into an empty graph, completely or not at all. Also store a copy of its files in the database, for
    later upgrades. Return the number of records. After each batch, ``progress`` is called with the number of its
    records. Raise GraphNotEmpty if the graph is not empty, and InvalidCatalogue if a file is invalid."""
    if Entity.objects.exists():
        raise GraphNotEmpty("The graph has entities already; import data sets instead.")
    # Remove dead rows: if an earlier load was killed, all rows that it had written take up space.
    connection.vacuum()
    with _without_garbage_collection():
        return _load(folder, progress)


@contextmanager
def _without_garbage_collection():
    """A context manager that turns off Python's garbage collection. This saves 10 % of the time of a load, which
    creates no reference cycles."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def _load(folder, progress):
    try:
        # Allow writes outside the usual actions, because the loader itself records them in the journal.
        with transaction.atomic(), allow_writes():
            count = _Loader(folder, progress).run()
            schedule_positions()
            entities_changed.send(sender=Entity, pks=None)
            return count
    except INVALID_RECORD as error:
        raise InvalidCatalogue(f"A record is invalid: {error!r}") from error


def count_records(folder: Path) -> int:
    """Return the number of records (lines) in all files of the dump in ``folder``. Raise InvalidCatalogue if a file
    cannot be read."""
    return sum(1 for name in FILES for _ in read_lines(folder / f"{name}.jsonl.gz"))


class _Loader:
    def __init__(self, folder, progress):
        self.folder, self.progress = folder, progress
        parts = (model for model, _ in PARTS.values())
        filled = (Entity, *DETAILS.values(), *parts, Change, Relationship, SeatShare)
        self.tables = {model: Table(model) for model in filled}
        self.sources: dict[str, int] = {}
        self.keys: dict[str, int] = {}
        self.names: dict[str, str] = {}
        self.count = 0

    def run(self):
        with connection.indexes_built_last([model._meta.db_table for model in self.tables]):
            self._load_all()
        renew()
        remember(self.folder)
        connection.vacuum()
        return self.count

    def _load_all(self):
        for batch in self._batches("sources"):
            rows = Source.objects.bulk_create(Source(**record) for record in batch)
            self.sources.update({row.slug: row.pk for row in rows})
        for kind in KINDS:
            for batch in self._batches(kind):
                self._load_entities(kind, batch)
        connection.vacuum()
        for batch in self._batches("relationships"):
            self.tables[Relationship].fill(self._relationship(record) for record in batch)
        for batch in self._batches("compositions"):
            self._load_compositions(batch)
        for batch in self._batches("redirects"):
            rows = (Redirect(slug=record["slug"], entity_id=self.keys[record["entity"]]) for record in batch)
            Redirect.objects.bulk_create(rows)
        self._load_results()

    def _load_results(self):
        loader = ResultsLoader(self.keys, self.sources)
        for line in read_lines(self.folder / "results.jsonl.gz"):
            loader.note_winner(orjson.loads(line))
        for batch in self._batches("results"):
            loader.load(batch)
        for batch in self._batches("coverage"):
            loader.load_coverage(batch)
        loader.finish()

    def _batches(self, name) -> Iterator[list[dict]]:
        lines = read_lines(self.folder / f"{name}.jsonl.gz")
        while batch := list(islice(lines, BATCH)):
            records = [orjson.loads(line) for line in batch]
            if not all(isinstance(record, dict) for record in records):
                raise TypeError("it is no JSON object")
            yield records
            self.count += len(batch)
            self.progress(len(batch))

    def _load_entities(self, kind, batch):
        entities = [_entity(kind, record) for record in batch]
        self.tables[Entity].fill(entities)
        slugs = [record["slug"] for record in batch]
        self.keys.update(Entity.objects.filter(slug__in=slugs).values_list("slug", "pk"))
        self.names.update((record["slug"], record["name"]) for record in batch)
        pairs = [(self.keys[record["slug"]], record) for record in batch]
        self.tables[DETAILS[kind]].fill(_details(pk, record) for pk, record in pairs)
        for name, (model, fields) in PARTS.items():
            values = ((pk, row) for pk, record in pairs for row in record.get(name, ()))
            self.tables[model].fill(self._part(pk, dict(zip(fields, row, strict=True))) for pk, row in values)
        self.tables[Change].fill(_creation(self.keys[entity["slug"]], entity) for entity in entities)

    def _part(self, pk, row):
        if "source__slug" in row:
            row["source_id"] = self.sources[row.pop("source__slug")]
        return row | {"entity_id": pk}

    def _with_keys(self, record, *names):
        row = dict(record)
        row["source_id"] = self.sources[row.pop("source")]
        return row | {f"{name}_id": self.keys[row.pop(name)] for name in names if name in record}

    def _relationship(self, record):
        # Store the names of the entities here. Otherwise, a trigger of SQLite would write the row again to add them.
        names = {f"{end}_name": self.names.get(record[end], "") for end in ("subject", "object")}
        return self._with_keys(record, "subject", "object") | names

    def _load_compositions(self, batch):
        shares = [record.pop("shares") for record in batch]
        rows = [Composition(**self._with_keys(record, "institution", "election")) for record in batch]
        pairs = zip(Composition.objects.bulk_create(rows), shares, strict=True)
        self.tables[SeatShare].fill(self._share(row.pk, *share) for row, of_row in pairs for share in of_row)

    def _share(self, pk, party, name, seats, vote_share):
        party_id = self.keys[party] if party is not None else None
        return {"composition_id": pk, "party_id": party_id, "name": name, "seats": seats, "vote_share": vote_share}


def _entity(kind, record):
    row = {name: value for name, value in record.items() if name not in NOT_OF_ENTITY}
    return {"kind": kind.value, "country_code": "", "status": Entity.Status.PUBLISHED.value} | row


def _details(pk, record):
    flags = {name: record[name] for name in record.keys() & {"overview_is_composed"}}
    return {"entity_id": pk, **record["details"], **flags}


def _creation(pk, entity):
    """Return a row of the journal of changes for the creation of an entity, as a dictionary. ``entity`` is the record
    of the entity in a dump. The time of the change is its ``updated_at``."""
    return {
        "entity_id": pk,
        **{name: entity[name] for name in ("kind", "country_code", "slug", "name")},
        "is_public": entity["status"] == Entity.Status.PUBLISHED,
        "action": Change.Action.CREATED.value,
        "at": entity["updated_at"],
        "via": VIA,
    }
