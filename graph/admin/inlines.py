"""Define the inlines on the page of an entity: facts, relationships, other names, identifiers and citations."""

from django import forms
from django.contrib import admin

from graph.actions.facts import ENTITY_FACTS
from graph.admin.choices import KEY
from graph.admin.fields import TypedFields
from graph.admin.forms import CitationForm, DetailsForm, RelationshipForm, RowForm, RowSet
from graph.admin.pages import PartOfEntity
from graph.kinds import KINDS
from graph.models import DETAILS, Citation, Identifier, OtherName, Relationship
from graph.relations import RELATIONSHIP_TYPES, RelationshipType


class Inline(PartOfEntity, TypedFields):
    """The base class of the inlines of an entity. ``prefix`` begins the names of their form fields."""

    formset = RowSet
    extra = 0
    prefix = ""

    def __init__(self, parent_model, admin_site, *, kind):
        self.kind = kind
        super().__init__(parent_model, admin_site)

    def get_formset(self, request, obj=None, **kwargs):
        formset = super().get_formset(request, obj, **kwargs)
        # Django numbers the prefixes, so a new inline would rename all fields behind it.
        formset.row_prefix = self.prefix
        return formset


class Facts(Inline, admin.StackedInline):
    """The inline of the facts. Each kind stores them in one row of its own details table."""

    form = DetailsForm
    verbose_name = "Facts"
    can_delete = False
    min_num = max_num = 1
    prefix = "facts"

    def __init__(self, parent_model, admin_site, *, kind, facts):
        # Set before the base class reads it: the model depends on the kind.
        self.model = DETAILS[kind]
        self.fields = facts
        super().__init__(parent_model, admin_site, kind=kind)

    def formfield_for_dbfield(self, db_field, request, **kwargs):
        field = super().formfield_for_dbfield(db_field, request, **kwargs)
        if isinstance(field.widget, forms.Textarea):
            field.widget.attrs["rows"] = 4
        if db_field.name == "overview":
            field.help_text = "If empty, it is composed from the facts."
        return field


class Rows(Inline, admin.TabularInline):
    form = RowForm


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

    def get_formset(self, request, obj=None, **kwargs):
        formset = super().get_formset(request, obj, **kwargs)
        formset.form.names = (*ENTITY_FACTS, *KINDS[self.kind].stored_fields)
        return formset

    def formfield_for_dbfield(self, db_field, request, **kwargs):
        if db_field.name == "facts":
            return forms.MultipleChoiceField(widget=forms.CheckboxSelectMultiple, required=False)
        return super().formfield_for_dbfield(db_field, request, **kwargs)


class Relationships(Rows):
    """The inline of all relationships of one type whose subject is the entity."""

    model = Relationship
    fk_name = "subject"
    form = RelationshipForm
    fields = ["object", "role", "start_date", "end_date", "verified_at", "source", "position"]

    def __init__(self, parent_model, admin_site, *, type: RelationshipType):
        definition = RELATIONSHIP_TYPES[type]
        object_kind = KINDS[definition.object]
        self.type = self.prefix = type
        self.kinds_chosen = {"object": definition.object}
        self.verbose_name = object_kind.label.lower()
        self.verbose_name_plural = f"{definition.label}: {object_kind.label_plural.lower()}"
        super().__init__(parent_model, admin_site, kind=definition.subject)

    def get_queryset(self, request):
        rows = super().get_queryset(request).filter(type=self.type)
        return rows.select_related("subject", "object").order_by("position", "start_first", "pk")

    def get_formset(self, request, obj=None, **kwargs):
        formset = super().get_formset(request, obj, **kwargs)
        formset.form.type = self.type
        return formset

    def get_extra(self, request, obj=None, **kwargs):
        # The empty row has room for the object in the address.
        return 1 if self.proposed_object(request, obj) else 0

    def proposed_object(self, request, obj) -> str:
        """Return the object's primary key from the query string of the page that adds an entity.

        Return "" for an existing entity ``obj``, for a POST request, or without a valid key.
        """
        key = request.GET.get(self.type, "")
        return key if obj is None and request.method != "POST" and KEY.fullmatch(key) else ""
