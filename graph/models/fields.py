"""Partial dates in the database: the text as given, and its first and last day for SQL to compare."""

from django.core.exceptions import ValidationError
from django.db import models

from graph.text import dates


def validate_partial_date(text: str) -> None:
    """Form and model validator; the message says what a partial date looks like."""
    try:
        dates.parse(text)
    except dates.NotAPartialDate as error:
        raise ValidationError(str(error)) from None


class PartialDateField(models.CharField):
    """A partial ISO 8601 date as text; the empty string is an unknown date."""

    def __init__(self, *args, **kwargs):
        kwargs.update(max_length=10, blank=True, default=dates.UNKNOWN)
        super().__init__(*args, **kwargs)
        self.validators.append(validate_partial_date)

    def deconstruct(self):
        name, path, args, kwargs = super().deconstruct()
        for settled in ("max_length", "blank", "default"):
            del kwargs[settled]
        return name, path, args, kwargs


class EdgeDayField(models.DateField):
    """The first or last day of a partial date beside it, computed whenever the row is written."""

    def __init__(self, *args, of: str, edge: str, **kwargs):
        kwargs.update(null=True, blank=True, editable=False)
        super().__init__(*args, **kwargs)
        self.of, self.edge = of, edge

    def pre_save(self, model_instance, add):
        text = getattr(model_instance, self.of)
        day = dates.first_day(text) if self.edge == "first" else dates.last_day(text)
        setattr(model_instance, self.attname, day)
        return day

    def deconstruct(self):
        name, path, args, kwargs = super().deconstruct()
        for settled in ("null", "blank", "editable"):
            del kwargs[settled]
        return name, path, args, kwargs | {"of": self.of, "edge": self.edge}
