"""The page on which an editor corrects, adds and removes the candidacies of a race."""

from functools import partial

from django import forms
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import Http404

from graph.actions.preconditions import ActionRejected
from graph.actions.results.candidacies import add_candidacy, add_keys, change_candidacy, remove_candidacy
from graph.admin.covering import MOST_ROWS, CandidacyForm
from graph.admin.forms import ReasonForm
from graph.models import Candidacy

PERMISSION = "graph.add_resultversion"
EXTRA = 2


class StoredCandidacyForm(CandidacyForm):
    # A row without a key is a new candidacy.
    key = forms.CharField(required=False, widget=forms.HiddenInput)


CandidacySet = forms.formset_factory(
    StoredCandidacyForm, extra=EXTRA, can_delete=True, max_num=MOST_ROWS, absolute_max=MOST_ROWS, validate_max=True
)


class CandidaciesForm(ReasonForm):
    """The form with which an editor corrects, adds and removes the candidacies of a race. ``rows`` is a formset. It has
    a row for each stored candidacy, and empty rows for new ones."""

    button = "Save the candidacies"

    def __init__(self, race, data=None):
        super().__init__(data)
        self.race = race
        self.stored = {row.key: row for row in race.candidacies.select_related("party", "person").order_by("pk")}
        names = ("key", "name", "label", "is_incumbent", "party", "person")
        initial = [{name: getattr(row, name) for name in names} for row in self.stored.values()]
        self.rows = CandidacySet(data, initial=initial, prefix="candidacies")

    def is_valid(self):
        return all([super().is_valid(), self.rows.is_valid()])

    @transaction.atomic
    def save(self, by):
        """Change, add and remove candidacies in the database as the editor ``by`` has typed, in one transaction. If one
        of these changes is not possible, raise ActionRejected or ValidationError, and store nothing."""
        options = {"by": by, "note": self.cleaned_data["reason"]}
        for row in self.rows:
            key, is_removed = row.cleaned_data.get("key"), row.cleaned_data.get("DELETE")
            candidacy = self.stored.get(key)
            if key and not candidacy and not is_removed:
                raise ActionRejected(f"Somebody has removed the candidacy of {row.cleaned_data['name']}.")
            if candidacy and is_removed:
                remove_candidacy(candidacy, **options)
            elif candidacy:
                change_candidacy(candidacy, row.values(), **options)
        # Pass the stored candidacies too: a new one may have the same name as a stored one, but needs another key.
        names = [{"key": row.key, "name": row.name, "label": row.label} for row in self.stored.values()]
        typed = [row.values() for row in self.rows if row.has_changed() and not row.cleaned_data.get("key")]
        for row in add_keys([*names, *typed])[len(names) :]:
            add_candidacy(Candidacy(race=self.race, **row), **options)


class CandidaciesMixin:
    """A mixin for the admin of races. The admin must also have the mixin `AddMixin`. `CandidaciesMixin` adds a page for
    each race, on which editors correct, add and remove the candidacies of this race. Editors need the permission
    "graph.add_resultversion"."""

    routes = {"candidacies": "<int:key>/candidacies/"}

    def candidacies_view(self, request, key):
        if not request.user.has_perm(PERMISSION):
            raise PermissionDenied
        # Notional races, whose candidacies are estimates, have no such page: get_object() does not find them.
        race = self.get_object(request, str(key))
        if race is None:
            raise Http404

        def save(form):
            form.save(request.user)
            return self.url("change", key)

        title = f"Candidacies of {race.name}"
        return self.form_page(request, partial(CandidaciesForm, race), title, save, "The candidacies were saved.")
