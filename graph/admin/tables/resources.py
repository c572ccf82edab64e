"""Export entities of one kind as a table, and find out what the import of a table would change. This module does not
write to the database."""

import re
from datetime import datetime

from django.core.exceptions import NON_FIELD_ERRORS, ValidationError
from django.db.models import Prefetch
from import_export.instance_loaders import BaseInstanceLoader
from import_export.resources import Resource
from import_export.results import RowResult

from graph.actions import EntityEdit
from graph.admin.forms import COUNTRY_CODE
from graph.admin.tables.columns import FactColumn, columns_of, write_identifier
from graph.admin.tables.files import quoted, unescape
from graph.batches import batches
from graph.kinds import KINDS, Kind
from graph.models import DETAILS, Entity, Identifier, Redirect
from graph.models.entities import details_name
from graph.models.names import SHARED_SCHEMES

MAX_SLUG = 200
MAX_NAMED = 10
PARTS = ("other_names", "identifiers")


def with_parts(entities):
    return entities.prefetch_related(*(Prefetch(name, to_attr=f"stored_{name}") for name in PARTS))


class EntityResource(Resource):
    """Exports entities of one kind as a table. Its method ``import_data`` reads a table, adds the planned changes of
    each entity to the list ``edits``, and writes nothing to the database."""

    class Meta:
        model = Entity
        import_id_fields = ["slug"]
        instance_loader_class = BaseInstanceLoader
        use_transactions = False
        skip_diff = True
        store_row_values = True
        store_instance = True

    def __init__(self, kind: str):
        super().__init__()
        self.kind = kind
        self.fields = columns_of(kind)
        self.edits, self.instances = [], {}

    def get_export_order(self):
        return list(self.fields)

    get_import_order = get_export_order

    def iter_queryset(self, queryset):
        # Read all rows with one query. The library would use a query for each page, and rows could move between pages
        # if somebody edits meanwhile.
        rows = with_parts(queryset.order_by("slug").select_related(details_name(self.kind)))
        return rows.iterator(chunk_size=self.get_chunk_size())

    def check_headers(self, headers: list[str]) -> None:
        unknown = [quoted(name) if name else "one without a name" for name in headers if name not in self.fields]
        if unknown:
            more = f" and {len(unknown) - MAX_NAMED} more" if len(unknown) > MAX_NAMED else ""
            names, known = ", ".join(unknown[:MAX_NAMED]), ", ".join(self.fields)
            raise ValidationError(f"Unknown columns: {names}{more}. The columns are: {known}.")
        if "slug" not in headers:
            raise ValidationError("There is no column “slug”. It says which entity a row is about.")

    def before_import(self, dataset, **kwargs):
        """Before the first row is read, fetch the entities and redirects for all slugs in the table, and the codes of
        all countries. Later steps read them from attributes such as ``self.entities``."""
        self.table, self.first_rows, self.entities, self.redirects = dataset, {}, {}, {}
        # A query for each row would take minutes.
        position = dataset.headers.index("slug")
        slugs = {cells[position].strip() for cells in dataset if position < len(cells)}
        has_parts = not {*PARTS}.isdisjoint(dataset.headers)
        for batch in batches(slugs):
            rows = Entity.objects.filter(slug__in=batch).with_details()
            self.entities |= {row.slug: row for row in (with_parts(rows) if has_parts else rows)}
            self.redirects |= dict(Redirect.objects.filter(slug__in=batch).values_list("slug", "entity__slug"))
        self.countries = set(Entity.objects.of_kind(Kind.COUNTRY).values_list("country_code", flat=True))

    def before_import_row(self, row, row_number, **kwargs):
        for name in [name for name, cell in row.items() if not cell.strip()]:
            del row[name]
        row["slug"] = unescape(row.get("slug", "").strip())
        if any(self.table.rows[row_number - 1][1][len(self.table.headers) :]):
            raise ValidationError({NON_FIELD_ERRORS: "It has more cells than there are columns."})
        if message := self._slug_error(row["slug"], row_number):
            raise ValidationError({"slug": message})

    def _slug_error(self, slug, row_number):
        entity = self.entities.get(slug)
        if not slug:
            return "It is missing."
        if (first := self.first_rows.setdefault(slug, row_number)) != row_number:
            return f"{quoted(slug)} is already in row {self.table.number(first)}."
        if entity and entity.kind != self.kind:
            return f"{quoted(slug)} is a {entity.kind}."
        if slug in self.redirects:
            return f"{quoted(slug)} redirects to {quoted(self.redirects[slug])}."
        if not entity and (len(slug) > MAX_SLUG or not re.fullmatch(KINDS[self.kind].slug_pattern, slug)):
            return f"No entity has it, and {quoted(slug)} is not a valid slug of a {self.kind}."
        return None

    def get_or_init_instance(self, instance_loader, row):
        if entity := self.entities.get(row["slug"]):
            return entity, False
        code, status = unescape(row.get("country_code", "")).strip(), Entity.Status.DRAFT
        return Entity(kind=self.kind, slug=row["slug"], name="", country_code=code, status=status), True

    def after_init_instance(self, instance, new, row, row_number, **kwargs):
        instance.edit, instance.changed_cells, instance.row = EntityEdit(instance), [], row
        if instance.details is None:
            setattr(instance, details_name(self.kind), DETAILS[self.kind]())
        self.instances[row_number] = instance

    def skip_row(self, instance, original, row, import_validation_errors=None):
        # A skipped row is not validated, so do not skip rows with errors.
        return bool(instance.pk) and not instance.changed_cells and not import_validation_errors

    def validate_instance(self, instance, import_validation_errors=None, validate_unique=True):
        """Raise ValidationError with all errors of a row. The library's method stops at the first error."""
        errors = dict(import_validation_errors or {})
        for check in (self._missing_values, _age_errors, self._model_errors):
            for name, message in [found for found in check(instance) if found[0] not in errors]:
                errors.setdefault(name, []).append(message)
        if errors:
            raise ValidationError(errors)

    def _missing_values(self, entity):
        if self.kind == Kind.ELECTION and not entity.details.date:
            yield "date", "An election needs one."
        if entity.pk:
            return
        if message := self._country_error(entity.country_code):
            yield "country_code", message
        if "name" not in entity.row:
            yield "name", "A new entity needs one."
        if entity.row.get("status", "").strip() not in ("", Entity.Status.DRAFT):
            yield "status", "New entities are drafts."

    def _country_error(self, code):
        if self.kind == Kind.IDEOLOGY:
            return "An ideology has no country." if code else ""
        if self.kind == Kind.COUNTRY:
            is_free = COUNTRY_CODE.fullmatch(code) and code not in self.countries
            return "" if is_free else "A new country needs a code of two small letters that no other country has."
        return "" if code in self.countries else f"No country has the code {quoted(code)}."

    def _model_errors(self, entity):
        columns = {column.fact: name for name, column in self.fields.items() if isinstance(column, FactColumn)}
        # The slug and the country code have been checked above.
        for row, excluded in ((entity, {"country_code", "slug"}), (entity.details, {"entity"})):
            names = {field.name for field in row._meta.fields}
            # Validate only what the table changes, because stored values may be invalid by newer rules.
            unchanged = names - entity.edit.facts.keys() if entity.pk else set()
            try:
                row.clean_fields(exclude=excluded | unchanged)
            except ValidationError as error:
                for name, messages in error.message_dict.items():
                    yield from ((columns.get(name, name), _with_choices(row, name, each)) for each in messages)

    def save_instance(self, instance, is_create, row, **kwargs):
        # Do not save the row: `write_entities` writes all rows together, or none.
        self.edits.append(instance.edit)

    def after_import(self, dataset, result, **kwargs):
        """Add an error to each imported row with an identifier that another entity or an earlier row has. Also add an
        error to a row with a new country if an earlier row has a new country with the same code."""
        claims = [(number, name, value) for number, row in self.instances.items() for name, value in _claims(row)]
        owners, first_rows = _owners({value for _, name, value in claims if name == "identifiers"}), {}
        for row_number, name, value in claims:
            row, (owner, slug) = result.rows[row_number - 1], owners.get((name, value), (None, ""))
            if owner not in (None, self.instances[row_number].pk):
                _add_error(row, name, f"{quoted(value)} belongs to {slug}.")
            elif (first := first_rows.setdefault((name, value), row_number)) != row_number:
                _add_error(row, name, f"{quoted(value)} is already in row {self.table.number(first)}.")


def _claims(entity):
    """Yield (column, text) for each value in an imported row that only one entity can have. These values are the
    identifiers, such as ("identifiers", "gec: FR"), and the code of a new country. Identifiers that several entities
    can have are left out (SHARED_SCHEMES). ``entity`` is the entity of the row with its planned changes."""
    if not entity.pk and entity.kind == Kind.COUNTRY:
        yield "country_code", entity.country_code
    for row in entity.edit.identifiers or ():
        if row.scheme not in SHARED_SCHEMES:
            yield "identifiers", write_identifier(row)


def _owners(claimed):
    """Find out which identifiers are stored already. ``claimed`` has the identifiers as texts, such as "gec: FR".
    Return a dictionary that maps each stored identifier to its entity, like {("identifiers", "gec: FR"): (primary key,
    slug)}. Identifiers that no entity has are left out."""
    owners = {}
    for batch in batches({value.partition(": ")[2] for value in claimed}):
        found = Identifier.objects.filter(value__in=batch).exclude(scheme__in=SHARED_SCHEMES).select_related("entity")
        owners |= {("identifiers", write_identifier(row)): (row.entity_id, row.entity.slug) for row in found}
    return owners


def _add_error(row, name, message):
    errors = row.validation_error.message_dict if row.validation_error else {}
    row.validation_error = ValidationError(errors | {name: [*errors.get(name, ()), message]})
    row.import_type = RowResult.IMPORT_TYPE_INVALID


def _age_errors(entity):
    # A row of an outdated export is not an error if it changes nothing.
    if not entity.changed_cells or not entity.pk or "updated_at" not in entity.row:
        return
    try:
        if datetime.fromisoformat(entity.row["updated_at"].strip()) < entity.updated_at:
            yield "updated_at", "Somebody has changed the entity since this was exported: export it again."
    except (ValueError, TypeError):
        yield "updated_at", "It is not a time as in an export. You may leave the column out."


def _with_choices(row, name, message):
    choices = row._meta.get_field(name).choices
    return f"{message} One of: {', '.join(str(value) for value, _ in choices if value)}." if choices else message
