"""Define the form fields for values that editors type, and choose the form field for each database column."""

import re
from datetime import date

from django import forms
from django.contrib.admin.widgets import AdminTextareaWidget, AdminTextInputWidget
from django.db import models
from django.utils import timezone

from graph.admin.choices import choice_field, choosable, entity_label, with_label
from graph.kinds import KINDS
from graph.models import Source
from graph.models.fields import PartialDateField
from graph.text import typed_dates
from graph.text.characters import BLANKS, FORBIDDEN, clean

BLANKS_TO_FOLD = re.compile(r"[\t\r\n]+")
ISO_DAY = "%Y-%m-%d"
# Earlier days are typing errors: nobody has verified or retrieved anything before.
FIRST_DAY = date(1900, 1, 1)
CONTEXT = 20
POSITION_PARTS = ("topic", "position", "source")
MAX_PART_LENGTH = 1000
MAX_POSITIONS = 100
LARGEST_SMALL_INTEGER = 32_767
"""The largest number that a small integer column can store in both SQLite and PostgreSQL."""


def clean_text(text: str) -> str:
    """Return the text with single blanks. Raise ValidationError with the first character that cannot be stored."""
    text = BLANKS_TO_FOLD.sub(" ", text)
    if found := FORBIDDEN.search(text):
        before = BLANKS.sub(" ", text[max(0, found.start() - CONTEXT) : found.start()]).strip()
        where = f" after “{before}”" if before else " at the beginning"
        raise forms.ValidationError(f"There is a character that cannot be stored{where}: U+{ord(found[0]):04X}.")
    return clean(text)


class TextField(forms.CharField):
    """A text field that rejects control characters and invisible characters, and turns line breaks into blanks."""

    def to_python(self, value):
        value = super().to_python(value)
        return value if value in self.empty_values else clean_text(value)


class AddressField(forms.URLField):
    def to_python(self, value):
        # URLField itself accepts invisible characters.
        return super().to_python(clean_text(value) if value else value)


class DayField(forms.DateField):
    """A date field for days from FIRST_DAY until today. The date input of the browser sends ISO 8601."""

    def __init__(self, **kwargs):
        widget = forms.DateInput(format=ISO_DAY, attrs={"type": "date"})
        super().__init__(input_formats=[ISO_DAY], **kwargs | {"widget": widget})

    def validate(self, value):
        super().validate(value)
        if value and not FIRST_DAY <= value <= timezone.localdate():
            raise forms.ValidationError(f"The day must be between {FIRST_DAY} and today.")


class TypedDateField(forms.CharField):
    """A form field that turns a typed date ("May 2019") into an ISO date, which may be partial ("2019-05")."""

    widget = AdminTextInputWidget

    def __init__(self, *, max_length=None, **kwargs):
        super().__init__(**kwargs)
        # Not a date input of the browser: it cannot hold a month or a year alone.
        self.widget.attrs |= {"class": "typed-date", "placeholder": "May 2019"}

    def to_python(self, value):
        try:
            return typed_dates.read(super().to_python(value))
        except typed_dates.NotATypedDate as error:
            raise forms.ValidationError(str(error)) from None


class PositionsField(forms.CharField):
    """A form field for the political positions of a politician. Each line is ``topic | position | source``."""

    widget = AdminTextareaWidget

    def __init__(self, *, encoder=None, decoder=None, **kwargs):
        super().__init__(**kwargs)
        self.help_text = "One per line: topic | position | source"

    def prepare_value(self, value):
        if isinstance(value, list):
            return "\n".join(" | ".join(str(row.get(part, "")) for part in POSITION_PARTS) for row in value)
        return value

    def to_python(self, value):
        lines = [line for line in (super().to_python(value) or "").splitlines() if line.strip()]
        # Each position is validated, and all of them are stored in one row.
        if len(lines) > MAX_POSITIONS:
            raise forms.ValidationError(f"At most {MAX_POSITIONS} positions can be stored.")
        return [self._position(line) for line in lines]

    def _position(self, line):
        parts = [clean_text(part) for part in line.split("|")]
        if len(parts) != len(POSITION_PARTS) or not all(parts):
            raise forms.ValidationError("Each line has three parts: topic | position | source.")
        if any(len(part) > MAX_PART_LENGTH for part in parts):
            raise forms.ValidationError(f"No part is longer than {MAX_PART_LENGTH} characters.")
        return dict(zip(POSITION_PARTS, parts, strict=True))


class TypedFields:
    """Chooses the form field for each database column, in a ModelAdmin or in an inline."""

    formfield_overrides = {
        models.CharField: {"form_class": TextField, "widget": AdminTextInputWidget},
        models.SlugField: {"widget": AdminTextInputWidget},
        models.TextField: {"form_class": TextField, "widget": AdminTextareaWidget},
        models.URLField: {
            "form_class": AddressField,
            "widget": forms.URLInput(attrs={"class": "vURLField"}),
            "assume_scheme": "https",
        },
        models.DateField: {"form_class": DayField},
        models.JSONField: {"form_class": PositionsField},
        models.PositiveSmallIntegerField: {"max_value": LARGEST_SMALL_INTEGER},
        PartialDateField: {"form_class": TypedDateField},
    }
    kinds_chosen = {}
    """Maps the name of a foreign key to the kind of entities that editors can choose for it."""

    def formfield_for_dbfield(self, db_field, request, **kwargs):
        # Leave out the links that Django shows next to a chosen row: they open it in a window of its own.
        if isinstance(db_field, models.ForeignKey):
            return self.formfield_for_foreignkey(db_field, request, **kwargs)
        return super().formfield_for_dbfield(db_field, request, **kwargs)

    def formfield_for_foreignkey(self, db_field, request, **kwargs):
        if kind := self.kinds_chosen.get(db_field.name):
            options = {"label": KINDS[kind].label, "label_of": entity_label, "stored": with_label(kind)}
            return choice_field(db_field, self.admin_site, choosable(kind), model=kind, **options)
        if db_field.related_model is Source:
            return choice_field(db_field, self.admin_site, Source.objects.all(), model="source", label="Source")
        return super().formfield_for_foreignkey(db_field, request, **kwargs)
