"""What belongs to an entity, on its page: facts, names, identifiers, citations, and what it states."""

import re

from django import forms
from django.contrib import admin

from graph.actions.facts import OF_THE_ENTITY
from graph.admin.formfields import TypedFields
from graph.admin.forms import CitationForm, DetailsForm, RowForm, RowSet, StatementForm
from graph.admin.permissions import PartOfEntity
from graph.kinds import KINDS, Kind
from graph.models import DETAILS, Citation, Identifier, OtherName, Relationship
from graph.relations import RELATIONSHIP_TYPES

KEY = re.compile("[0-9]{1,18}")
NOT_TYPED = {"overview_is_composed"}
FIRST = {Kind.ELECTION: ("date", "kind", "status")}
"""Facts that stand before the others of their kind."""


class Facts(PartOfEntity, TypedFields, admin.StackedInline):
    """The details of one kind."""

    form = DetailsForm
    formset = RowSet
    verbose_name = "Facts"
    can_delete = False
    extra = 0
    min_num = max_num = 1

    def formfield_for_dbfield(self, db_field, request, **kwargs):
        field = super().formfield_for_dbfield(db_field, request, **kwargs)
        if isinstance(field.widget, forms.Textarea):
            field.widget.attrs["rows"] = 4
        if db_field.name == "overview":
            field.help_text = "Left empty, it is composed of the facts."
        return field


class Rows(PartOfEntity, TypedFields, admin.TabularInline):
    form = RowForm
    formset = RowSet
    extra = 0


class OtherNames(Rows):
    model = OtherName
    fields = ["name", "lang", "kind"]
    verbose_name = "other name"


class Identifiers(Rows):
    model = Identifier
    fields = ["scheme", "value"]


class Citations(Rows):
    model = Citation
    form = CitationForm
    fields = ["source", "url", "retrieved", "facts", "note"]

    def get_queryset(self, request):
        return super().get_queryset(request).select_related("source", "entity").order_by("source__slug", "url", "pk")

    def formfield_for_dbfield(self, db_field, request, **kwargs):
        if db_field.name == "facts":
            return forms.MultipleChoiceField(widget=forms.CheckboxSelectMultiple, required=False)
        return super().formfield_for_dbfield(db_field, request, **kwargs)


class Statements(Rows):
    """Relationships of one type that the entity is the subject of."""

    model = Relationship
    fk_name = "subject"
    form = StatementForm
    type = None
    fields = ["object", "role", "start_date", "end_date", "verified_at", "source", "position"]

    def get_queryset(self, request):
        rows = super().get_queryset(request).filter(type=self.type)
        return rows.select_related("subject", "object").order_by("position", "start_first", "pk")

    def get_extra(self, request, obj=None, **kwargs):
        """One for the entity that the page for a new one was led to from."""
        return 1 if self.led_from(request, obj) else 0

    def led_from(self, request, obj) -> str:
        """Its key, as the address of the page has it; empty where it was not led to."""
        key = request.GET.get(self.type, "")
        return key if obj is None and request.method != "POST" and KEY.fullmatch(key) else ""


def inlines_of(kind: Kind) -> list[type[admin.options.InlineModelAdmin]]:
    """The inlines on the pages of the kind, in their order."""
    parts = [_made(OtherNames, kind), _made(Identifiers, kind), _citations(kind)]
    statements = [_statements(kind, relation) for relation in RELATIONSHIP_TYPES.values() if relation.subject == kind]
    return [_facts(kind), *statements, *parts]


def _made(base, kind, prefix="", **attributes):
    """The inline for one kind, its rows named by the prefix in the form: never by their order on the page."""
    rows = type("RowsOf" + base.__name__, (RowSet,), {"get_default_prefix": classmethod(lambda cls: prefix)})
    attributes = {"kind": kind, "formset": rows if prefix else base.formset} | attributes
    return type(f"{base.__name__}Of{kind.capitalize()}", (base,), attributes)


def _facts(kind):
    names = [name for name in KINDS[kind].stored_fields if name not in NOT_TYPED]
    first = FIRST.get(kind, ())
    fields = [*first, *(name for name in names if name not in first)]
    return _made(Facts, kind, "facts", model=DETAILS[kind], fields=fields)


def _citations(kind):
    names = (*OF_THE_ENTITY, *KINDS[kind].stored_fields)
    return _made(Citations, kind, form=type("CitationForm", (CitationForm,), {"names": names}))


def _statements(kind, relation):
    return _made(
        Statements,
        kind,
        relation.type,
        type=relation.type,
        form=type("StatementForm", (StatementForm,), {"type": relation.type}),
        kinds_chosen={"object": relation.object},
        verbose_name=KINDS[relation.object].label.lower(),
        verbose_name_plural=f"{relation.label}: {KINDS[relation.object].label_plural.lower()}",
    )
