"""Write the whole graph to files, except rehearsals (test elections). PostgreSQL and SQLite give identical files for
the same graph."""

import gzip
from collections import defaultdict
from collections.abc import Collection, Iterator
from decimal import Decimal
from functools import partial
from hashlib import sha256
from pathlib import Path

import orjson
from django.db.models import Prefetch

from graph import models
from graph.actions.results.records import AreaRecord, CandidacyRecord, CoverageRecord, RaceRecord, UnitRecord
from graph.actions.results.stored import Parts
from graph.actions.results.versions import recorded
from graph.interchange.versions import write_version
from graph.kinds import KINDS
from graph.models import Entity, Source
from graph.results import Mode

CHUNK = 5000
PARTS = {
    "other_names": (models.OtherName, ("name", "lang", "kind")),
    "identifiers": (models.Identifier, ("scheme", "value")),
    "citations": (models.Citation, ("source__slug", "url", "retrieved", "facts", "note")),
}
"""Maps the name of each list in the dump of an entity to (model, fields). Each item of the list comes from one row of
the model. It is a list of the values of these fields, such as ["Tory", "en", "alias"]."""
RACES = 500
"""The number of races that are read from the database at once, with all their votes."""
DRAFT = Entity.Status.DRAFT
"""The status of an entity that is not published yet. Draft elections whose results have the mode "test" are rehearsals
(test elections). They are not written to the files."""
OPTIONS = orjson.OPT_SORT_KEYS | orjson.OPT_APPEND_NEWLINE | orjson.OPT_UTC_Z


def dump(folder: Path) -> dict[str, int]:
    """Write all data of the graph to files in the folder: each of `FILES` as compressed JSON Lines, and a file with the
    version of the dump. Return a dictionary that maps the name of each file, such as "sources", to its number of
    records."""
    folder.mkdir(parents=True, exist_ok=True)
    checksum = sha256()
    counts = {name: _write(folder / f"{name}.jsonl.gz", records(), checksum) for name, records in FILES.items()}
    write_version(folder, checksum.hexdigest())
    return counts


def _write(path, records, checksum):
    count = 0
    # The gzip header has no name and no time, so that the same graph gives the same bytes.
    with path.open("wb") as raw, gzip.GzipFile("", "wb", 9, raw, mtime=0) as file:
        for record in records:
            line = orjson.dumps(record, option=OPTIONS)
            checksum.update(line)
            file.write(line)
            count += 1
    return count


def _records(rows, order, columns, slugs=()):
    """Yield each row of the query ``rows`` as a dictionary, sorted by the fields ``order``. The dictionary has the
    values of the fields ``columns`` and, for each foreign key in ``slugs``, the slug of the related row. Empty values
    are left out."""
    for row in rows.select_related(*slugs).order_by(*order).iterator(CHUNK):
        related = {name: getattr(row, name) for name in slugs}
        yield _columns(row, *columns) | {name: other.slug for name, other in related.items() if other}


def entity_records(kind: str, keys: Collection[int] | None = None) -> Iterator[dict]:
    """Yield each entity of the kind as a dictionary with details, names, identifiers and citations, sorted by slug.
    With ``keys``, yield only the entities with these primary keys. Rehearsals (test elections) are left out."""
    chosen = {"kind": kind} if keys is None else {"pk__in": keys}
    parts = {name: _grouped(model, chosen, fields) for name, (model, fields) in PARTS.items()}
    rows = Entity.objects.of_kind(kind).filter(**chosen).exclude(status=DRAFT, coverage__mode=Mode.TEST)
    rows = rows.select_related(f"{kind}_details")
    for row in rows.order_by("slug").iterator(CHUNK):
        yield _entity_record(row) | {name: values[row.pk] for name, values in parts.items() if row.pk in values}


def _entity_record(row):
    record = _columns(row, "slug", "name", "country_code", "description", "created_at", "updated_at")
    record["details"] = _columns(row.details, *KINDS[row.kind].stored_fields) if row.details else {}
    if row.status != Entity.Status.PUBLISHED:
        record["status"] = row.status
    if not row.description_is_composed:
        record["description_is_composed"] = False
    if not getattr(row.details, "overview_is_composed", True):
        record["overview_is_composed"] = False
    return record


def _grouped(model, chosen, fields):
    grouped = defaultdict(list)
    rows = model.objects.filter(**{f"entity__{name}": value for name, value in chosen.items()}).order_by(
        "entity_id", *fields[:3]
    )
    for pk, *values in rows.values_list("entity_id", *fields).iterator(CHUNK):
        grouped[pk].append(values)
    return grouped


def composition_records() -> Iterator[dict]:
    """Yield each composition (the seats of a chamber by party) as a dictionary. Its item ``shares`` has a list for each
    party: [slug of the party or None, name, seats, per cent of the votes or None]."""
    shares, order = _shares(), ("institution__slug", "start_date")
    columns = ("pk", "start_date", "total", "verified_at", "updated_at")
    for record in _records(models.Composition.objects, order, columns, ("institution", "election", "source")):
        record["shares"] = shares[record.pop("pk")]
        yield record


def _shares():
    grouped = defaultdict(list)
    rows = models.SeatShare.objects.values_list("composition_id", "party__slug", "name", "seats", "vote_share")
    for pk, party, name, seats, vote_share in rows.iterator(CHUNK):
        grouped[pk].append([party, name, seats, None if vote_share is None else float(vote_share)])
    for shares in grouped.values():
        shares.sort(key=lambda share: (-share[2], -(share[3] or 0), share[1], share[0] or ""))
    return grouped


def coverage_records() -> Iterator[dict]:
    rows = models.Coverage.objects.exclude(election__status=DRAFT, mode=Mode.TEST)
    for row in rows.select_related("election", "previous").order_by("election__slug").iterator(CHUNK):
        more = {name: getattr(row, name) for name in ("mode", "comparability", "comparability_reason", "note")}
        yield CoverageRecord(row.election.slug, row.level, previous=_slug(row.previous), **more).to_json()


def race_records() -> Iterator[dict]:
    """Yield each race with all its result versions, as a dictionary with the fields of a `RaceRecord`. Races of
    rehearsals (test elections) are left out."""
    parts = (
        models.Candidacy.objects.select_related("person", "party").order_by("pk"),
        models.ReportingUnit.objects.order_by("pk"),
        models.ResultVersion.objects.select_related("source").order_by("number"),
        models.Tally.objects.order_by("pk"),
    )
    names = ("candidacies", "units", "versions", "versions__tallies")
    races = models.Race.objects.exclude(election__status=DRAFT, election__coverage__mode=Mode.TEST)
    races = races.select_related("election", "office", "previous__election")
    lists = [Prefetch(name, queryset) for name, queryset in zip(names, parts, strict=True)]
    for race in races.prefetch_related(*lists).order_by("election__slug", "slug").iterator(RACES):
        versions = _version_records(race)
        yield _race_record(race).to_json() | ({"versions": versions} if versions else {})


def _race_record(race):
    names = ("slug", "name", "method", "seats", "comparability", "comparability_reason")
    return RaceRecord(
        **{name: getattr(race, name) for name in names},
        election=race.election.slug,
        area=AreaRecord(race.area_name, race.area_code, race.area_scheme, race.area_level, race.region),
        office=_slug(race.office),
        notional=race.is_notional,
        previous=race.previous and [race.previous.election.slug, race.previous.slug],
        candidacies=[_candidacy_record(row) for row in race.candidacies.all()],
        units=[UnitRecord(row.code, row.name, row.level, row.expected_ballots) for row in race.units.all()],
    )


def _candidacy_record(row):
    names = ("key", "name", "label", "position", "members")
    values = {name: getattr(row, name) for name in names}
    return CandidacyRecord(**values, person=_slug(row.person), party=_slug(row.party), incumbent=row.is_incumbent)


def _version_records(race):
    parts = Parts.of(race)
    return [
        recorded(row, parts, list(row.tallies.all())).to_json() | {"sequence": row.sequence}
        for row in race.versions.all()
    ]


def _slug(entity):
    return entity.slug if entity else ""


FILES = {
    "sources": partial(_records, Source.objects, ["slug"], ("slug", "name", "url", "licence", "retrieved", "rank")),
    **{kind.value: partial(entity_records, kind) for kind in KINDS},
    "relationships": partial(
        _records,
        models.Relationship.objects,
        ("subject__slug", "type", "object__slug", "start_date", "role"),
        ("type", "role", "start_date", "end_date", "verified_at", "position", "updated_at"),
        ("subject", "object", "source"),
    ),
    "compositions": composition_records,
    "redirects": partial(_records, models.Redirect.objects, ["slug"], ["slug"], ["entity"]),
    "results": race_records,
    "coverage": coverage_records,
}
"""Maps the name of each file of a dump to the function that yields its records. This is also the order of loading:
records refer only to records of earlier files. There is one exception: ``previous`` of a race refers to another race,
which is in the same file."""


def _columns(row, *names) -> dict:
    values = {name: getattr(row, name) for name in names}
    if not values.get("position"):
        values.pop("position", None)
    return {
        name: float(value) if isinstance(value, Decimal) else value
        for name, value in values.items()
        if value is not None and value not in ("", [])
    }
