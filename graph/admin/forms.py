"""The forms of an entity and of what belongs to it."""

import re

from django import forms
from django.contrib.admin.widgets import AdminTextareaWidget, AdminTextInputWidget
from django.forms.models import BaseInlineFormSet
from django.forms.utils import ErrorDict

from graph.admin.constraints import spelled_out
from graph.admin.fields import ChosenField, TextField
from graph.admin.rendering import QuickTemplates
from graph.kinds import KINDS, Kind
from graph.models import Entity, Redirect
from graph.models.changes import LONGEST_NOTE
from graph.text import dates

MOST_ROWS = 40
MOST_ADDED = 100
COUNTRY_CODE = re.compile("[a-z]{2}")
SHAPES = {
    Kind.PARTY: "words-fr: the name and the code of the country",
    Kind.ELECTION: "france-2022-presidential: country, year and what is elected",
    Kind.OFFICE: "president-of-france: the office, “of”, and the country",
}


def fitting_slug(kind: str, slug: str) -> str:
    """The slug itself; raises ValidationError unless it has the shape of the kind's slugs."""
    if not re.fullmatch(KINDS[kind].slug_pattern, slug):
        shape = SHAPES.get(kind, "small letters and digits in words, parted by hyphens")
        raise forms.ValidationError(f"No slug of this kind. They are like {shape}.")
    return slug


class ReasonField(TextField):
    def __init__(self, **kwargs):
        super().__init__(max_length=LONGEST_NOTE, widget=AdminTextInputWidget, **kwargs)


class SpelledOut:
    """Names constraints as sentences."""

    def _update_errors(self, errors):
        super()._update_errors(spelled_out(errors))


class RefusableForm(SpelledOut, forms.ModelForm):
    """Says why what was typed could not be saved, when it is shown again."""

    refusals = ()

    def clean(self):
        for refusal in self.refusals:
            self.add_error(None, refusal)
        return super().clean()


class EntityForm(RefusableForm):
    """What all kinds share. Which kind it is, its class says."""

    kind = None
    reason = ReasonField(required=False, help_text="Kept with the change; needed for what is published.")

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.instance.kind = self.kind
        self.fields["reason"].required = self.instance.status == Entity.Status.PUBLISHED
        self._ready(self.fields)

    def _ready(self, fields):
        if "slug" in fields:
            fields["slug"].required = False
            shape = SHAPES.get(self.kind)
            fields["slug"].help_text = "Left empty, it is made of the name." + (f" Like {shape}." if shape else "")
        if "country_code" in fields:
            fields["country_code"].required = True
        if "description" in fields:
            fields["description"].widget = AdminTextareaWidget(attrs={"rows": 3})
            fields["description"].help_text = "Left empty, it is composed of the facts."

    def clean_slug(self):
        slug = self.cleaned_data["slug"]
        if slug:
            fitting_slug(self.kind, slug)
        if Redirect.objects.filter(slug=slug).exists():
            raise forms.ValidationError("The slug has been another entity's, and leads there for ever.")
        return slug

    def clean_country_code(self):
        code = self.cleaned_data["country_code"]
        if not COUNTRY_CODE.fullmatch(code):
            raise forms.ValidationError("Two small letters, as of ISO 3166-1.")
        return code

    def _post_clean(self):
        super()._post_clean()
        if "description" in self.changed_data:
            self.instance.description_is_composed = not self.instance.description


class RowForm(SpelledOut, forms.ModelForm):
    """A row among many: one that nobody touched is neither checked nor asked for."""

    def full_clean(self):
        if self.is_bound and not self.instance._state.adding and not self.has_changed():
            self._errors, self.cleaned_data = ErrorDict(renderer=self.renderer), {}
        else:
            super().full_clean()

    def _post_clean(self):
        """That a row is there once is checked too where the entity is a part of what is unique."""
        super()._post_clean()
        if not self.errors:
            try:
                self.instance.validate_constraints(exclude=self._get_validation_exclusions())
            except forms.ValidationError as error:
                self._update_errors(error)


class RowSet(BaseInlineFormSet):
    """Rows of one entity. What they lead to is known from their query, and what was typed is looked up at one go.

    Of very many only the last are shown, unless all are asked for: the others stay as they are.
    """

    renderer = QuickTemplates()
    left_out = 0

    def __init__(self, *args, shows_all=False, **kwargs):
        self.renderer, self.most = RowSet.renderer, None if shows_all else MOST_ROWS
        super().__init__(*args, **kwargs)
        for name, field in self.form.base_fields.items():
            if isinstance(field, ChosenField):
                field.know_stored(getattr(row, f"{name}_id") for row in self.get_queryset())
                field.look_up(self._typed(name))

    def get_queryset(self):
        if not hasattr(self, "_queryset"):
            rows = super().get_queryset()
            self.left_out = max(0, len(rows) - self.most) if self.most and not self.is_bound else 0
            self._queryset = rows[self.left_out :]
        return self._queryset

    def add_fields(self, form, index):
        """In a table the heading of the column is no label of its fields."""
        super().add_fields(form, index)
        for name, field in form.fields.items():
            field.widget.attrs.setdefault("aria-label", str(field.label or name.replace("_", " ").capitalize()))

    def total_form_count(self):
        """No more than there is work for: each form is made, checked and shown, whatever number a browser sends."""
        return min(super().total_form_count(), self._most_forms()) if self.is_bound else super().total_form_count()

    def clean(self):
        super().clean()
        if super().total_form_count() > self._most_forms():
            raise forms.ValidationError(f"At most {MOST_ADDED} rows are added at a time. Nothing was saved.")

    def _most_forms(self):
        return len(self.get_queryset()) + MOST_ADDED

    def _typed(self, name):
        if not self.is_bound:
            return [str(values[name]) for values in self.initial_extra or () if name in values]
        ending = f"-{name}"
        return [self.data[key] for key in self.data if key.startswith(f"{self.prefix}-") and key.endswith(ending)]


class DetailsForm(RowForm):
    """The facts of an entity: there is always one row of them."""

    def has_changed(self):
        return self.instance._state.adding or super().has_changed()

    def _post_clean(self):
        super()._post_clean()
        if "overview" in self.changed_data:
            self.instance.overview_is_composed = not self.instance.overview


class CitationForm(RowForm):
    """``names`` are the fields that a source can be cited for."""

    names = ()

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        if "facts" in self.fields:
            told = [*self.names, *(name for name in self.instance.facts or () if name not in self.names)]
            self.fields["facts"].choices = [(name, name.replace("_", " ")) for name in told]


class StatementForm(RowForm):
    """``type`` is the relationship that all rows of the form state."""

    type = None

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.instance.type = self.type

    def _get_validation_exclusions(self):
        """The type is no field of the form; that it is stated once is to be checked all the same."""
        return super()._get_validation_exclusions() - {"type"}

    def clean(self):
        told = super().clean()
        start, end = (told.get(name) for name in ("start_date", "end_date"))
        if start and end and dates.last_day(end) < dates.first_day(start):
            self.add_error("end_date", "It ends before it starts.")
        return told
