"""The lists of entities: quick, whatever is asked of them."""

from django.contrib import admin
from django.contrib.admin.views.main import ChangeList

from graph.admin.filters import filters_of
from graph.kinds import Kind
from graph.models.entities import details_name

KEY_FACTS = {
    Kind.COUNTRY: ("capital", "population"),
    Kind.POLITICIAN: ("birth_year",),
    Kind.PARTY: ("founded_year",),
    Kind.ELECTION: ("date", "kind", "status"),
    Kind.OFFICE: ("office_type", "term_length"),
    Kind.INSTITUTION: ("institution_type", "seats", "founded_year"),
    Kind.IDEOLOGY: ("spectrum",),
}
HEADINGS = {(Kind.ELECTION, "kind"): "what is elected", (Kind.ELECTION, "status"): "state"}


class EntityList(ChangeList):
    """Parameters that no filter knows, and filters left empty, are ignored."""

    def get_results(self, request):
        """The keys of the page first, all that is told of them second: what lies before the page is read as keys."""
        super().get_results(request)
        keys = list(self.result_list.values_list("pk", flat=True))
        rows = {row.pk: row for row in self.model_admin.shown().filter(pk__in=keys)}
        self.result_list = [rows[key] for key in keys if key in rows]

    def get_filters_params(self, params=None):
        known = {choice.parameter_name for choice in self.list_filter if isinstance(choice, type)}
        told = super().get_filters_params(params)
        return {name: values for name, values in told.items() if name in known and any(values)}


class ListMixin:
    """The list of one kind."""

    show_full_result_count = False
    list_per_page = list_max_show_all = 100
    ordering = ["name", "pk"]
    search_fields = ["name"]
    search_help_text = "Any name, its beginning or a part; a slug; or a key such as Q567"

    def get_changelist(self, request, **kwargs):
        return EntityList

    def get_list_display(self, request):
        country = () if self.kind == Kind.IDEOLOGY else (country_column,)
        facts = (_fact_column(self.kind, name) for name in KEY_FACTS[self.kind])
        return ["name", *country, "status", *facts, updated_column]

    def get_list_filter(self, request):
        return filters_of(self.kind)

    def get_object(self, request, object_id, from_field=None):
        """With what its page tells of it."""
        found = super().get_object(request, object_id, from_field)
        return found and self.shown().filter(pk=found.pk).first()

    def shown(self):
        """The rows with all that a list or a page tells of them."""
        return self.model.objects.select_related(details_name(self.kind)).with_country_name()

    def get_search_results(self, request, queryset, search_term):
        """By whatever an entity is called; never twice the same."""
        return queryset.search_text(search_term), False

    def changelist_view(self, request, extra_context=None):
        tools = {"list_tools": self.get_list_tools(request)}
        return super().changelist_view(request, tools | (extra_context or {}))

    def get_list_tools(self, request) -> list[tuple[str, str]]:
        """(label, address) of the links at the top of the list."""
        return []


@admin.display(description="country", ordering="country_code")
def country_column(entity):
    return entity.country_name or entity.country_code


@admin.display(description="updated", ordering="updated_at")
def updated_column(entity):
    return f"{entity.updated_at:%Y-%m-%d %H:%M}"


def _fact_column(kind, name):
    @admin.display(
        description=HEADINGS.get((kind, name), name.replace("_", " ")), ordering=f"{details_name(kind)}__{name}"
    )
    def fact(entity):
        return getattr(entity.details, name, None)

    fact.__name__ = name
    return fact
