"""Model fields for partial dates. A date is stored as text; SQL compares its first and last day in two more columns."""

from django.core.exceptions import ValidationError
from django.db import models

from graph.text import dates


def validate_partial_date(text: str) -> None:
    """Raise ValidationError unless the text is empty or a partial date such as ``2022-04``."""
    try:
        dates.parse(text)
    except dates.NotAPartialDate as error:
        raise ValidationError(str(error)) from None


class PartialDateField(models.CharField):
    """A field for a partial ISO 8601 date as text. The empty string means that the date is unknown."""

    def __init__(self, *args, **kwargs):
        kwargs.update(max_length=10, blank=True, default=dates.UNKNOWN)
        super().__init__(*args, **kwargs)
        self.validators.append(validate_partial_date)

    def deconstruct(self):
        name, path, args, kwargs = super().deconstruct()
        for fixed in ("max_length", "blank", "default"):
            del kwargs[fixed]
        return name, path, args, kwargs


class EdgeDayField(models.DateField):
    """A field for the first or last day of the partial date in the field ``of``. Each save computes the day again."""

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
        for fixed in ("null", "blank", "editable"):
            del kwargs[fixed]
        return name, path, args, kwargs | {"of": self.of, "edge": self.edge}
