"""What a table would do to the graph, row by row, found out without writing anything."""

from collections import defaultdict
from dataclasses import dataclass

from graph.actions import EntityEdit, versions_of
from graph.admin.tables.columns import columns_of, shortened
from graph.admin.tables.names import with_names
from graph.admin.tables.reading import Table, UnreadableFile
from graph.admin.tables.rows import Bad, PlannedRow, plan_row
from graph.batches import batches
from graph.kinds import Kind
from graph.models import Entity, Identifier, Redirect
from graph.models.names import SHARED_SCHEMES

MOST_NAMED = 10


@dataclass
class Around:
    """What of the graph the rows of a table have to fit."""

    kind: str
    entities: dict[str, Entity]
    redirects: dict[str, str]
    countries: set[str]


@dataclass
class Plan:
    """The rows in the order of the table, and which versions of the entities they were planned for."""

    rows: list[PlannedRow]
    seen: dict[int, int]

    @property
    def wanted(self) -> list[EntityEdit]:
        return [row.wanted for row in self.rows if row.deed in ("new", "changed")]

    @property
    def bad(self) -> list[PlannedRow]:
        return [row for row in self.rows if row.reasons]


def plan_table(kind: str, table: Table) -> Plan:
    """Raises UnreadableFile where the columns are not those of the kind."""
    _refuse_foreign_columns(kind, table.headers)
    around = _around(kind, table)
    rows = [plan_row(number, dict(zip(table.headers, cells, strict=False)), around) for number, cells in table.rows]
    for row, (_, cells) in zip(rows, table.rows, strict=True):
        if any(cells[len(table.headers) :]):
            row.add(Bad("", "It has more cells than there are columns."))
    _refuse_twice(rows)
    _refuse_identifiers_of_others(rows)
    known = [row.wanted.entity.pk for row in rows if row.deed == "changed"]
    return Plan(rows, versions_of(known))


def _refuse_foreign_columns(kind, headers):
    columns = columns_of(kind)
    foreign = [name for name in headers if name not in columns]
    if foreign:
        named = ", ".join(shortened(name) if name else "one without a name" for name in foreign[:MOST_NAMED])
        more = f" and {len(foreign) - MOST_NAMED} more" if len(foreign) > MOST_NAMED else ""
        raise UnreadableFile(f"Unknown columns: {named}{more}. Known are: {', '.join(columns)}.")
    if "slug" not in headers:
        raise UnreadableFile("There is no column “slug”: it says which entity a row is about.")


def _around(kind, table):
    place = table.headers.index("slug")
    slugs = {cells[place].strip() for _, cells in table.rows if place < len(cells)}
    entities, redirects = {}, {}
    told_in_lines = {"other_names", "identifiers"} & set(table.headers)
    for batch in batches(slugs):
        rows = Entity.objects.filter(slug__in=batch).with_details()
        entities |= {row.slug: row for row in (with_names(rows) if told_in_lines else rows)}
        redirects |= dict(Redirect.objects.filter(slug__in=batch).values_list("slug", "entity__slug"))
    countries = set(Entity.objects.of_kind(Kind.COUNTRY).values_list("country_code", flat=True))
    return Around(kind, entities, redirects, countries)


def _refuse_twice(rows):
    """A slug is told in one row, and a country code given to one new country."""
    first = {}
    for row in rows:
        if row.slug and first.setdefault(row.slug, row) is not row:
            row.add(Bad("slug", f"The slug {shortened(row.slug)} stands in row {first[row.slug].number} already."))
    codes = {}
    for row in rows:
        if row.deed == "new" and row.wanted.entity.kind == Kind.COUNTRY:
            code = row.wanted.entity.country_code
            if codes.setdefault(code, row) is not row:
                row.add(Bad("country_code", f"“{code}” is given in row {codes[code].number} already."))


def _refuse_identifiers_of_others(rows):
    """A value of a register belongs to one entity, but in the registers that give theirs to several."""
    told = defaultdict(list)
    for row in rows:
        for identifier in (row.wanted and row.wanted.identifiers) or ():
            if identifier.scheme not in SHARED_SCHEMES:
                told[identifier.scheme, identifier.value].append(row)
    owners = _owners({value for _, value in told})
    for key, claimants in told.items():
        owner, name = owners.get(key, (None, ""))
        for row in claimants:
            if owner not in (None, row.wanted.entity.pk):
                row.add(Bad("identifiers", f"{shortened(': '.join(key))} is an identifier of {name}."))
            elif row is not claimants[0]:
                row.add(Bad("identifiers", f"{shortened(': '.join(key))} stands in row {claimants[0].number} already."))


def _owners(values):
    rows = (row for batch in batches(values) for row in _identifiers(batch))
    return {(scheme, value): (pk, slug) for scheme, value, pk, slug in rows}


def _identifiers(values):
    found = Identifier.objects.filter(value__in=values).exclude(scheme__in=SHARED_SCHEMES)
    return found.values_list("scheme", "value", "entity_id", "entity__slug")
