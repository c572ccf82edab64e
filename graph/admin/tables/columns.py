"""Define the columns of exported and imported tables, as fields of django-import-export."""

from django.core.exceptions import ValidationError
from django.db.models import CharField, DecimalField, IntegerField, JSONField, TextField
from import_export.fields import Field
from import_export.widgets import Widget

from graph.actions.facts import set_facts
from graph.admin.tables import cells
from graph.admin.tables.cells import CLEAR, quoted, unescape
from graph.kinds import KINDS
from graph.models import DETAILS, Entity
from graph.models.fields import PartialDateField

WIDGETS = {
    PartialDateField: cells.DateWidget,
    IntegerField: cells.IntegerWidget,
    DecimalField: cells.DecimalWidget,
    JSONField: cells.PositionsWidget,
    (CharField, TextField): cells.TextWidget,
}


class Column(Field):
    """A column of a table. ``about`` explains it to editors. Changes of cells go to ``entity.edit``."""

    def __init__(self, name, widget=None, about=""):
        super().__init__(attribute=name, column_name=name, widget=widget or Widget())
        self.about = about

    def value(self, entity):
        return getattr(entity, self.attribute)

    def export(self, instance, **kwargs):
        return self.value(instance)

    def text(self, entity) -> str:
        value = self.export(entity)
        return "" if value is None else str(value)

    def save(self, instance, row, is_m2m=False, **kwargs):
        """Record a changed cell in the edit of the entity. Raise ValueError if the cell is invalid."""
        cell, before = row[self.column_name], self.text(instance)
        # An unchanged cell needs no validation: old values may break newer rules.
        if unescape(cell) == before:
            return
        try:
            self.edit(instance, None if cell.strip() == CLEAR else self.widget.clean(unescape(cell)))
        except ValidationError as error:
            raise ValueError(" ".join(error.messages)) from None
        after = self.text(instance)
        if after != before:
            instance.changed_cells.append((self.column_name, before, after))


class FixedColumn(Column):
    """A column that an import never changes in an existing entity.

    With a ``reason``, a different cell is an error that shows the reason. Without a reason, the cell is ignored.
    """

    def __init__(self, name, about, reason=""):
        super().__init__(name, about=about)
        self.reason = reason

    def save(self, instance, row, is_m2m=False, **kwargs):
        cell, stored = unescape(row[self.column_name]).strip(), str(self.value(instance))
        if self.reason and instance.pk and cell != stored:
            raise ValueError(f"It is {quoted(stored)}, not {quoted(cell)}: {self.reason}.")


class FactColumn(Column):
    """A column for one fact of an entity, which the table of entities or of details stores. None clears the fact."""

    def __init__(self, name, field, about="", fact=""):
        widget = next(widget for types, widget in WIDGETS.items() if isinstance(field, types))
        super().__init__(name, widget(), about)
        self.field, self.fact = field, fact or name

    def export(self, instance, **kwargs):
        # The library would turn numbers into text. A spreadsheet needs them as numbers.
        value = self.value(instance)
        return self.widget.render(value) if isinstance(self.field, JSONField) else value

    def edit(self, entity, value):
        if value is None and not self.field.null:
            value = [] if isinstance(self.field, JSONField) else ""
        if set_facts(entity, entity.details, {self.fact: value}):
            entity.edit.facts[self.fact] = value


class DetailsColumn(FactColumn):
    def value(self, entity):
        return getattr(entity.details, self.fact, None)


class PartsColumn(Column):
    """A column whose cells contain all other names, or all identifiers, of an entity."""

    def value(self, entity):
        edited = getattr(entity.edit, self.attribute) if hasattr(entity, "edit") else None
        return getattr(entity, f"stored_{self.attribute}", ()) if edited is None else edited

    def export(self, instance, **kwargs):
        return self.widget.render(self.value(instance))

    def edit(self, entity, value):
        if self.widget.render(value) != self.text(entity):
            setattr(entity.edit, self.attribute, value or [])


class TimeColumn(FixedColumn):
    def export(self, instance, **kwargs):
        return self.value(instance).isoformat()


def columns_of(kind: str) -> dict[str, Column]:
    """Map the name of each table column of the kind to its `Column`, in the order of the table."""
    of_entity = Entity._meta.get_field
    columns = [
        FixedColumn("slug", "The slug of the entity"),
        FactColumn("name", of_entity("name"), "The name that is shown"),
        FixedColumn("country_code", "For new entities: ISO 3166-1 alpha-2, lower case", "imports do not change it"),
        FixedColumn("status", "For new entities: draft, or empty", "publish or withdraw the entity instead"),
        FactColumn("description", of_entity("description"), "One or two sentences. If cleared, it is composed"),
        *(_details_column(kind, name) for name in KINDS[kind].stored_fields),
        PartsColumn("other_names", cells.NamesWidget(), "One per line"),
        PartsColumn("identifiers", cells.IdentifiersWidget(), "One per line"),
        TimeColumn("updated_at", "The last change; read only"),
    ]
    return {column.column_name: column for column in columns}


def _details_column(kind, name):
    field = DETAILS[kind]._meta.get_field(name)
    about = next((entry.description for entry in KINDS[kind].metadata if entry.name == name), "")
    if field.choices:
        about = f"One of: {', '.join(str(value) for value, _ in field.choices)}"
    # The status of an election is not the status of its entity.
    column_name = f"{kind}_{name}" if name == "status" else name
    return DetailsColumn(column_name, field, about, fact=name)
