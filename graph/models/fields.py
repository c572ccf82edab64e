from datetime import date

from django.core.exceptions import ValidationError
from django.db import models

from graph.models.display_order import display_order
from graph.models.freshness import current_days
from graph.text import dates


def validate_partial_date(text: str) -> None:
    try:
        dates.parse(text)
    except dates.NotAPartialDate as error:
        raise ValidationError(str(error)) from None


class PartialDateField(models.CharField):
    def __init__(self, *args, **kwargs):
        kwargs.update(max_length=10, blank=True, default=dates.UNKNOWN)
        super().__init__(*args, **kwargs)
        self.validators.append(validate_partial_date)


class RoundsField(models.JSONField):
    """A JSON field with the list of rounds of an election. The admin shows a special widget for this class."""


class Computed:
    """A mixin for model fields whose value is computed from other fields whenever a model instance is saved.
    ``sources`` are the names of these other fields. Subclasses define the method ``value_of``, which gets their values
    and returns the value of the field."""

    sources: tuple[str, ...]

    def pre_save(self, model_instance, add):
        value = self.value_of(*(getattr(model_instance, name) for name in self.sources))
        setattr(model_instance, self.attname, value)
        return value


class FixedOptions:
    """A mixin for classes of model fields. All fields of such a class have the options in ``fixed``, for example
    ``{"editable": False}``. Models and migrations do not repeat these options."""

    fixed: dict = {"editable": False}

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs | self.fixed)

    def deconstruct(self):
        name, path, args, kwargs = super().deconstruct()
        return name, path, args, {key: value for key, value in kwargs.items() if key not in self.fixed}


class ComputedDayField(FixedOptions, Computed, models.DateField):
    fixed = {"null": True, "blank": True, "editable": False}

    def __init__(self, *args, edge: str, **kwargs):
        super().__init__(*args, **kwargs)
        self.edge = edge

    def deconstruct(self):
        name, path, args, kwargs = super().deconstruct()
        return name, path, args, kwargs | {"edge": self.edge}


class EdgeDayField(ComputedDayField):
    """A field with the first or the last day that a partial date can mean: for ``2022-04``, 1 April or 30 April 2022.
    ``of`` is the name of the field with the partial date. ``edge`` is "first" or "last". If the date is unknown, the
    value is None."""

    def __init__(self, *args, of: str, **kwargs):
        super().__init__(*args, **kwargs)
        self.of, self.sources = of, (of,)

    def value_of(self, text: str) -> date | None:
        return dates.first_day(text) if self.edge == "first" else dates.last_day(text)

    def deconstruct(self):
        name, path, args, kwargs = super().deconstruct()
        return name, path, args, kwargs | {"of": self.of}


class CurrentDayField(ComputedDayField):
    """A field with the first or the last day on which a relationship is certainly current. ``edge`` is "first" or
    "last". The day is computed from the start, the end and the last confirmation of the relationship. It is None if no
    day is certain. For a term of office, elections and the usual length of a term can make the last certain day
    earlier. Then `graph.renewals.renew` stores the earlier day."""

    sources = ("start_date", "end_date", "verified_at")

    def value_of(self, start_date: str, end_date: str, verified_at: date | str | None) -> date | None:
        days = current_days(start_date, end_date, self.to_python(verified_at))
        return days and days[0 if self.edge == "first" else 1]


class DisplayOrderField(FixedOptions, Computed, models.IntegerField):
    sources = ("type", "start_date")
    value_of = staticmethod(display_order)


class CopiedNameField(FixedOptions, models.CharField):
    """A field with a copy of an entity's name, by which an index sorts rows. Database triggers update the copy."""

    fixed = {"max_length": 300, "default": "", "blank": True, "editable": False}


def computed_fields(model: type[models.Model]) -> list[models.Field]:
    return [field for field in model._meta.concrete_fields if isinstance(field, Computed)]


def versioned_fields(model: type[models.Model]) -> list[models.Field]:
    """Return the fields of a model that a `RowVersion` stores: all except copies of the names of entities."""
    return [field for field in model._meta.concrete_fields if not isinstance(field, CopiedNameField)]
