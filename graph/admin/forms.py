"""The forms and formsets on the admin page of an entity."""

import re
from itertools import chain

from django import forms
from django.contrib.admin.widgets import AdminTextareaWidget, AdminTextInputWidget
from django.forms.models import BaseInlineFormSet
from django.forms.utils import ErrorDict

from graph.actions.facts import ENTITY_FACTS
from graph.admin.errors import constraint_message
from graph.admin.fields import ChoiceField, TextField
from graph.journal.history import COMPOSED
from graph.kinds import KINDS, Kind
from graph.models import Entity, Redirect
from graph.models.changes import LONGEST_NOTE
from graph.text import dates

MAX_ROWS_SHOWN = 40
MAX_ROWS_ADDED = 100
TOO_MANY_ROWS = f"At most {MAX_ROWS_ADDED} rows are added at a time. Nothing was saved."
VERSION = {"min_value": 0, "max_value": 2**63 - 1, "widget": forms.HiddenInput}
VIOLATED = re.compile("Constraint “(.+)” is violated.")
COUNTRY_CODE = re.compile("[a-z]{2}")
SLUG_HINTS = {
    Kind.PARTY: "words-fr: the name and the code of the country",
    Kind.ELECTION: "france-2022-presidential: country, year and what is elected",
    Kind.OFFICE: "president-of-france: the office, “of”, and the country",
}


def clean_slug(kind: str, slug: str) -> str:
    """Return the slug unchanged. Raise ValidationError if it does not match the pattern of slugs for this kind of
    entity."""
    if not re.fullmatch(KINDS[kind].slug_pattern, slug):
        hint = SLUG_HINTS.get(kind, "words of small letters and digits, joined by hyphens")
        raise forms.ValidationError(f"This is not a slug of this kind. Such slugs look like {hint}.")
    return slug


class ReasonField(TextField):
    def __init__(self, **kwargs):
        super().__init__(max_length=LONGEST_NOTE, widget=AdminTextInputWidget, **kwargs)


class ReasonForm(forms.Form):
    reason = ReasonField(help_text="Stored in the history; other editors read it.")


class VersionForm(ReasonForm):
    """The base class of forms that change an entity and ask for the reason. The hidden field ``version`` has the
    version number of the entity at the time when the form was opened. If the entity has a higher number when the form
    is sent, somebody else has changed it."""

    version = forms.IntegerField(**VERSION)


class GraphForm(forms.ModelForm):
    def _update_errors(self, errors):
        for error in chain.from_iterable(getattr(errors, "error_dict", {}).values()):
            if found := VIOLATED.fullmatch(str(error.message)):
                error.message = constraint_message(found[1])
        super()._update_errors(errors)

    def _post_clean(self):
        super()._post_clean()
        # Mark an emptied text as composed by the service, and a typed one not: importers replace only composed texts.
        for name in COMPOSED.keys() & {*self.changed_data}:
            setattr(self.instance, COMPOSED[name], not getattr(self.instance, name))


class SavingForm(GraphForm):
    """The base class of the main form on an edit page, with a field for the reason. If an attempt to save has failed,
    ``save_errors`` has the errors. Then the form is invalid and shows them."""

    save_errors = ()
    reason = ReasonField(required=False, help_text="Stored with the change. Required for published entities.")

    def clean(self):
        for error in self.save_errors:
            self.add_error(None, error)
        return super().clean()


class EntityForm(SavingForm):
    kind = None
    needs_reason = False

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        # Django validates the constraints of the instance, and they need the kind.
        self.instance.kind = self.kind
        self.fields["reason"].required = self.needs_reason or self.instance.status == Entity.Status.PUBLISHED
        # Fields can be missing: for example, a user who may only view the entity cannot change the slug.
        if slug := self.fields.get("slug"):
            slug.required = False
            hint = SLUG_HINTS.get(self.kind)
            slug.help_text = "If empty, it is made from the name." + (f" Like {hint}." if hint else "")
        if country_code := self.fields.get("country_code"):
            country_code.required = True
        if description := self.fields.get("description"):
            description.widget = AdminTextareaWidget(attrs={"rows": 3})
            description.help_text = "If empty, it is composed from the facts."

    def clean_slug(self):
        slug = self.cleaned_data["slug"]
        if slug:
            clean_slug(self.kind, slug)
        # The unique constraint checks only current slugs, so check the old slugs here.
        if Redirect.objects.filter(slug=slug).exists():
            raise forms.ValidationError("This slug redirects to another entity.")
        return slug

    def clean_country_code(self):
        code = self.cleaned_data["country_code"]
        if not COUNTRY_CODE.fullmatch(code):
            raise forms.ValidationError("Type two small letters, as in ISO 3166-1.")
        return code


class RowForm(GraphForm):
    """A form for one row that belongs to an entity, such as another name. The form is a part of a formset on the page
    of the entity. ``kind`` is the kind of the entity. If the row is a relationship, ``type`` is its type. Stored rows
    that the editor has not changed are not validated, which saves queries."""

    kind = type = None

    def full_clean(self):
        if self.is_bound and not self.instance._state.adding and not self.has_changed():
            self._errors, self.cleaned_data = ErrorDict(renderer=self.renderer), {}
        else:
            super().full_clean()

    def _post_clean(self):
        super()._post_clean()
        # Check the unique constraints that include the entity. Django does not, because the entity is not a field of
        # the form.
        if not self.errors:
            try:
                self.instance.validate_constraints(exclude=self._get_validation_exclusions())
            except forms.ValidationError as error:
                self._update_errors(error)


class RowSet(BaseInlineFormSet):
    """A formset for rows that belong to an entity, such as its other names. Without POST data, it shows the last
    MAX_ROWS_SHOWN rows, or all rows if ``shows_all`` is True. ``hidden`` is the number of rows that are not shown. With
    POST data, it has all stored rows, and at most MAX_ROWS_ADDED new ones."""

    default_error_messages = BaseInlineFormSet.default_error_messages | {"too_many_forms": TOO_MANY_ROWS}
    row_prefix = ""
    hidden = 0

    @classmethod
    def get_default_prefix(cls):
        return cls.row_prefix or super().get_default_prefix()

    def __init__(self, *args, shows_all=False, **kwargs):
        self.shows_all = shows_all
        super().__init__(*args, **kwargs)
        # Each row that a browser sends is built and validated, so limit their number.
        self.absolute_max = len(self.get_queryset()) + MAX_ROWS_ADDED
        for name, field in self.form.base_fields.items():
            if isinstance(field, ChoiceField):
                field.fetch(self._typed(name), stored=[getattr(row, f"{name}_id") for row in self.get_queryset()])

    def get_queryset(self):
        if not hasattr(self, "_queryset"):
            rows = super().get_queryset()
            # A bound formset needs all rows, because the browser may have sent any of them.
            shown = len(rows) if self.is_bound or self.shows_all else MAX_ROWS_SHOWN
            self.hidden = max(0, len(rows) - shown)
            self._queryset = rows[self.hidden :]
        return self._queryset

    def add_fields(self, form, index):
        super().add_fields(form, index)
        # Screen readers do not read the heading of a column as the label of its fields.
        for name, field in form.fields.items():
            field.widget.attrs.setdefault("aria-label", str(field.label or name.replace("_", " ").capitalize()))

    def _typed(self, name):
        if not self.is_bound:
            return [str(values[name]) for values in self.initial_extra or () if name in values]
        ending = f"-{name}"
        return [self.data[key] for key in self.data if key.startswith(f"{self.prefix}-") and key.endswith(ending)]


class DetailsForm(RowForm):
    def has_changed(self):
        # Django would not save an empty row, but every entity has details.
        return self.instance._state.adding or super().has_changed()


class CitationForm(RowForm):
    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        # Also show facts of a stored citation that editors cannot choose, because an importer wrote them.
        names = dict.fromkeys((*ENTITY_FACTS, *KINDS[self.kind].stored_fields, *(self.instance.facts or ())))
        self.fields["facts"].choices = [(name, name.replace("_", " ")) for name in names]


class RelationshipForm(RowForm):
    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.instance.type = self.type

    def _get_validation_exclusions(self):
        # Validate the type too. It is not a field of the form, but the unique constraints need it.
        return super()._get_validation_exclusions() - {"type"}

    def clean(self):
        values = super().clean()
        start, end = (values.get(name) for name in ("start_date", "end_date"))
        if start and end and dates.last_day(end) < dates.first_day(start):
            self.add_error("end_date", "It ends before it starts.")
        return values
