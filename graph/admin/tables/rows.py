"""One row of a table against the entity that it is about: what it would change, and everything that is amiss."""

import re
from dataclasses import dataclass, field
from datetime import datetime

from django.core.exceptions import ValidationError

from graph.actions import EntityEdit
from graph.actions.facts import set_facts
from graph.admin.tables.columns import CLEARED, NotReadable, columns_of, shortened
from graph.admin.tables.escaping import unescape
from graph.admin.tables.names import identifier_told, name_told, read_identifiers, read_names
from graph.kinds import KINDS, Kind
from graph.models import DETAILS, Entity

PARTS = {"other_names": (read_names, name_told), "identifiers": (read_identifiers, identifier_told)}
"""How the cells that hold several rows are read, and how each of these is told."""
CODE = re.compile("[a-z]{2}")


@dataclass(frozen=True)
class Bad:
    """What is amiss, and in which column; in none where it is the row as a whole."""

    column: str
    reason: str

    def __str__(self):
        return f"{self.column}: {self.reason}" if self.column else self.reason


@dataclass
class PlannedRow:
    """``deed`` is new, changed, same or bad; ``changes`` are (column, before, after), as text."""

    number: int
    slug: str
    name: str = ""
    deed: str = "same"
    changes: list[tuple[str, str, str]] = field(default_factory=list)
    reasons: list[Bad] = field(default_factory=list)
    wanted: EntityEdit | None = None

    def add(self, *reasons: Bad) -> None:
        self.reasons += reasons
        if reasons:
            self.deed = "bad"


def plan_row(number: int, cells: dict[str, str], around) -> PlannedRow:
    """Plan for the entity with the row's slug, or for a new one."""
    slug = unescape(cells.pop("slug", "").strip())
    row = PlannedRow(number, slug, unescape(cells.get("name", "")))
    known = around.entities.get(slug)
    row.add(*_amiss_with_slug(slug, known, around))
    if row.reasons:
        return row
    cells = {name: cell for name, cell in cells.items() if cell.strip()}
    if known is not None:
        row.name = known.name
        row.wanted = EntityEdit(known)
        row.add(*_amiss_with_fixed(cells, known))
    else:
        row.wanted = EntityEdit(_begun(slug, cells, around.kind))
        row.add(*_amiss_with_new(cells, row.wanted.entity, around))
    _plan_facts(row, cells, around.kind)
    _plan_parts(row, cells)
    if row.deed != "bad" and (known is None or row.changes):
        row.deed = "new" if known is None else "changed"
    if row.deed == "changed":
        row.add(*_amiss_with_age(cells, known))
    return row


def _amiss_with_slug(slug, known, around):
    if not slug:
        yield Bad("slug", "It is missing.")
    elif known is not None and known.kind != around.kind:
        yield Bad("slug", f"{shortened(slug)} is a {known.kind}.")
    elif slug in around.redirects:
        yield Bad("slug", f"{shortened(slug)} is a former slug of {shortened(around.redirects[slug])}.")
    elif known is None and (len(slug) > 200 or not re.fullmatch(KINDS[around.kind].slug_pattern, slug)):
        yield Bad("slug", f"{shortened(slug)} is no slug of a {around.kind}, and of nobody who is known.")


def _amiss_with_fixed(cells, known):
    for name, why in (
        ("country_code", "no table changes it"),
        ("status", "that is done by publishing and withdrawing"),
    ):
        told = unescape(cells.get(name, "")).strip()
        if told and told != getattr(known, name):
            yield Bad(name, f"It is {shortened(getattr(known, name))}, not {shortened(told)}: {why}.")


def _amiss_with_age(cells, known):
    """Whoever exported it has not seen what stands there now."""
    if "updated_at" not in cells:
        return
    try:
        exported = datetime.fromisoformat(cells["updated_at"].strip())
        is_older = exported < known.updated_at
    except (ValueError, TypeError):
        yield Bad("updated_at", "It is no moment as exports tell it; the column may be left out.")
        return
    if is_older:
        yield Bad("updated_at", "Somebody has changed it since this was exported: export it anew.")


def _begun(slug, cells, kind):
    code = unescape(cells.get("country_code", "")).strip()
    return Entity(kind=kind, slug=slug, name="", country_code=code, status=Entity.Status.DRAFT)


def _amiss_with_new(cells, entity, around):
    yield from _amiss_with_code(entity.country_code, around)
    if "name" not in cells:
        yield Bad("name", "A new entity needs one.")
    if cells.get("status", "").strip() not in ("", Entity.Status.DRAFT):
        yield Bad("status", "What is new begins as a draft.")
    if around.kind == Kind.ELECTION and "date" not in cells:
        yield Bad("date", "An election needs one.")


def _amiss_with_code(code, around):
    if around.kind == Kind.IDEOLOGY:
        why = "An ideology is of no country." if code else ""
    elif around.kind == Kind.COUNTRY:
        is_free = CODE.fullmatch(code) and code not in around.countries
        why = "" if is_free else "A new country needs a code of two small letters that no other has."
    else:
        why = "" if code in around.countries else f"{shortened(code)} is the code of no country."
    if why:
        yield Bad("country_code", why)


def _plan_facts(row, cells, kind):
    """Set the facts upon the entity in memory, and see what its fields say of them."""
    entity = row.wanted.entity
    details = entity.details or DETAILS[kind](entity=entity)
    columns = {column.fact: column for column in columns_of(kind).values() if column.fact}
    for fact, column in columns.items():
        cell = cells.get(column.name, "")
        before = column.text(entity)
        if not cell or unescape(cell) == before:
            continue
        try:
            value = column.emptied if cell.strip() == CLEARED else column.read(unescape(cell))
            if set_facts(entity, details, {fact: value}):
                row.wanted.facts[fact] = value
                row.changes.append((column.name, before, column.text(_seen_with(entity, details))))
        except NotReadable as error:
            row.add(Bad(column.name, str(error)))
        except ValidationError as error:
            row.add(*(Bad(column.name, message) for message in error.messages))
    _validate(row, entity, details, columns)


def _seen_with(entity, details):
    """The entity with details that are not stored yet."""
    setattr(entity, f"{entity.kind}_details", details)
    return entity


def _validate(row, entity, details, columns):
    is_new = row.wanted.is_new
    if not is_new and not row.wanted.facts:
        return
    told = {reason.column for reason in row.reasons}
    for place, left_out in ((entity, {"country_code", "slug"}), (details, {"entity"})):
        names = {column.name for column in place._meta.fields}
        try:
            place.clean_fields(exclude=left_out | (set() if is_new else names - row.wanted.facts.keys()))
        except ValidationError as error:
            for name, messages in error.message_dict.items():
                header = columns[name].name if name in columns else name
                row.add(*(Bad(header, _said(place, name, message)) for message in messages if header not in told))
    if entity.kind == Kind.ELECTION and row.wanted.facts.get("date") == "":
        row.add(Bad("date", "An election needs one."))


def _said(place, name, message):
    choices = place._meta.get_field(name).choices
    return f"{message} One of: {', '.join(str(value) for value, _ in choices if value)}." if choices else message


def _plan_parts(row, cells):
    """Names and identifiers: all of a cell, instead of all there are."""
    for name, (read, told) in PARTS.items():
        cell = cells.get(name, "")
        entity, column = row.wanted.entity, columns_of(row.wanted.entity.kind)[name]
        before = column.text(entity)
        if not cell or unescape(cell) == before:
            continue
        try:
            rows = [] if cell.strip() == CLEARED else read(unescape(cell))
            for part in rows:
                part.clean_fields(exclude=["entity"])
        except ValidationError as error:
            row.add(*(Bad(name, message) for message in error.messages))
        except ValueError as error:
            row.add(Bad(name, str(error)))
        else:
            _plan_part(row, name, rows, told, before)


def _plan_part(row, name, rows, told, before):
    after = "\n".join(sorted(told(part) for part in rows))
    if after != before:
        setattr(row.wanted, name, rows)
        row.changes.append((name, before, after))
