"""Define the filters of the admin lists. A filter ignores a value that it does not offer."""

from django.contrib import admin
from django.utils import timezone

from graph.checks import CHECKS
from graph.kinds import ElectionKind, ElectionStatus, InstitutionType, Kind, OfficeType, Spectrum
from graph.models import ElectionDetails, Entity


class Filter(admin.SimpleListFilter):
    """A list filter with a drop-down list of values, of which an editor chooses one."""

    def has_output(self):
        # Django hides a filter with one choice, and the form would move.
        return True

    def chosen(self):
        """Return the chosen value, or None if no value is chosen or the filter does not offer it."""
        # The value comes from the address, which anybody can edit.
        return next((value for value, _ in self.lookup_choices if value == self.value()), None)

    def queryset(self, request, queryset):
        return queryset if self.chosen() is None else self.filter(queryset, self.chosen())

    def filter(self, queryset, value):
        return queryset.filter(**{self.parameter_name: value})


class CountryFilter(Filter):
    title = parameter_name = "country"

    def lookups(self, request, model_admin):
        return Entity.objects.of_kind(Kind.COUNTRY).order_by("name").values_list("country_code", "name")

    def filter(self, queryset, value):
        return queryset.in_country(value)


class StatusFilter(Filter):
    title = parameter_name = "status"

    def lookups(self, request, model_admin):
        return Entity.Status.choices


class MissingFilter(Filter):
    """Filters the entities that a data check finds, for example entities without a source."""

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


class FactFilter(Filter):
    """Filters entities by a fact. ``column`` is the lookup path of the fact, ``values`` the enum of its values."""

    column = ""
    values = ()

    def lookups(self, request, model_admin):
        return [(value.value, value.value) for value in self.values]

    def filter(self, queryset, value):
        return queryset.filter(**{self.column: value})


class ElectionKindFilter(FactFilter):
    title, parameter_name = "what is elected", "kind"
    column, values = "election_details__kind", ElectionKind


class ElectionStatusFilter(FactFilter):
    # "status" is the parameter of StatusFilter.
    title = parameter_name = "state"
    column, values = "election_details__status", ElectionStatus


class OfficeTypeFilter(FactFilter):
    title, parameter_name = "office type", "office_type"
    column, values = "office_details__office_type", OfficeType


class InstitutionTypeFilter(FactFilter):
    title, parameter_name = "institution type", "institution_type"
    column, values = "institution_details__institution_type", InstitutionType


class SpectrumFilter(FactFilter):
    title = parameter_name = "spectrum"
    column, values = "ideology_details__spectrum", Spectrum
