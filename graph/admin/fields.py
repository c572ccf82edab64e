"""What editors type: read as it is meant, and refused where it cannot be stored."""

import re
from datetime import date

from django import forms
from django.contrib.admin.widgets import AdminTextareaWidget, AdminTextInputWidget
from django.utils import timezone

from graph.text import typed_dates
from graph.text.characters import BLANKS, FORBIDDEN, clean

TYPED_BLANKS = re.compile(r"[\t\r\n]+")
ISO_DAY = "%Y-%m-%d"
FIRST_DAY = date(1900, 1, 1)
SHOWN_BEFORE = 20
PARTS_OF_A_POSITION = ("topic", "position", "source")
LONGEST_PART = 1000
MOST_POSITIONS = 100
MOST_KEYS = 1000


def storable(text: str) -> str:
    """The text as it is stored; raises ValidationError that names what cannot be, and where it stands."""
    text = TYPED_BLANKS.sub(" ", text)
    if found := FORBIDDEN.search(text):
        before = BLANKS.sub(" ", text[max(0, found.start() - SHOWN_BEFORE) : found.start()]).strip()
        where = f" after “{before}”" if before else " at the beginning"
        raise forms.ValidationError(f"There is a character that cannot be stored{where}: U+{ord(found[0]):04X}.")
    return clean(text)


class TextField(forms.CharField):
    """Text in one line, blanks folded; without what no one sees."""

    def to_python(self, value):
        value = super().to_python(value)
        return value if value in self.empty_values else storable(value)


class AddressField(forms.URLField):
    def to_python(self, value):
        return super().to_python(storable(value) if value else value)


class DayField(forms.DateField):
    """The day that somebody looked, picked or typed in the browser's own field, which always sends it as ISO 8601."""

    def __init__(self, **kwargs):
        widget = forms.DateInput(format=ISO_DAY, attrs={"type": "date"})
        super().__init__(input_formats=[ISO_DAY], **kwargs | {"widget": widget})

    def validate(self, value):
        super().validate(value)
        if value and not FIRST_DAY <= value <= timezone.localdate():
            raise forms.ValidationError(f"The day lies between {FIRST_DAY} and today.")


class TypedDateField(forms.CharField):
    """A partial date as people type them; becomes an ISO partial date."""

    widget = AdminTextInputWidget

    def __init__(self, *, max_length=None, **kwargs):
        super().__init__(**kwargs)
        self.widget.attrs |= {"class": "typed-date", "placeholder": "May 2019"}

    def to_python(self, value):
        try:
            return typed_dates.read(super().to_python(value))
        except typed_dates.NotATypedDate as refusal:
            raise forms.ValidationError(str(refusal)) from None


class PositionsField(forms.CharField):
    """Positions of a politician, one a line: topic | position | source."""

    widget = AdminTextareaWidget

    def __init__(self, *, encoder=None, decoder=None, **kwargs):
        super().__init__(**kwargs)
        self.help_text = "One a line: topic | position | source"

    def prepare_value(self, value):
        if isinstance(value, list):
            return "\n".join(" | ".join(str(row.get(part, "")) for part in PARTS_OF_A_POSITION) for row in value)
        return value

    def to_python(self, value):
        lines = [line for line in (super().to_python(value) or "").splitlines() if line.strip()]
        if len(lines) > MOST_POSITIONS:
            raise forms.ValidationError(f"These are more than {MOST_POSITIONS}.")
        return [self._position(line) for line in lines]

    def _position(self, line):
        parts = [storable(part) for part in line.split("|")]
        if len(parts) != len(PARTS_OF_A_POSITION) or not all(parts):
            raise forms.ValidationError("Each line has three parts: topic | position | source.")
        if any(len(part) > LONGEST_PART for part in parts):
            raise forms.ValidationError(f"No part is longer than {LONGEST_PART} characters.")
        return dict(zip(PARTS_OF_A_POSITION, parts, strict=True))


class ChosenField(forms.ModelChoiceField):
    """One row, found by typing. Rows that are known already are looked up by nobody again.

    All copies of the field share what is ``known``: the forms of one page. Of ``stored`` rows one may be chosen
    already, though it can be chosen no more.
    """

    def __init__(self, *args, label_of=str, stored=None, **kwargs):
        super().__init__(*args, **kwargs)
        self.known = {}
        self.stored = stored
        self.label_of = label_of

    def label_from_instance(self, row):
        return self.label_of(row)

    def know(self, rows) -> None:
        self.known |= {str(row.pk): row for row in rows if row is not None}

    def know_stored(self, keys) -> None:
        keys = {key for key in keys if key is not None}
        if keys:
            self.know((self.queryset if self.stored is None else self.stored).filter(pk__in=keys))

    def look_up(self, typed) -> None:
        """Know the rows of these keys, all in one query."""
        keys = {key for key in typed if re.fullmatch("[0-9]{1,18}", key) and key not in self.known}
        if keys:
            self.know(self.queryset.filter(pk__in=sorted(keys)[:MOST_KEYS]))

    def to_python(self, value):
        if value in self.empty_values:
            return None
        if str(value) not in self.known:
            self.look_up([str(value)])
        if str(value) not in self.known:
            raise forms.ValidationError(self.error_messages["invalid_choice"], "invalid_choice", {"value": value})
        return self.known[str(value)]
