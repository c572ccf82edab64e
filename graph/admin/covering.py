"""The forms and pages to cover an election and to add a race. To cover an election is to add its `Coverage` row, so
that its races and results can be stored. A race is added with its candidacies."""

from collections.abc import Callable
from functools import partial

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.http import QueryDict
from django.shortcuts import redirect
from django.utils.text import slugify

from graph.actions.results import create_race
from graph.actions.results.candidacies import add_keys
from graph.actions.results.races import cover
from graph.admin.errors import errors_shown_in
from graph.admin.fields import ChoiceField, TextField
from graph.models import Candidacy, Coverage, Race
from graph.models.constraints import choices
from graph.models.details import MOST_SEATS
from graph.results import AreaLevel, Comparability, Method, Mode

ADD = "graph.add_coverage"
ROWS, MORE_ROWS, MOST_ROWS = 6, 6, 200
UNCOVERED = "Add this election to the covered ones first."
MODES = (Mode.LIVE, Mode.ARCHIVE)
"""The modes of an election's results that editors can choose. The mode "test" is missing, because only the command
``rehearse_election`` creates test elections."""


def text_field(model, name: str, **options) -> TextField:
    """Return a form field for the text column ``name`` of the model. The column determines the length of the field, its
    help text, and whether it is required. ``options`` are further arguments of the field, such as ``label``. They can
    also replace ``help_text`` and ``required``."""
    column = model._meta.get_field(name)
    options = {"required": not column.blank, "help_text": column.help_text} | options
    return TextField(max_length=column.max_length, **options)


def choice_field(model, name: str, kind: str, label: str) -> ChoiceField:
    return ChoiceField(model._meta.get_field(name), admin.site, model=kind, label=label)


class CoverForm(forms.Form):
    """The form with which an editor covers an election. To cover it is to add a `Coverage` row, so that races and
    results of the election can be stored. The editor can also choose a previous election, with which the results are
    compared. ``save`` returns the primary key of the election."""

    title, button = "Cover an election", "Cover the election"
    mode = forms.ChoiceField(choices=[(mode.value, mode.value) for mode in MODES])
    level = forms.ChoiceField(choices=choices(AreaLevel), initial=AreaLevel.CONSTITUENCY.value)
    comparability = forms.ChoiceField(choices=choices(Comparability), initial=Comparability.NONE.value)
    comparability_reason = text_field(Coverage, "comparability_reason")
    note = text_field(Coverage, "note")
    rows = None

    def __init__(self, data=None, *, initial=None):
        super().__init__(data, initial=initial)
        own = {"election": choice_field(Coverage, "election", "election", "Election")}
        previous = {"previous": choice_field(Coverage, "previous", "election", "Previous election")}
        self.fields = own | self.fields | previous
        self.order_fields(["election", "mode", "level", "previous"])

    def save(self):
        coverage = Coverage(**self.cleaned_data)
        cover(coverage)
        return coverage.pk


class CandidacyForm(forms.Form):
    name = text_field(Candidacy, "name")
    label = text_field(Candidacy, "label", label="Party as printed", help_text="")
    is_incumbent = forms.BooleanField(required=False, label="Incumbent")

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.fields["party"] = choice_field(Candidacy, "party", "party", "Party")
        self.fields["person"] = choice_field(Candidacy, "person", "politician", "Politician")
        for name, field in self.fields.items():
            field.widget.attrs["aria-label"] = f"{field.label or name.capitalize()} of candidacy {self._number}"

    @property
    def _number(self):
        return int(self.prefix.rpartition("-")[2]) + 1 if self.prefix[-1].isdigit() else ""

    def values(self) -> dict:
        """Map column names of `Candidacy` to the typed values. The column ``key`` is missing, because editors do not
        type it."""
        return {name: self.cleaned_data[name] for name in ("name", "label", "is_incumbent", "party", "person")}


CandidacySet = forms.formset_factory(
    CandidacyForm, extra=ROWS, max_num=MOST_ROWS, absolute_max=MOST_ROWS, validate_max=True
)


class RaceForm(forms.Form):
    """The form to add a race to an election that is covered (has a `Coverage` row). The formset ``rows`` has the
    candidacies in the order of the ballot."""

    title, button = "Add a race", "Add the race"
    coverage = None
    name = text_field(Race, "name")
    slug = forms.SlugField(max_length=120, required=False, help_text="If empty, it is made from the name")
    area_code = text_field(Race, "area_code")
    area_scheme = text_field(Race, "area_scheme")
    level = forms.ChoiceField(choices=choices(AreaLevel), initial=AreaLevel.CONSTITUENCY.value)
    region = text_field(Race, "region")
    seats = forms.IntegerField(
        required=False, min_value=1, max_value=MOST_SEATS, initial=1, help_text=Race._meta.get_field("seats").help_text
    )
    method = forms.ChoiceField(choices=choices(Method))
    previous = forms.SlugField(
        max_length=120, required=False, label="Previous race", help_text="Its slug in the previous election"
    )

    def __init__(self, data=None, *, initial=None):
        super().__init__(data, initial=initial)
        self.fields["election"] = choice_field(Race, "election", "election", "Election")
        self.fields["office"] = choice_field(Race, "office", "office", "Office")
        self.order_fields(["election"])
        self.rows = CandidacySet(data, prefix="candidacies")

    def clean_election(self):
        election = self.cleaned_data["election"]
        self.coverage = Coverage.objects.filter(pk=election.pk).select_related("previous").first()
        if self.coverage is None:
            raise forms.ValidationError(UNCOVERED)
        return election

    def clean(self):
        values = super().clean()
        values["previous"] = self._previous_race(values.get("previous"))
        return values

    def _previous_race(self, slug):
        if not slug or not self.coverage:
            return None
        election = self.coverage.previous
        race = Race.objects.filter(election=election, slug=slug).first() if election else None
        if election is None:
            self.add_error("previous", "The election has no previous election.")
        elif race is None:
            self.add_error("previous", f"'{election.slug}' has no race '{slug}'.")
        return race

    def is_valid(self):
        return all([super().is_valid(), self.rows.is_valid()])

    def save(self):
        values = self.cleaned_data
        typed = add_keys([row.values() for row in self.rows if row.has_changed()])
        names = ("election", "name", "area_code", "area_scheme", "region", "seats", "method", "office", "previous")
        race = Race(
            slug=values["slug"] or slugify(values["name"])[:120],
            area_name=values["name"],
            area_level=values["level"],
            comparability=(Comparability.COMPARABLE if values["previous"] else Comparability.NONE).value,
            **{name: values[name] for name in names},
        )
        create_race(race, [Candidacy(position=number, **row) for number, row in enumerate(typed, start=1)])
        return race.election_id


class AddMixin:
    """A mixin for a ModelAdmin. It replaces Django's Add page by a page with the form ``add_form``, which is
    `CoverForm` or `RaceForm`. After saving, the user sees the list of the races of the election.

    Subclasses set ``add_form``, and define ``races_url(election)``. This method returns the URL of the list of races;
    its argument is the primary key of the election."""

    add_form = None

    def has_add_permission(self, request):
        return request.user.has_perm(ADD)

    def add_view(self, request, form_url="", extra_context=None):
        if not self.has_add_permission(request):
            raise PermissionDenied
        # If the page was opened from the list of races, ``_changelist_filters`` has the filters of the list.
        filters = QueryDict(request.GET.get("_changelist_filters", ""))
        initial = {"election": request.GET.get("election") or filters.get("election")}
        make_form = partial(self.add_form, initial=initial)
        return self.form_page(
            request, make_form, self.add_form.title, lambda form: self.races_url(form.save()), "Added."
        )

    def form_page(self, request, make_form: Callable, title: str, save: Callable, done: str):
        """Show a form, or save it if the request is a POST with valid data.

        - ``make_form(data)`` returns the form. ``data`` is None, or the POST data.
        - ``save(form)`` saves the form, and returns the URL of the next page. If it raises one of the exceptions in
          REJECTED, the form is shown again with the reasons.
        - ``title`` is the title of the page. ``done`` is the message to the user after saving.

        The form may have rows for candidacies. The button "More candidacies" adds empty rows, and saves nothing."""
        data, wants_rows = request.POST if request.method == "POST" else None, "more" in request.POST
        form = make_form(with_more_rows(data) if wants_rows else data)
        if data is not None and not wants_rows and form.is_valid():
            with errors_shown_in(form):
                address = save(form)
                self.message_user(request, done, messages.SUCCESS)
                return redirect(address)
        context = {"title": title, "form": form, "media": (form.rows or form).media}
        return self.page(request, "graph/results/add", context)


def with_more_rows(data: QueryDict) -> QueryDict:
    """Return a copy of the POST data of a form with rows for candidacies. In the copy, the form has MORE_ROWS more
    empty rows, but at most MOST_ROWS rows in total."""
    copy, name = data.copy(), "candidacies-TOTAL_FORMS"
    number = int(copy[name]) if copy.get(name, "").isdecimal() and len(copy[name]) < 4 else 0
    copy[name] = str(min(number + MORE_ROWS, MOST_ROWS))
    return copy
