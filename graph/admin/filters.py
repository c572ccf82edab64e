"""The filters of the admin lists of entities."""

from collections.abc import Iterable
from enum import StrEnum

from django.utils import timezone

from config.http.list_filters import list_filter
from graph.checks import CHECKS
from graph.kinds import Kind
from graph.models import ElectionDetails, Entity


def fact_filter(column: str, values: Iterable[StrEnum], *, parameter: str, title: str = ""):
    """Return a class that filters an admin list of entities by a fact.

    - ``column`` is the lookup of the fact, such as "office_details__office_type".
    - ``values`` are the options of the filter. The list shows the entities whose fact has the chosen value.
    - ``parameter`` is the name of the query parameter.
    - ``title`` is the title of the filter. By default, it is made from ``parameter``."""
    # Only the enumerations of Django have labels.
    options = [(value.value, getattr(value, "label", value.value)) for value in values]
    return list_filter(parameter, lambda *_: options, lambda rows, value: rows.filter(**{column: value}), title)


def _years(request, model_admin):
    years = ElectionDetails.objects.order_by("-date_first__year").values_list("date_first__year", flat=True)
    return [(str(year), str(year)) for year in years.distinct()]


StatusFilter = fact_filter("status", Entity.Status, parameter="status")
YearFilter = list_filter("year", _years, lambda rows, year: rows.filter(election_details__date_first__year=int(year)))
CountryFilter = list_filter(
    "country",
    lambda *_: Entity.objects.of_kind(Kind.COUNTRY).order_by("name").values_list("country_code", "name"),
    lambda rows, code: rows.in_country(code),
)
# A filter by missing data: it shows only entities in which the chosen check finds a problem, such as no source.
MissingFilter = list_filter(
    "missing",
    lambda request, model_admin: [
        (check.name, check.title)
        for check in CHECKS.values()
        if "filter" in check.use and model_admin.kind in check.kinds
    ],
    lambda rows, name: CHECKS[name].narrow(rows, timezone.localdate()),
)
