"""Define the filters of the admin's list pages. A filter ignores a value that is not one of its options."""

from collections.abc import Iterable
from enum import StrEnum

from django.contrib import admin
from django.utils import timezone

from graph.checks import CHECKS
from graph.kinds import Kind
from graph.models import ElectionDetails, Entity


class Filter(admin.SimpleListFilter):
    def has_output(self):
        # Django hides a filter with one choice, and the form would move.
        return True

    def chosen(self):
        # The value comes from the address, which anybody can edit.
        return next((value for value, _ in self.lookup_choices if value == self.value()), None)

    def queryset(self, request, queryset):
        return queryset if self.chosen() is None else self.filter(queryset, self.chosen())


class CountryFilter(Filter):
    title = parameter_name = "country"

    def lookups(self, request, model_admin):
        return Entity.objects.of_kind(Kind.COUNTRY).order_by("name").values_list("country_code", "name")

    def filter(self, queryset, value):
        return queryset.in_country(value)


class MissingFilter(Filter):
    """Shows only entities with a certain problem, for example entities without a source."""

    title = parameter_name = "missing"

    def lookups(self, request, model_admin):
        return [(check.name, check.title) for check in CHECKS.values() if check.is_filter_of(model_admin.kind)]

    def filter(self, queryset, value):
        return CHECKS[value].narrow(queryset, timezone.localdate())


class YearFilter(Filter):
    title = parameter_name = "year"

    def lookups(self, request, model_admin):
        years = ElectionDetails.objects.order_by("-date_first__year").values_list("date_first__year", flat=True)
        return [(str(year), str(year)) for year in years.distinct()]

    def filter(self, queryset, value):
        return queryset.filter(election_details__date_first__year=int(value))


def fact_filter(column: str, values: Iterable[StrEnum], *, parameter: str, title: str = "") -> type[Filter]:
    """Return a filter class for the lookup path ``column`` of a fact. ``values`` are the options."""
    name, label = parameter, title or parameter.replace("_", " ")

    class FactFilter(Filter):
        title, parameter_name = label, name

        def lookups(self, request, model_admin):
            return [(value.value, getattr(value, "label", value.value)) for value in values]

        def filter(self, queryset, value):
            return queryset.filter(**{column: value})

    return FactFilter


StatusFilter = fact_filter("status", Entity.Status, parameter="status")
