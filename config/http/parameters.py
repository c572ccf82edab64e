"""Form fields for query parameters, for both the validation and OpenAPI.

An unknown or repeated parameter is an error. An empty parameter is an error too, unless its field allows an empty
value. If the service ignored such parameters, a typo would silently change a response.
"""

import re
from contextlib import suppress
from datetime import UTC, date, datetime
from functools import cache

from django import forms
from django.http import QueryDict
from django.utils import timezone

from config.http.cursors import LONGEST as LONGEST_CURSOR
from config.http.cursors import InvalidCursor
from config.http.exceptions import InvalidParameters, truncate
from config.http.pagination import EARLIEST_YEAR, LATEST_YEAR, SortOrder

DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
TIME = r"[0-9]{2}:[0-9]{2}(:[0-9]{2}(\.[0-9]{1,6})?)?"
TIMESTAMP = re.compile(rf"{DAY.pattern}T{TIME}(Z|[+-][0-9]{{2}}:[0-9]{{2}})?")
COUNTRY_CODE = re.compile(r"\A[a-z]{2}\Z")
NUMBER = re.compile(r"[0-9]{1,9}")
# A JSON Schema cannot have a first and a last date, so the patterns limit the years to 1000 to 2200.
YEAR = "(1[0-9]{3}|2[01][0-9]{2}|2200)"
DAY_PATTERN = f"{YEAR}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])"
HOUR, MINUTE = "([01][0-9]|2[0-3])", "[0-5][0-9]"
TIME_PATTERN = rf"T{HOUR}:{MINUTE}(:{MINUTE}(\.[0-9]{{1,6}})?)?(Z|[+-]{HOUR}:{MINUTE})?"
CONTROL_CHARACTERS = r"\u0000-\u001f\u007f-\u009f"
FILLED_TEXT_PATTERN = rf"^[^{CONTROL_CHARACTERS}]*[^\s{CONTROL_CHARACTERS}][^{CONTROL_CHARACTERS}]*$"
TEXT_PATTERN = rf"^[^{CONTROL_CHARACTERS}]*$"
CURSOR = {"type": "string", "minLength": 1, "maxLength": LONGEST_CURSOR, "pattern": "^[A-Za-z0-9_-]+$"}
MOST_ROWS = 1000
MOST_ERRORS = 20


class DayField(forms.Field):
    """A query parameter with a day such as ``2022-04-24``, in the years 1000 to 2200. The day must not be in the future
    unless ``may_be_future``. If the parameter is missing and not required, the value is None."""

    json_schema = {"type": "string", "format": "date", "pattern": f"^{DAY_PATTERN}$", "maxLength": 10}

    def __init__(self, *, help_text: str, may_be_future: bool = False, **kwargs):
        last = f"{LATEST_YEAR}-12-31" if may_be_future else "today (UTC)"
        super().__init__(help_text=f"{help_text}, from {EARLIEST_YEAR}-01-01 to {last}", **kwargs)
        self.may_be_future = may_be_future

    def to_python(self, value):
        if not value:
            return None
        day = _calendar_day(value)
        if day > timezone.localdate() and not self.may_be_future:
            raise forms.ValidationError("Must not be in the future.")
        return day


class TimestampField(forms.Field):
    """A query parameter with a date and time such as ``2026-05-01T10:00:00Z``. The value is an aware datetime in the
    years 1000 to 2200. A date without a time means 00:00 UTC. A time without an offset is in UTC. If the parameter is
    missing and not required, the value is None."""

    json_schema = {
        "type": "string",
        "pattern": f"^{DAY_PATTERN}({TIME_PATTERN})?$",
        "maxLength": 32,
        "examples": ["2026-05-01", "2026-05-01T10:00:00Z"],
    }

    def to_python(self, value):
        if not value:
            return None
        if DAY.fullmatch(value):
            return datetime.combine(_calendar_day(value), datetime.min.time(), UTC)
        return _timestamp(value)


class OneOfField(forms.ChoiceField):
    def __init__(self, values, *, required: bool = False, **kwargs):
        values = [str(value) for value in values]
        errors = {"invalid_choice": f"Must be one of {', '.join(values)}."}
        super().__init__(choices=[(name, name) for name in values], required=required, error_messages=errors, **kwargs)
        self.json_schema = {"type": "string", "enum": values}


class CountryCodeField(forms.RegexField):
    """A query parameter with a country code of two lower-case letters, such as ``fr`` (ISO 3166-1). Any two letters are
    valid, even if no country has this code. If the parameter is missing, the value is ""."""

    json_schema = {"type": "string", "pattern": "^[a-z]{2}$", "maxLength": 2, "examples": ["fr"]}

    def __init__(self, **kwargs):
        messages = {"invalid": "Must be two lower-case letters like fr."}
        usual = {"required": False, "help_text": "Only this country, ISO 3166-1 alpha-2, lower case"}
        super().__init__(COUNTRY_CODE, strip=False, error_messages=messages, **(usual | kwargs))


class NumberField(forms.Field):
    """A query parameter with a whole number from ``least`` to ``most``. If the parameter is missing, the value is
    ``default``."""

    def __init__(self, *, least: int = 0, most: int = 999_999_999, default: int | None = None, **kwargs):
        super().__init__(required=False, **kwargs)
        self.least, self.most, self.default = least, most, default
        self.json_schema = {"type": "integer", "minimum": least, "maximum": most}
        if default is not None:
            self.json_schema["default"] = default

    def to_python(self, value):
        if value in self.empty_values:
            return self.default
        if not NUMBER.fullmatch(value) or not self.least <= int(value) <= self.most:
            raise forms.ValidationError(f"Must be a whole number from {self.least} to {self.most}.")
        return int(value)


class LimitField(NumberField):
    """A query parameter with the number of rows on a page, from 1 to ``most``."""

    def __init__(self, *, default: int, most: int = MOST_ROWS, help_text: str = "Rows of one page"):
        super().__init__(least=1, most=most, default=default, help_text=help_text)


class CursorField(forms.Field):
    """A query parameter with a cursor, which clients copy from ``next`` of the previous page. The value is a
    `CursorPosition`, or None if the parameter is missing."""

    json_schema = CURSOR

    def __init__(self, *, order: SortOrder):
        super().__init__(required=False, help_text="Taken from `next` of the page before; opaque")
        self.order = order

    def to_python(self, value):
        if not value:
            return None
        try:
            return self.order.position(value)
        except InvalidCursor:
            raise forms.ValidationError("Is no cursor of this list; take it from next as it is.") from None


def read_parameters(query: QueryDict, form_class=forms.Form, filterset_class=None):
    """Validate the query parameters of a request with a form and, if given, a filter set of django-filter. Return
    (cleaned data of the form, filter set or None). Do not change the result: it is cached for requests without
    parameters.

    Raise InvalidParameters, with at most 20 errors, if parameters are unknown, repeated or empty. If there are no such
    parameters, raise it for parameters with invalid values."""
    return _read(query, form_class, filterset_class) if query else _read_nothing(form_class, filterset_class)


@cache
def _read_nothing(form_class, filterset_class):
    # Most requests have no parameter, and a form takes longer than a query.
    return _read(QueryDict(), form_class, filterset_class)


def _read(query, form_class, filterset_class):
    form = form_class(query)
    filterset = filterset_class(query) if filterset_class else None
    _validate(query, [form, filterset.form] if filterset else [form])
    return form.cleaned_data, filterset


def _validate(query, bound_forms):
    known = {name: field for form in bound_forms for name, field in form.fields.items()}
    errors = list(_name_errors(query, known)) or [error for form in bound_forms for error in _value_errors(form)]
    if errors:
        raise InvalidParameters(errors[:MOST_ERRORS])


def _name_errors(query, known):
    for name, values in query.lists():
        if name not in known:
            yield _error(name, f"Unknown parameter; this path takes {', '.join(known) or 'none'}.")
        elif len(values) > 1:
            yield _error(name, "Given more than once.")
        elif not values[0].strip() and not getattr(known[name], "may_be_empty", False):
            yield _error(name, "Must not be empty; leave it out instead.")


def _value_errors(form):
    return [_error(name, text) for name, texts in form.errors.items() for text in texts]


def _error(name, detail):
    return {"parameter": truncate(name), "detail": detail}


def _calendar_day(text):
    with suppress(ValueError):
        day = date.fromisoformat(text)
        if DAY.fullmatch(text) and EARLIEST_YEAR <= day.year <= LATEST_YEAR:
            return day
    raise forms.ValidationError(f"Must be a day like 2022-04-24 between the years {EARLIEST_YEAR} and {LATEST_YEAR}.")


def _timestamp(text):
    with suppress(ValueError):
        timestamp = datetime.fromisoformat(text)
        if TIMESTAMP.fullmatch(text):
            _calendar_day(text[:10])
            return timestamp if timestamp.tzinfo else timestamp.replace(tzinfo=UTC)
    raise forms.ValidationError("Must be like 2026-05-01 or 2026-05-01T10:00:00Z, the + of an offset as %2B.")
