"""Query parameters: declared once as form fields, read strictly, and described in the OpenAPI document by them.

Unknown, repeated and empty parameters are errors: a slip of the pen never passes for an answer.
"""

import re
from datetime import UTC, datetime

from django import forms
from django.http import QueryDict
from django.utils import timezone

from graph import dates
from graph.api import pagination
from graph.api.cursors import LONGEST as LONGEST_CURSOR
from graph.api.cursors import NotACursor
from graph.api.exceptions import InvalidParameters, shortened

DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
TIME = r"[0-9]{2}:[0-9]{2}(:[0-9]{2}(\.[0-9]{1,6})?)?"
MOMENT = re.compile(rf"{DAY.pattern}T{TIME}(Z|[+-][0-9]{{2}}:[0-9]{{2}})?")
COUNTRY_CODE = re.compile(r"\A[a-z]{2}\Z")
NUMBER = re.compile(r"[0-9]{1,9}")
MOST_ROWS = 1000
MOST_ERRORS = 20


class DayField(forms.Field):
    """A day of the calendar that is not in the future."""

    json_schema = {"type": "string", "format": "date"}

    def to_python(self, value):
        if not value:
            return None
        day = _calendar_day(value)
        if day > timezone.localdate():
            raise forms.ValidationError("Must not be in the future.")
        return day


class MomentField(forms.Field):
    """A day, or a date and time; without an offset it is UTC."""

    json_schema = {"type": "string", "examples": ["2026-05-01", "2026-05-01T10:00:00Z"]}

    def to_python(self, value):
        if not value:
            return None
        if DAY.fullmatch(value):
            return datetime.combine(_calendar_day(value), datetime.min.time(), UTC)
        return _moment(value)


class CountryCodeField(forms.RegexField):
    json_schema = {"type": "string", "pattern": "^[a-z]{2}$", "examples": ["fr"]}

    def __init__(self, **kwargs):
        refusal = {"invalid": "Must be two lower-case letters like fr."}
        super().__init__(COUNTRY_CODE, strip=False, error_messages=refusal, **kwargs)


class LimitField(forms.Field):
    """How many rows a page holds."""

    def __init__(self, *, default: int, most: int = MOST_ROWS, help_text: str = "Rows of one page", **kwargs):
        super().__init__(required=False, help_text=help_text, **kwargs)
        self.default, self.most = default, most
        self.json_schema = {"type": "integer", "minimum": 1, "maximum": most, "default": default}

    def to_python(self, value):
        if not value:
            return self.default
        if not NUMBER.fullmatch(value) or not 1 <= int(value) <= self.most:
            raise forms.ValidationError(f"Must be a whole number from 1 to {self.most}.")
        return int(value)


class CursorField(forms.Field):
    """The place at which the page begins, as the answer before gave it."""

    json_schema = {"type": "string", "maxLength": LONGEST_CURSOR}

    def __init__(self, *, order: pagination.Order):
        super().__init__(required=False, help_text="Taken from `next` of the page before; opaque")
        self.order = order

    def to_python(self, value):
        if not value:
            return None
        try:
            return self.order.place(value)
        except NotACursor:
            raise forms.ValidationError("Is no cursor of this list; take it from next as it is.") from None


AT = "Answers as of this day: only what held then"


class EntityParameters(forms.Form):
    at = DayField(required=False, help_text=AT)


class RelationshipsParameters(forms.Form):
    at = DayField(required=False, help_text=AT)
    limit = LimitField(default=200)
    cursor = CursorField(order=pagination.BY_RELEVANCE)

    def clean(self):
        at, place = self.cleaned_data.get("at"), self.cleaned_data.get("cursor")
        if at and place and at != place.day:
            self.add_error("cursor", "Belongs to another day than at.")


class EntitiesParameters(forms.Form):
    limit = LimitField(default=100)
    cursor = CursorField(order=pagination.BY_SLUG)


def read(query: QueryDict, form_class, filterset_class=None):
    """The form's values and the bound filter set; raise InvalidParameters when one is unknown or not fit."""
    form = form_class(query)
    filterset = filterset_class(query) if filterset_class else None
    _check(query, [form, filterset.form] if filterset else [form])
    return form.cleaned_data, filterset


def _check(query, bound):
    known = {name: field for form in bound for name, field in form.fields.items()}
    errors = list(_misplaced(query, known)) or [error for form in bound for error in _of_form(form)]
    if errors:
        raise InvalidParameters(errors[:MOST_ERRORS])


def _misplaced(query, known):
    for name, values in query.lists():
        if name not in known:
            yield _error(name, f"Unknown parameter; this path takes {', '.join(known) or 'none'}.")
        elif len(values) > 1:
            yield _error(name, "Given more than once.")
        elif not values[0].strip() and not getattr(known[name], "may_be_empty", False):
            yield _error(name, "Must not be empty; leave it out instead.")


def _of_form(form):
    return [_error(name, text) for name, texts in form.errors.items() for text in texts]


def _error(name, detail):
    return {"parameter": shortened(name), "detail": detail}


def _calendar_day(text):
    try:
        if not DAY.fullmatch(text):
            raise dates.NotAPartialDate
        return dates.first_day(text)
    except dates.NotAPartialDate:
        raise forms.ValidationError(
            f"Must be a day like 2022-04-24 between the years {dates.EARLIEST_YEAR} and {dates.LATEST_YEAR}."
        ) from None


def _moment(text):
    try:
        if not MOMENT.fullmatch(text):
            raise ValueError
        moment = datetime.fromisoformat(text)
        _calendar_day(text[:10])
    except ValueError:
        raise forms.ValidationError(
            "Must be like 2026-05-01 or 2026-05-01T10:00:00Z, the + of an offset as %2B."
        ) from None
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
