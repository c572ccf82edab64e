"""Functions for the choices and constraints of several models."""

from collections.abc import Iterable

from django.db.models import CheckConstraint, F, Q


def choices(enum) -> list[tuple[str, str]]:
    return [(member.value, member.value) for member in enum]


def one_of(column: str, values: Iterable[str], name: str) -> CheckConstraint:
    return CheckConstraint(condition=Q(**{f"{column}__in": [str(value) for value in values]}), name=name)


def in_range(column: str, low: int, high: int, name: str) -> CheckConstraint:
    """Return a constraint that allows null and the numbers from ``low`` to ``high``, both included."""
    condition = Q(**{f"{column}__isnull": True}) | Q(**{f"{column}__range": (low, high)})
    return CheckConstraint(condition=condition, name=name)


def not_empty(*columns: str, name: str) -> CheckConstraint:
    condition = Q()
    for column in columns:
        condition &= ~Q(**{column: ""})
    return CheckConstraint(condition=condition, name=name)


def has_days(date: str, name: str) -> CheckConstraint:
    """Return a constraint: both day columns of a partial date are set, or both are null if the date is empty."""
    first, last = (date.removesuffix("date") + edge for edge in ("first", "last"))
    unknown = Q(**{date: "", f"{first}__isnull": True, f"{last}__isnull": True})
    known = ~Q(**{date: ""}) & Q(**{f"{first}__isnull": False, f"{last}__gte": F(first)})
    return CheckConstraint(condition=unknown | known, name=name)
