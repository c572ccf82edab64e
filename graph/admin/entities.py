"""The admin pages of entities, such as parties. Each kind of entity has its own ModelAdmin."""

from functools import partial

from django import forms
from django.contrib import admin
from django.contrib.admin.views.main import ChangeList
from django.urls import reverse

from graph.admin.editing import EditingMixin
from graph.admin.entity_actions import EntityActionsMixin, SlugMixin, propose_slug
from graph.admin.fields import ChoicesMixin, TypedFields
from graph.admin.filters import CountryFilter, MissingFilter, StatusFilter, YearFilter, fact_filter
from graph.admin.forms import EntityForm
from graph.admin.history import HistoryMixin
from graph.admin.inlines import Citations, Facts, Identifiers, OtherNames, Relationships, incoming_relationships
from graph.admin.merging import MergingMixin
from graph.admin.pages import may
from graph.admin.tables.pages import TablesMixin
from graph.kinds import KINDS, ElectionKind, ElectionStatus, InstitutionType, Kind, OfficeType, Spectrum
from graph.models import Composition, Country, Election, Entity, Ideology, Institution, Office, Party, Politician
from graph.models.entities import details_name
from graph.relations import RelationshipType

ENTITY_TOOLS = [("slug", "rename", "Change slug"), ("merge", "merge", "Merge into another")]


class EntityList(ChangeList):
    """The list page in the admin of entities, of elections with results, and of races. It ignores unknown query
    parameters, and filters without a value. The ModelAdmin must have a method ``with_details``, which returns a query
    set of the rows with everything that the columns of the list need."""

    def get_results(self, request):
        super().get_results(request)
        # Select only the primary keys of the page first: the database skips the rows of earlier pages faster if it
        # reads nothing more of them.
        keys = list(self.result_list.values_list("pk", flat=True))
        rows = {row.pk: row for row in self.model_admin.with_details().filter(pk__in=keys)}
        self.result_list = [rows[key] for key in keys if key in rows]

    def get_filters_params(self, params=None):
        known = {choice.parameter_name for choice in self.list_filter if isinstance(choice, type)}
        params = super().get_filters_params(params)
        return {name: values for name, values in params.items() if name in known and any(values)}


class EntityAdmin(
    HistoryMixin, MergingMixin, TablesMixin, SlugMixin, EntityActionsMixin, ChoicesMixin, EditingMixin, TypedFields,
    admin.ModelAdmin,
):  # fmt: skip
    """The base class of the admin of each kind of entity, such as `PartyAdmin`. Subclasses set ``kind`` and, in
    ``columns``, the facts that the list page shows. Nobody can delete entities here: editors withdraw or merge them."""

    kind: Kind = None
    columns: tuple[str, ...] = ()
    form = EntityForm
    list_filter = [CountryFilter, StatusFilter, MissingFilter]
    # Also sort by primary key. Otherwise, entities with equal names could be on two pages.
    ordering = ["name", "pk"]
    search_fields = ["name"]
    search_help_text = "Any name, its beginning or a part; a slug; or a key such as Q567"
    # The link "Show all" would put every entity of the kind on one page, so limit it.
    list_per_page = list_max_show_all = 100
    # To show the number of all entities next to the number of matches, the database would have to count twice.
    show_full_result_count = False
    change_form_template = "admin/graph/change_form.html"
    change_list_template = "admin/graph/change_list.html"

    def with_details(self):
        return self.model.objects.select_related(details_name(self.kind)).with_country_name()

    def get_list_display(self, request):
        return ["name", *(() if self.kind == Kind.IDEOLOGY else ["country"]), "status", *self.columns, "updated"]

    def get_changelist(self, request, **kwargs):
        return EntityList

    def changelist_view(self, request, extra_context=None):
        context = {"list_tools": self.get_list_tools(request)}
        return super().changelist_view(request, context | (extra_context or {}))

    def get_search_results(self, request, queryset, search_term):
        # False means that there are no duplicate rows, so Django does not need DISTINCT.
        return queryset.search_text(search_term), False

    # The page of an entity shows more columns than the list, so fetch its details too.
    def get_object(self, request, object_id, from_field=None):
        found = super().get_object(request, object_id, from_field)
        return found and self.with_details().filter(pk=found.pk).first()

    @admin.display(description="country", ordering="country_code")
    def country(self, entity):
        return entity.country_name or entity.country_code

    @admin.display(description="updated", ordering="updated_at")
    def updated(self, entity):
        return f"{entity.updated_at:%Y-%m-%d %H:%M}"

    def get_fields(self, request, obj=None):
        if obj:
            return ["name", "slug", "country", "status", "description"]
        return ["name", "slug", "country_code", "description"]

    def get_readonly_fields(self, request, obj=None):
        # Slug and status are changed by special actions. The country never changes.
        return ["slug", "country", "status"] if obj else []

    @property
    def facts(self):
        return KINDS[self.kind].stored_fields

    def get_inlines(self, request, obj):
        return [
            partial(Facts, kind=self.kind, facts=self.facts),
            # Editors change a relationship on the page of its subject.
            *(partial(Relationships, type=type) for type in RelationshipType if type.subject == self.kind),
            *(partial(inline, kind=self.kind) for inline in (OtherNames, Identifiers, Citations)),
        ]

    def get_form(self, request, obj=None, change=False, **kwargs):
        form = super().get_form(request, obj, change=change, **kwargs)
        form.kind = self.kind
        return form

    def formfield_for_dbfield(self, db_field, request, **kwargs):
        if db_field.name == "country_code" and self.kind != Kind.COUNTRY:
            countries = Entity.objects.of_kind(Kind.COUNTRY).order_by("name").values_list("country_code", "name")
            return forms.ChoiceField(choices=[("", "---------"), *countries], label="Country")
        return super().formfield_for_dbfield(db_field, request, **kwargs)

    def get_formset_kwargs(self, request, obj, inline, prefix):
        kwargs = super().get_formset_kwargs(request, obj, inline, prefix)
        # If the page was opened by a link "Add …" on the page of another entity, this entity is the object of the first
        # relationship.
        if isinstance(inline, Relationships) and (key := inline.proposed_object(request, obj if obj.pk else None)):
            kwargs["initial"] = [{"object": key}]
        return kwargs

    def save_related(self, request, form, formsets, change):
        if not change and not form.instance.slug:
            facts = next((row.cleaned_data for each in formsets if each.prefix == "facts" for row in each.forms), {})
            form.instance.slug = propose_slug(form.instance, facts)
        super().save_related(request, form, formsets, change)

    def render_change_form(self, request, context, *args, obj=None, **kwargs):
        if obj:
            tools = [(label, page) for page, action, label in ENTITY_TOOLS if may(request, action)]
            context["entity_tools"] = [(label, self.url(page, obj.pk)) for label, page in tools]
            context["incoming"] = incoming_relationships(request, obj, self.admin_site.name)
        return super().render_change_form(request, context, *args, obj=obj, **kwargs)

    def has_delete_permission(self, request, obj=None):
        # Entities are never deleted: editors withdraw them, or merge them into others.
        return False


@admin.register(Country)
class CountryAdmin(EntityAdmin):
    kind = Kind.COUNTRY
    columns = ("country_details__capital", "country_details__population")


@admin.register(Politician)
class PoliticianAdmin(EntityAdmin):
    kind = Kind.POLITICIAN
    columns = ("politician_details__birth_year",)


@admin.register(Party)
class PartyAdmin(EntityAdmin):
    kind = Kind.PARTY
    columns = ("party_details__founded_year",)


@admin.register(Election)
class ElectionAdmin(EntityAdmin):
    kind = Kind.ELECTION
    columns = ("election_details__date", "elected", "state")
    list_filter = [
        CountryFilter,
        StatusFilter,
        fact_filter("election_details__kind", ElectionKind, parameter="kind", title="what is elected"),
        YearFilter,
        # The parameter cannot be "status", which belongs to StatusFilter.
        fact_filter("election_details__status", ElectionStatus, parameter="state"),
        MissingFilter,
    ]
    # The date comes first, because the slug is made from it.
    facts = ("date", "kind", "status", "winner", "turnout", "result_margin", "rounds")

    @admin.display(description="what is elected", ordering="election_details__kind")
    def elected(self, entity):
        return getattr(entity.details, "kind", None)

    @admin.display(description="state", ordering="election_details__status")
    def state(self, entity):
        return getattr(entity.details, "status", None)


@admin.register(Office)
class OfficeAdmin(EntityAdmin):
    kind = Kind.OFFICE
    columns = ("office_details__office_type", "office_details__term_length")
    type_filter = fact_filter("office_details__office_type", OfficeType, parameter="office_type")
    list_filter = [CountryFilter, StatusFilter, type_filter, MissingFilter]


@admin.register(Institution)
class InstitutionAdmin(EntityAdmin):
    kind = Kind.INSTITUTION
    columns = tuple(f"institution_details__{fact}" for fact in ("institution_type", "seats", "founded_year"))
    type_filter = fact_filter("institution_details__institution_type", InstitutionType, parameter="institution_type")
    list_filter = [CountryFilter, StatusFilter, type_filter, MissingFilter]

    def render_change_form(self, request, context, *args, obj=None, **kwargs):
        if obj:
            rows = Composition.objects.filter(institution=obj.pk).select_related("election").newest_first()
            context["compositions"] = [(row, reverse("admin:graph_composition_change", args=[row.pk])) for row in rows]
            context["add_composition"] = f"{reverse('admin:graph_composition_add')}?institution={obj.pk}"
        return super().render_change_form(request, context, *args, obj=obj, **kwargs)


@admin.register(Ideology)
class IdeologyAdmin(EntityAdmin):
    kind = Kind.IDEOLOGY
    columns = ("ideology_details__spectrum",)
    spectrum_filter = fact_filter("ideology_details__spectrum", Spectrum, parameter="spectrum")
    list_filter = [StatusFilter, spectrum_filter, MissingFilter]

    def get_fields(self, request, obj=None):
        # An ideology has no country.
        return [name for name in super().get_fields(request, obj) if name not in ("country", "country_code")]
