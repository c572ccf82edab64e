"""By what the lists are narrowed: a value that is not offered is no filter."""

from django.contrib import admin
from django.utils import timezone

from graph.checks import CHECKS
from graph.kinds import ElectionKind, ElectionStatus, InstitutionType, Kind, OfficeType, Spectrum
from graph.models import DETAILS, ElectionDetails, Entity


class Choice(admin.SimpleListFilter):
    """One of a few, picked from a drop-down list."""

    def has_output(self):
        return True

    def chosen(self):
        """The value where it is one of those offered; else None."""
        return next((value for value, _ in self.lookup_choices if value == self.value()), None)

    def queryset(self, request, queryset):
        return queryset if self.chosen() is None else self.narrow(queryset, self.chosen())

    def narrow(self, queryset, value):
        return queryset.filter(**{self.parameter_name: value})


class InCountry(Choice):
    title, parameter_name = "country", "country"

    def lookups(self, request, model_admin):
        return Entity.objects.of_kind(Kind.COUNTRY).order_by("name").values_list("country_code", "name")

    def narrow(self, queryset, value):
        return queryset.in_country(value)


class WithStatus(Choice):
    title = parameter_name = "status"

    def lookups(self, request, model_admin):
        return [(status.value, status.label) for status in Entity.Status]


class Missing(Choice):
    """What is not known of an entity, or has not been looked after."""

    title = parameter_name = "missing"

    def lookups(self, request, model_admin):
        return [(check.name, check.title) for check in CHECKS.values() if check.is_filter_of(model_admin.kind)]

    def narrow(self, queryset, value):
        return CHECKS[value].narrow(queryset, timezone.localdate())


class InYear(Choice):
    """Of elections."""

    title = parameter_name = "year"

    def lookups(self, request, model_admin):
        years = ElectionDetails.objects.order_by("-date_first__year").values_list("date_first__year", flat=True)
        return [(str(year), str(year)) for year in years.distinct()]

    def narrow(self, queryset, value):
        return queryset.filter(election_details__date_first__year=int(value))


def _of_fact(kind, name, values):
    """The filter by one fact of the kind that has few values."""

    def lookups(self, request, model_admin):
        return [(value.value, value.value) for value in values]

    def narrow(self, queryset, value):
        return queryset.filter(**{f"{kind}_details__{name}": value})

    title = DETAILS[kind]._meta.get_field(name).verbose_name
    told = {"title": title, "parameter_name": name, "lookups": lookups, "narrow": narrow}
    return type(f"By{name.title().replace('_', '')}", (Choice,), told)


OF_KIND = {
    Kind.ELECTION: (
        type("ByKind", (_of_fact(Kind.ELECTION, "kind", ElectionKind),), {"title": "what is elected"}),
        InYear,
        type(
            "ByResult",
            (_of_fact(Kind.ELECTION, "status", ElectionStatus),),
            {"title": "state", "parameter_name": "state"},
        ),
    ),
    Kind.OFFICE: (_of_fact(Kind.OFFICE, "office_type", OfficeType),),
    Kind.INSTITUTION: (_of_fact(Kind.INSTITUTION, "institution_type", InstitutionType),),
    Kind.IDEOLOGY: (_of_fact(Kind.IDEOLOGY, "spectrum", Spectrum),),
}


def filters_of(kind: Kind) -> list[type[Choice]]:
    """The filters of the kind's list; an ideology has no country."""
    country = () if kind == Kind.IDEOLOGY else (InCountry,)
    return [*country, WithStatus, *OF_KIND.get(kind, ()), Missing]
