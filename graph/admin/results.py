"""The admin pages of election results: the list of elections with results, the list of races, and each race."""

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.db.models import Count, Prefetch, Q
from django.http import Http404
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.http import urlencode

from config.http.bulk_actions import KEY, AdminPages
from config.http.list_filters import list_filter
from graph.actions.results import NewerVersion, VersionRejected, record
from graph.admin.candidacies import CandidaciesMixin
from graph.admin.covering import AddMixin, CoverForm, RaceForm
from graph.admin.entities import EntityList
from graph.admin.errors import REJECTED, error_messages
from graph.admin.filters import fact_filter
from graph.admin.result_forms import (
    CallForm,
    CertificationForm,
    CorrectionForm,
    CountForm,
    RetractionForm,
    ScopeForm,
    Start,
)
from graph.admin.uploads import UploadMixin
from graph.kinds import Kind
from graph.models import Coverage, Entity, Race, Tally
from graph.models.constraints import choices
from graph.results import Method, Mode, Outcome, Phase

VERSIONS_PER_PAGE = 20
EDIT, CERTIFY = "graph.add_resultversion", "graph.certify_resultversion"
FORMS = (
    (CountForm, EDIT),
    (CorrectionForm, EDIT),
    (CallForm, EDIT),
    (RetractionForm, EDIT),
    (CertificationForm, CERTIFY),
)
"""Pairs (form on the page of a race, permission that an editor needs for this form)."""
IN_ROUNDS = {Method.INSTANT_RUNOFF, Method.TWO_ROUND}
RACES = Q(election__races__is_notional=False)
DECIDED = Q(election__races__current__phase__in=[Phase.FINAL, Phase.CERTIFIED])


def _column(label, path, **options):
    @admin.display(description=label, **options)
    def column(row):
        for name in path.split("__"):
            row = getattr(row, name, None)
        return row

    return column


DATE = _column("date", "election__details__date", ordering="election__election_details__date_first")
NUMBERS = [_column(name, name) for name in ("races", "reporting", "called", "final")]
"""Four columns in the admin list of elections with results, with numbers of races:

- ``races``: all races of the election
- ``reporting``: races that have results
- ``called``: races with a called winner, or with a final or certified result
- ``final``: races with a final or certified result

`CoverageAdmin.with_details` counts the races. Notional races, whose results are estimates, do not count."""
CURRENT = [
    _column(label, f"current__{name}", ordering=f"current__{name}", **options)
    for label, name, options in (
        ("phase", "phase", {}), ("called", "is_called", {"boolean": True}), ("leader", "leader", {}),
        ("margin", "margin", {}), ("outcome", "outcome", {}), ("received", "received_at", {}),
    )
]  # fmt: skip


def _current_filter(name, values, without_version):
    """Return a filter for the admin list of races. It compares a column of each race's newest result version with the
    chosen option. ``name`` is the name of the column, such as "phase", and ``values`` are the options.
    ``without_version`` is one of the options. If it is chosen, the list also shows races that have no result
    version."""

    def narrow(rows, value):
        unknown = Q(current__isnull=True) if value == without_version else Q()
        return rows.filter(Q(**{f"current__{name}": value}) | unknown)

    return list_filter(name, lambda *_: choices(values), narrow)


def _countries(request, model_admin):
    covered = Entity.objects.filter(coverage__isnull=False)
    codes = covered.order_by().values("country_code")
    rows = Entity.objects.of_kind(Kind.COUNTRY).filter(country_code__in=codes)
    return rows.order_by("name").values_list("country_code", "name")


def _chosen_election(request, model_admin):
    # The filter has one option: the election in the URL. Links from the list of elections contain it.
    key = request.GET.get("election", "")
    covered = Coverage.objects.filter(pk=key) if KEY.fullmatch(key) else Coverage.objects.none()
    return [(str(row.pk), row.election.name) for row in covered.select_related("election")]


class ResultsAdmin(AddMixin, AdminPages, admin.ModelAdmin):
    """The base class of the admin of elections with results, and of races. Django's pages to change and delete a row
    are not used. Editors change results with the forms on the page of a race."""

    kind = Kind.ELECTION
    actions = None
    list_per_page = list_max_show_all = 100
    show_full_result_count = False
    change_list_template = "admin/graph/change_list.html"

    def get_changelist(self, request, **kwargs):
        return EntityList

    def has_view_permission(self, request, obj=None):
        return request.user.has_perm("graph.view_coverage")

    def has_module_permission(self, request):
        return self.has_view_permission(request)

    def has_change_permission(self, request, obj=None):
        return False

    has_delete_permission = has_change_permission

    def races_url(self, election) -> str:
        """Return the URL of the admin list that shows only the races of one election. ``election`` is its primary
        key."""
        return f"{reverse(f'{self.admin_site.name}:graph_race_changelist')}?{urlencode({'election': election})}"


@admin.register(Coverage)
class CoverageAdmin(UploadMixin, ResultsAdmin):
    """The admin of elections that have results: their list, in which each row links to the list of races, and pages to
    add an election and to upload a file of results."""

    add_form = CoverForm
    list_display = ["election", DATE, "mode", "phase", *NUMBERS, "updated_at"]
    list_filter = [
        list_filter("country", _countries, lambda rows, code: rows.filter(election__country_code=code)),
        fact_filter("mode", Mode, parameter="mode"),
        fact_filter("phase", Phase, parameter="phase"),
    ]
    ordering = ["-election__election_details__date_first", "pk"]
    search_fields = ["election__name", "election__slug"]
    search_help_text = "Name or slug of the election"

    def with_details(self):
        rows = Coverage.objects.select_related("election__election_details")
        return rows.annotate(
            races=Count("election__races", RACES),
            reporting=Count("election__races", RACES & Q(election__races__current__isnull=False)),
            called=Count("election__races", RACES & (DECIDED | Q(election__races__current__is_called=True))),
            final=Count("election__races", RACES & DECIDED),
        )

    def changelist_view(self, request, extra_context=None):
        return super().changelist_view(request, {"title": "Covered elections", **(extra_context or {})})

    def change_view(self, request, object_id, form_url="", extra_context=None):
        if not self.has_view_permission(request):
            raise PermissionDenied
        return redirect(self.races_url(object_id))


@admin.register(Race)
class RaceAdmin(CandidaciesMixin, ResultsAdmin):
    """The list of races, and the page of a race, on which editors type its results. Notional races, whose results are
    estimates, are not shown."""

    add_form = RaceForm
    list_display = ["name", "area_code", *CURRENT, "election"]
    list_filter = [
        list_filter("election", _chosen_election, lambda rows, key: rows.filter(election=key)),
        _current_filter("phase", Phase, without_version=Phase.SCHEDULED),
        _current_filter("outcome", Outcome, without_version=Outcome.UNDECIDED),
    ]
    ordering = ["name", "pk"]
    search_fields = ["name", "area_code"]
    search_help_text = "Name of the race, or code of its area"

    def get_queryset(self, request):
        return self.with_details().filter(is_notional=False)

    def with_details(self):
        return Race.objects.select_related("election__coverage", "current__leader", "current__source")

    def changelist_view(self, request, extra_context=None):
        election, tools = request.GET.get("election", ""), []
        if KEY.fullmatch(election) and request.user.has_perm(EDIT):
            address = reverse(f"{self.admin_site.name}:graph_coverage_upload", args=[election])
            tools = [("Upload results", address)]
        return super().changelist_view(request, {"title": "Races", "list_tools": tools, **(extra_context or {})})

    def change_view(self, request, object_id, form_url="", extra_context=None):
        """Show the page of a race with the forms that the user may use, such as those for a count, a correction or a
        call. POST records the result version that the user has typed in one of them."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        race = self.get_object(request, object_id)
        scope = race and ScopeForm(request.GET, race=race)
        if race is None or not scope.is_valid():
            raise Http404
        start = Start(race, race.current, scope.cleaned_data)
        forms = {form.kind: form for form, permission in FORMS if request.user.has_perm(permission)}
        typed = None
        if request.method == "POST":
            if request.POST.get("kind") not in forms:
                raise PermissionDenied
            typed = forms[request.POST["kind"]](request.POST, start=start)
            if typed.is_valid() and self._record(request, typed):
                return redirect(request.get_full_path())
        shown = [typed if typed and typed.kind == kind else form(start=start) for kind, form in forms.items()]
        return self.page(request, "graph/results/race", self._context(request, race, scope, typed, shown))

    def _record(self, request, form) -> bool:
        """Record the result version that the editor has typed in the form. Return True if it is recorded, or if nothing
        differs from the newest version. Otherwise, add the reasons to the form and return False."""
        try:
            version = record(form.race, form.make(), by=request.user, seen=form.cleaned_data["version"])
        except NewerVersion as error:
            form.set_conflict(str(error))
        except VersionRejected as error:
            form.add_error(None, error.reasons)
        except REJECTED as error:
            form.add_error(None, error_messages(error))
        else:
            text = f"Version {version.number} was recorded." if version else "Nothing differs from the newest version."
            self.message_user(request, text, messages.SUCCESS if version else messages.INFO)
            return True
        return False

    def _context(self, request, race, scope, typed, forms):
        versions = race.versions.select_related("by", "leader", "source").order_by("-number")
        tallies = Tally.objects.filter(version=race.current_id, unit=None).order_by("round")
        counted = Prefetch("tallies", tallies, to_attr="counted")
        page = Paginator(versions, VERSIONS_PER_PAGE).get_page(request.GET.get("p"))
        return {
            "title": race.name,
            "race": race,
            "coverage": race.election.coverage,
            "races_address": self.races_url(race.election_id),
            "candidacies_address": self.url("candidacies", race.pk) if request.user.has_perm(EDIT) else "",
            "candidacies": race.candidacies.prefetch_related(counted).select_related("person", "party").order_by("pk"),
            "typed": typed,
            "forms": [form for form in forms if form is typed or form.is_offered()],
            "media": forms[0].media if forms else "",
            # Ask for a round or reporting unit only if the race has reporting units, or can have several rounds.
            "scope": scope if forms and (scope.fields["unit"].queryset or race.method in IN_ROUNDS) else None,
            "page": page,
            "pages": page.paginator.get_elided_page_range(page.number),
        }
