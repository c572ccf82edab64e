"""Write the whole graph to files. The records have the same order on every database: they are ordered by slugs."""

import gzip
from collections import defaultdict
from collections.abc import Iterator
from datetime import UTC
from functools import partial
from pathlib import Path

import orjson
from django.db.models import Model

from graph.kinds import KINDS
from graph.models import (
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

CHUNK = 5000
OPTIONS = orjson.OPT_SORT_KEYS | orjson.OPT_APPEND_NEWLINE


def dump(folder: Path) -> dict[str, int]:
    """Write a compressed JSON Lines file for each of `FILES` into the folder; return the number of records by file."""
    folder.mkdir(parents=True, exist_ok=True)
    return {name: _write(folder / f"{name}.jsonl.gz", records()) for name, records in FILES.items()}


def _write(path, records):
    count = 0
    # The header has no name and no time, so that the same graph gives the same bytes.
    with path.open("wb") as raw, gzip.GzipFile("", "wb", 9, raw, mtime=0) as file:
        for record in records:
            file.write(orjson.dumps(record, option=OPTIONS))
            count += 1
    return count


def source_records() -> Iterator[dict]:
    """Yield every source with its slug, name, URL, licence, day of retrieval and rank."""
    for row in Source.objects.order_by("slug"):
        yield _columns(row, "slug", "name", "url", "licence", "retrieved", "rank")


def entity_records(kind: str) -> Iterator[dict]:
    """Yield every entity of a kind with its details, names, identifiers and citations, without empty values."""
    parts = {
        "other_names": _grouped(OtherName, kind, ("name", "lang", "kind")),
        "identifiers": _grouped(Identifier, kind, ("scheme", "value")),
        "citations": _grouped(Citation, kind, ("source__slug", "url", "retrieved", "facts", "note")),
    }
    rows = Entity.objects.of_kind(kind).select_related(f"{kind}_details").order_by("slug")
    for row in rows.iterator(CHUNK):
        yield _entity_record(row) | {name: values[row.pk] for name, values in parts.items() if row.pk in values}


def _entity_record(row):
    record = _columns(row, "slug", "name", "country_code", "description")
    record["details"] = _columns(row.details, *KINDS[row.kind].stored_fields) if row.details else {}
    record |= {"created_at": _moment(row.created_at), "updated_at": _moment(row.updated_at)}
    if row.status != Entity.Status.PUBLISHED:
        record["status"] = row.status
    if not row.description_is_composed:
        record["description_is_composed"] = False
    if not getattr(row.details, "overview_is_composed", True):
        record["overview_is_composed"] = False
    return record


def _grouped(model, kind, fields):
    grouped = defaultdict(list)
    rows = model.objects.filter(entity__kind=kind).order_by("entity_id", *fields[:3])
    for pk, *values in rows.values_list("entity_id", *fields).iterator(CHUNK):
        grouped[pk].append(values)
    return grouped


def relationship_records() -> Iterator[dict]:
    """Yield every relationship as a dictionary, in which slugs identify subject, object and source."""
    order = ("subject__slug", "type", "object__slug", "start_date", "role")
    rows = Relationship.objects.select_related("subject", "object", "source").order_by(*order)
    for row in rows.iterator(CHUNK):
        record = _columns(row, "type", "role", "start_date", "end_date", "verified_at")
        if row.position:
            record["position"] = row.position
        yield record | {
            "subject": row.subject.slug,
            "object": row.object.slug,
            "source": row.source.slug,
            "updated_at": _moment(row.updated_at),
        }


def composition_records() -> Iterator[dict]:
    """Yield every composition. Each of ``shares`` is ``[party slug or null, name, seats, vote share or null]``."""
    shares = _shares()
    rows = Composition.objects.select_related("institution", "election", "source")
    for row in rows.order_by("institution__slug", "start_date").iterator(CHUNK):
        record = _columns(row, "start_date", "total", "verified_at")
        if row.election:
            record["election"] = row.election.slug
        yield record | {
            "institution": row.institution.slug,
            "source": row.source.slug,
            "updated_at": _moment(row.updated_at),
            "shares": sorted(shares[row.pk], key=_most_seats_first),
        }


def _shares():
    grouped = defaultdict(list)
    rows = SeatShare.objects.values_list("composition_id", "party__slug", "name", "seats", "vote_share")
    for pk, party, name, seats, vote_share in rows.order_by("composition_id").iterator(CHUNK):
        grouped[pk].append([party, name, seats, None if vote_share is None else float(vote_share)])
    return grouped


def _most_seats_first(share):
    party, name, seats, vote_share = share
    return -seats, -(vote_share or 0), name, party or ""


def redirect_records() -> Iterator[dict]:
    """Yield every old slug with the current slug of its entity."""
    for row in Redirect.objects.select_related("entity").order_by("slug"):
        yield {"slug": row.slug, "entity": row.entity.slug}


FILES = {
    "sources": source_records,
    **{kind.value: partial(entity_records, kind) for kind in KINDS},
    "relationships": relationship_records,
    "compositions": composition_records,
    "redirects": redirect_records,
}
"""Maps the name of each file to the function that yields its records. The files must be loaded in this order."""


def _columns(row: Model, *names) -> dict:
    values = ((name, getattr(row, name)) for name in names)
    return {name: _plain(value) for name, value in values if value is not None and value not in ("", [])}


def _plain(value):
    return value if isinstance(value, str | int | list) or hasattr(value, "isoformat") else float(value)


def _moment(moment):
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ").replace(".000000Z", "Z")
