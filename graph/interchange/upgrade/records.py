"""Find the records that differ between an old and a new catalogue, and decide which new values are written to the
graph. A record is a line of a file of a catalogue, such as an entity or a relationship."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import orjson
from django.db.models import Model

from graph.interchange.dump import FILES
from graph.interchange.lines import read_content, read_lines
from graph.interchange.versions import held_content
from graph.kinds import KINDS

TIMES = ("created_at", "updated_at")
KEYS = {
    "relationships": lambda row: (row["subject"], row["object"], row["type"], row.get("role"), row.get("start_date")),
    "compositions": lambda row: (row["institution"], row.get("start_date", "")),
    "results": lambda row: (row["election"], row["slug"]),
    "coverage": lambda row: row["election"],
}
"""Maps the name of a file to a function that returns the key of a record in this file. Records with the same key in two
catalogues are about the same thing. In files that are not listed here, the key is the slug."""

Pair = tuple[dict | None, dict | None]


@dataclass
class Report:
    """What an upgrade to a newer catalogue changes in the database. ``counts`` maps pairs such as ("relationships",
    "added") to numbers. The first item of a pair is the name of a file of the catalogue or, for a skipped change of an
    entity, the slug of the entity. The second item is "added", "changed", "removed" or "skipped". ``skipped`` has a
    line for each change that was left out, usually because an editor or an import had changed the same value."""

    counts: Counter = field(default_factory=Counter)
    skipped: list[str] = field(default_factory=list)

    def skip(self, name: str, what: object) -> None:
        self.counts[name, "skipped"] += 1
        self.skipped.append(f"{name}: {what}")

    def count(self, name: str, old: Mapping | None, new: Mapping | None) -> None:
        self.counts[name, "added" if old is None else "removed" if new is None else "changed"] += 1


class Changes:
    """The records that differ between an old and a new catalogue. The old catalogue is the dump from which the graph
    was loaded or last upgraded. The new one is the dump in ``folder``."""

    def __init__(self, folder: Path):
        self.folder = folder
        self._found = {name: self._pairs(name) for name in FILES}
        self.count = sum(map(len, self._found.values()))

    def of(self, name: str) -> dict[object, Pair]:
        """Return the records in the file ``name``, such as "sources", that differ between the old and the new
        catalogue, as a dictionary {key: (old record or None, new record or None)}. `KEYS` says what the key of a record
        is."""
        return self._found[name]

    def entities(self) -> dict[str, Pair]:
        """Map slugs to (old record or None, new record or None), for each entity that differs between the two
        catalogues. A record is a dictionary with the fields of a line in the file of the catalogue, and with
        ``kind``."""
        found = {}
        for kind in KINDS:
            for slug, pair in self.of(kind).items():
                known = found.get(slug, (None, None))
                named = (row and row | {"kind": kind.value} for row in pair)
                found[slug] = tuple(row or before for row, before in zip(named, known, strict=True))
        return found

    def same(self, name: str, accepts: Callable[[dict], bool]) -> Iterator[dict]:
        """Yield the records in the file ``name`` that are equal in the old and the new catalogue, if
        ``accepts(record)`` is True."""
        old = set(self._held_lines(name))
        records = (orjson.loads(line) for line in self.lines(name) if line in old)
        return filter(accepts, records)

    def lines(self, name: str) -> Iterator[bytes]:
        return read_lines(self.folder / f"{name}.jsonl.gz")

    def _held_lines(self, name):
        file = f"{name}.jsonl.gz"
        return read_lines(Path(file), held_content(file))

    def _pairs(self, name):
        if read_content(self.folder / f"{name}.jsonl.gz") == held_content(f"{name}.jsonl.gz"):
            return {}
        old, new = set(self._held_lines(name)), set(self.lines(name))
        key = KEYS.get(name, lambda row: row["slug"])
        olds, news = (_by_key(lines, key) for lines in (old - new, new - old))
        pairs = {key: (olds.get(key), news.get(key)) for key in sorted({*olds, *news}, key=str)}
        return {key: pair for key, pair in pairs.items() if pair[0] != pair[1]}


def _by_key(lines, key):
    records = map(orjson.loads, lines)
    return {key(row): {name: value for name, value in row.items() if name not in TIMES} for row in records}


def merged(old: Mapping, new: Mapping, now: Mapping) -> tuple[dict, set]:
    """Find out which new values an upgrade writes. ``old`` has the values in the old catalogue, ``new`` those in the
    new one, and ``now`` those in the graph. Return (values to write to the graph, keys to skip).

    A value is written if the catalogues differ, and the graph still has the old value. A key is skipped if the
    catalogues differ, and the graph has a third value. A missing key counts as None."""
    changed, skipped = {}, set()
    for key in {**old, **new}:
        before, wanted, stored = old.get(key), new.get(key), now.get(key)
        if before == wanted or stored == wanted:
            continue
        if stored == before:
            changed[key] = wanted
        else:
            skipped.add(key)
    return changed, skipped


def or_default(row: Model, name: str, value: object) -> object:
    """Return ``value`` or, if it is None, the default of the field ``name`` in the model of ``row``."""
    return row._meta.get_field(name).get_default() if value is None else value
