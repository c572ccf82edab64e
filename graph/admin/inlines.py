"""The parts of an entity's admin page: its facts, names, identifiers, citations and relationships. Also the list of the
relationships in which the entity is the object."""

from django import forms
from django.contrib import admin
from django.db.models import Count, F
from django.urls import reverse
from django.utils.http import urlencode

from config.http.bulk_actions import KEY
from graph.admin.fields import TypedFields
from graph.admin.forms import CitationForm, DetailsForm, RelationshipForm, RowForm, RowSet
from graph.admin.pages import PartOfEntity, may
from graph.kinds import KINDS
from graph.models import DETAILS, Citation, Entity, Identifier, OtherName, Relationship
from graph.relations import RELATIONSHIP_TYPES, RelationshipType

MAX_INCOMING = 50


class Inline(PartOfEntity, TypedFields):
    """The base class of the inlines on the page of an entity. ``prefix`` begins the names of the HTML fields of the
    inline, as in "facts-0-date"."""

    form = RowForm
    formset = RowSet
    extra = 0
    prefix = ""
    type = None

    def __init__(self, parent_model, admin_site, *, kind):
        self.kind = kind
        super().__init__(parent_model, admin_site)

    def get_formset(self, request, obj=None, **kwargs):
        formset = super().get_formset(request, obj, **kwargs)
        # By default, Django numbers the prefixes. A new inline would then change the field names of those after it.
        formset.row_prefix = self.prefix
        formset.form.kind, formset.form.type = self.kind, self.type
        return formset


class Facts(Inline, admin.StackedInline):
    form = DetailsForm
    verbose_name = "Facts"
    can_delete = False
    min_num = max_num = 1
    prefix = "facts"

    def __init__(self, parent_model, admin_site, *, kind, facts):
        # Set the model, which depends on the kind, before the base class reads it.
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


class OtherNames(Inline, admin.TabularInline):
    model = OtherName
    fields = ["name", "lang", "kind"]
    verbose_name = "other name"


class Identifiers(Inline, admin.TabularInline):
    model = Identifier
    fields = ["scheme", "value"]


class Citations(Inline, admin.TabularInline):
    model = Citation
    form = CitationForm
    fields = ["source", "url", "retrieved", "facts", "note"]

    def get_queryset(self, request):
        return super().get_queryset(request).select_related("source", "entity").order_by("source__slug", "url", "pk")

    def formfield_for_dbfield(self, db_field, request, **kwargs):
        if db_field.name == "facts":
            return forms.MultipleChoiceField(widget=forms.CheckboxSelectMultiple, required=False)
        return super().formfield_for_dbfield(db_field, request, **kwargs)


class Relationships(Inline, admin.TabularInline):
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

    def get_extra(self, request, obj=None, **kwargs):
        # Show an empty row if the URL proposes the object of a relationship.
        return 1 if self.proposed_object(request, obj) else 0

    def proposed_object(self, request, obj) -> str:
        """Return the primary key, as text, of the entity that an Add page proposes as the object of a relationship. The
        key is the value of a query parameter. The name of this parameter is the type of the relationship. For example,
        ``?politician_member_of_party=12`` proposes the party with the primary key 12. Return "" without this parameter,
        for POST, or if ``obj`` (the edited entity) exists already."""
        key = request.GET.get(self.type, "")
        return key if obj is None and request.method != "POST" and KEY.fullmatch(key) else ""


def incoming_relationships(request, entity: Entity, site: str) -> list[dict]:
    """Return the relationships in which the entity is the object, grouped by type. There is a dictionary for each type
    that is possible for this kind of entity, even if the entity has no such relationship:

    - ``label`` is the label of the type, and ``count`` is the number of relationships.
    - ``rows`` has pairs (relationship, URL of its subject's page), at most MAX_INCOMING. ``hidden`` is the number of
      relationships that are not in ``rows``.
    - ``add_label`` is the text of a link to add a relationship. ``add_address`` is its URL, or "" if the user may not
      add one.

    ``site`` is the name of the admin site in URLs."""
    types = [definition for definition in RELATIONSHIP_TYPES.values() if definition.object == entity.kind]
    if not types:
        return []
    counts = dict(Relationship.objects.filter(object=entity.pk).order_by().values_list("type").annotate(Count("pk")))
    return [_incoming(request, entity, definition, counts.get(definition, 0), site) for definition in types]


def _incoming(request, entity, definition, count, site):
    # Query only types with rows: most entities have relationships of only one or two types.
    found = Relationship.objects.filter(object=entity.pk, type=definition).select_related("subject")
    rows = found.order_by(F("start_first").desc(nulls_last=True), "-pk")[:MAX_INCOMING] if count else ()
    subject, page_of_subject = definition.subject, f"{site}:graph_{definition.subject}"
    # The Add page of the subject reads these values from its URL.
    values = urlencode({definition: entity.pk, "country_code": entity.country_code})
    return {
        "label": definition.reverse_label,
        "count": count,
        "hidden": count - len(rows),
        "rows": [(row, reverse(f"{page_of_subject}_change", args=[row.subject_id])) for row in rows],
        "add_label": f"Add {KINDS[subject].label.lower()}",
        "add_address": f"{reverse(f'{page_of_subject}_add')}?{values}" if may(request, "add", subject) else "",
    }
