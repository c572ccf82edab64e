"""The filters of the admin's list pages. A filter ignores a value that is not one of its options."""

from collections.abc import Callable, Iterable
from enum import StrEnum

from django.contrib import admin
from django.utils import timezone

from graph.checks import CHECKS
from graph.kinds import Kind
from graph.models import ElectionDetails, Entity


def list_filter(name: str, options: Callable, narrow: Callable, label: str = "") -> type[admin.SimpleListFilter]:
    """Return a filter class for a list page. ``name`` is its query parameter. ``options(request, kind)`` returns the
    options as pairs (value, label), for the kind of entity on the page. ``narrow(rows, value)`` returns the rows that
    match the chosen value. ``label`` is the title of the filter, by default made from ``name``."""

    class ListFilter(admin.SimpleListFilter):
        title, parameter_name = label or name.replace("_", " "), name

        def has_output(self):
            # Show the filter even without options. Django would hide it, and the others would move.
            return True

        def lookups(self, request, model_admin):
            return options(request, model_admin.kind)

        def chosen(self):
            # The value comes from the URL, so it may be invalid.
            return next((value for value, _ in self.lookup_choices if value == self.value()), None)

        def queryset(self, request, queryset):
            return queryset if self.chosen() is None else narrow(queryset, self.chosen())

    return ListFilter


def fact_filter(column: str, values: Iterable[StrEnum], *, parameter: str, title: str = ""):
    """Return a filter class for the values of a fact. ``column`` is the lookup to the fact, such as
    "office_details__office_type". ``values`` are the options. ``parameter`` is the query parameter. ``title`` is the
    title of the filter, by default made from ``parameter``."""
    options = [(value.value, getattr(value, "label", value.value)) for value in values]
    return list_filter(parameter, lambda *_: options, lambda rows, value: rows.filter(**{column: value}), title)


def _years(request, kind):
    years = ElectionDetails.objects.order_by("-date_first__year").values_list("date_first__year", flat=True)
    return [(str(year), str(year)) for year in years.distinct()]


StatusFilter = fact_filter("status", Entity.Status, parameter="status")
YearFilter = list_filter("year", _years, lambda rows, year: rows.filter(election_details__date_first__year=int(year)))
CountryFilter = list_filter(
    "country",
    lambda request, kind: Entity.objects.of_kind(Kind.COUNTRY).order_by("name").values_list("country_code", "name"),
    lambda rows, code: rows.in_country(code),
)
# This filter shows only entities in which a check finds a problem, for example entities without a source.
MissingFilter = list_filter(
    "missing",
    lambda request, kind: [
        (check.name, check.title) for check in CHECKS.values() if "filter" in check.use and kind in check.kinds
    ],
    lambda rows, name: CHECKS[name].narrow(rows, timezone.localdate()),
)
