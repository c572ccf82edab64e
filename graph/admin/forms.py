"""Define the forms and formsets for an entity and for the rows that belong to it."""

import re

from django import forms
from django.contrib.admin.widgets import AdminTextareaWidget, AdminTextInputWidget
from django.forms.models import BaseInlineFormSet
from django.forms.utils import ErrorDict

from graph.admin.choices import ChoiceField
from graph.admin.errors import with_constraint_messages
from graph.admin.fields import TextField
from graph.admin.rendering import FastRenderer
from graph.kinds import KINDS, Kind
from graph.models import Entity, Redirect
from graph.models.changes import LONGEST_NOTE
from graph.text import dates

MAX_ROWS_SHOWN = 40
MAX_ROWS_ADDED = 100
MAX_VERSION = 2**63 - 1
OTHERS_WRITE = "Somebody else is changing the same rows. Try again in a moment."
"""The error message that editors see after a deadlock in the database."""
COUNTRY_CODE = re.compile("[a-z]{2}")
SLUG_HINTS = {
    Kind.PARTY: "words-fr: the name and the code of the country",
    Kind.ELECTION: "france-2022-presidential: country, year and what is elected",
    Kind.OFFICE: "president-of-france: the office, “of”, and the country",
}


def clean_slug(kind: str, slug: str) -> str:
    """Return the slug unchanged. Raise ValidationError if it does not match the slug pattern of the kind."""
    if not re.fullmatch(KINDS[kind].slug_pattern, slug):
        hint = SLUG_HINTS.get(kind, "words of small letters and digits, joined by hyphens")
        raise forms.ValidationError(f"This is not a slug of this kind. They look like {hint}.")
    return slug


class ReasonField(TextField):
    def __init__(self, **kwargs):
        super().__init__(max_length=LONGEST_NOTE, widget=AdminTextInputWidget, **kwargs)


class ReasonForm(forms.Form):
    """A form that asks the editor for the reason of an operation on one entity."""

    reason = ReasonField(help_text="Stored in the history; other editors read it.")


class VersionForm(ReasonForm):
    """A form that asks for a reason. A hidden field has the version of the entity that the editor saw."""

    version = forms.IntegerField(min_value=0, max_value=MAX_VERSION, widget=forms.HiddenInput)


class ConstraintMessages:
    """Makes a model form describe a violated constraint as a sentence, without its technical name."""

    def _update_errors(self, errors):
        super()._update_errors(with_constraint_messages(errors))


class SavingForm(ConstraintMessages, forms.ModelForm):
    """A form that an editor sees again if its values could not be saved. ``save_errors`` are the reasons."""

    save_errors = ()
    reason = ReasonField(required=False, help_text="Stored with the change. Required for published entities.")

    def clean(self):
        for error in self.save_errors:
            self.add_error(None, error)
        return super().clean()


class EntityForm(SavingForm):
    """The form with the fields that entities of all kinds have. `EntityAdmin.get_form` sets ``kind``."""

    kind = None

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        # Django validates the constraints of the instance, and they need the kind.
        self.instance.kind = self.kind
        self.fields["reason"].required = self.instance.status == Entity.Status.PUBLISHED
        self._prepare(self.fields)

    def _prepare(self, fields):
        if "slug" in fields:
            fields["slug"].required = False
            hint = SLUG_HINTS.get(self.kind)
            fields["slug"].help_text = "If empty, it is made from the name." + (f" Like {hint}." if hint else "")
        if "country_code" in fields:
            fields["country_code"].required = True
        if "description" in fields:
            fields["description"].widget = AdminTextareaWidget(attrs={"rows": 3})
            fields["description"].help_text = "If empty, it is composed from the facts."

    def clean_slug(self):
        slug = self.cleaned_data["slug"]
        if slug:
            clean_slug(self.kind, slug)
        # The unique constraint of the slug does not cover the old slugs.
        if Redirect.objects.filter(slug=slug).exists():
            raise forms.ValidationError("This slug redirects to another entity.")
        return slug

    def clean_country_code(self):
        code = self.cleaned_data["country_code"]
        if not COUNTRY_CODE.fullmatch(code):
            raise forms.ValidationError("Type two small letters, as in ISO 3166-1.")
        return code

    def _post_clean(self):
        super()._post_clean()
        # An importer may replace a composed description, but not a typed one.
        if "description" in self.changed_data:
            self.instance.description_is_composed = not self.instance.description


class RowForm(ConstraintMessages, forms.ModelForm):
    """The form of one row of a formset. It validates only changed rows, because each validation needs queries."""

    def full_clean(self):
        if self.is_bound and not self.instance._state.adding and not self.has_changed():
            self._errors, self.cleaned_data = ErrorDict(renderer=self.renderer), {}
        else:
            super().full_clean()

    def _post_clean(self):
        super()._post_clean()
        # Django leaves out unique constraints with the parent entity, which is no field of the form.
        if not self.errors:
            try:
                self.instance.validate_constraints(exclude=self._get_validation_exclusions())
            except forms.ValidationError as error:
                self._update_errors(error)


class RowSet(BaseInlineFormSet):
    """A formset of rows that belong to one entity. It shows the last `MAX_ROWS_SHOWN` rows and hides the others.

    Saving does not change hidden rows. The formset fetches the entities or sources of each foreign key in one query.
    """

    renderer = FastRenderer()
    row_prefix = ""
    hidden = 0

    @classmethod
    def get_default_prefix(cls):
        return cls.row_prefix or super().get_default_prefix()

    def __init__(self, *args, shows_all=False, **kwargs):
        self.renderer, self.max_shown = RowSet.renderer, None if shows_all else MAX_ROWS_SHOWN
        super().__init__(*args, **kwargs)
        for name, field in self.form.base_fields.items():
            if isinstance(field, ChoiceField):
                field.fetch_stored(getattr(row, f"{name}_id") for row in self.get_queryset())
                field.fetch(self._typed(name))

    def get_queryset(self):
        if not hasattr(self, "_queryset"):
            rows = super().get_queryset()
            # A bound formset has all rows: the browser may have sent any of them.
            limit = None if self.is_bound else self.max_shown
            self.hidden = max(0, len(rows) - limit) if limit else 0
            self._queryset = rows[self.hidden :]
        return self._queryset

    def add_fields(self, form, index):
        super().add_fields(form, index)
        # Screen readers do not take the heading of a column for the label of its fields.
        for name, field in form.fields.items():
            field.widget.attrs.setdefault("aria-label", str(field.label or name.replace("_", " ").capitalize()))

    def total_form_count(self):
        # Each form is built and validated, so the number that a browser sends is limited.
        return min(super().total_form_count(), self._most_forms()) if self.is_bound else super().total_form_count()

    def clean(self):
        super().clean()
        # The forms above the limit were not built: saving the others would lose rows silently.
        if super().total_form_count() > self._most_forms():
            raise forms.ValidationError(f"At most {MAX_ROWS_ADDED} rows are added at a time. Nothing was saved.")

    def _most_forms(self):
        return len(self.get_queryset()) + MAX_ROWS_ADDED

    def _typed(self, name):
        if not self.is_bound:
            return [str(values[name]) for values in self.initial_extra or () if name in values]
        ending = f"-{name}"
        return [self.data[key] for key in self.data if key.startswith(f"{self.prefix}-") and key.endswith(ending)]


class DetailsForm(RowForm):
    """The form of the facts of an entity. An entity always has exactly one row of facts."""

    def has_changed(self):
        # Django would not save an empty row, but every entity has details.
        return self.instance._state.adding or super().has_changed()

    def _post_clean(self):
        super()._post_clean()
        # As for the description of an entity.
        if "overview" in self.changed_data:
            self.instance.overview_is_composed = not self.instance.overview


class CitationForm(RowForm):
    """The form of a citation. ``names`` are the facts that a citation can cover; the inline sets them."""

    names = ()

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        if "facts" in self.fields:
            # Importers may have cited the source for facts that editors cannot choose.
            others = [name for name in self.instance.facts or () if name not in self.names]
            self.fields["facts"].choices = [(name, name.replace("_", " ")) for name in (*self.names, *others)]


class RelationshipForm(RowForm):
    """The form of a relationship. The inline sets ``type``, the type of all relationships in its formset."""

    type = None

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.instance.type = self.type

    def _get_validation_exclusions(self):
        # The type is no field of the form, but the unique constraints need it.
        return super()._get_validation_exclusions() - {"type"}

    def clean(self):
        values = super().clean()
        start, end = (values.get(name) for name in ("start_date", "end_date"))
        if start and end and dates.last_day(end) < dates.first_day(start):
            self.add_error("end_date", "It ends before it starts.")
        return values
