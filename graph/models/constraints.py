from collections.abc import Iterable

from django.db.models import CheckConstraint, F, Q

TRIGGER_RULES = (
    "relationship_joins_the_kinds_its_type_allows",
    "details_belong_to_an_entity_of_their_kind",
    "entity_keeps_its_kind",
    "composition_is_of_an_institution",
    "composition_is_given_by_an_election",
    "seat_share_is_of_a_party",
    "journal_is_append_only",
    "coverage_is_of_an_election",
    "race_is_of_an_election",
    "candidacy_is_of_a_politician",
    "candidacy_is_for_a_party",
    "tally_is_of_its_race",
    "result_versions_are_append_only",
)
"""Names of the rules that triggers in the database check; the migrations 0001_initial and 0002_results create the
triggers. If a write breaks a rule, the message of the database error contains the name of the rule."""


def choices(enum) -> list[tuple[str, str]]:
    return [(member.value, member.value) for member in enum]


def one_of(column: str, values: Iterable[str], name: str) -> CheckConstraint:
    return CheckConstraint(condition=Q(**{f"{column}__in": [str(value) for value in values]}), name=name)


def in_range(column: str, low: int, high: int, name: str) -> CheckConstraint:
    """Return a constraint with this ``name``. A row violates it if the column has a number below ``low`` or above
    ``high``; null is allowed."""
    condition = Q(**{f"{column}__isnull": True}) | Q(**{f"{column}__range": (low, high)})
    return CheckConstraint(condition=condition, name=name)


def not_empty(*columns: str, name: str) -> CheckConstraint:
    condition = Q()
    for column in columns:
        condition &= ~Q(**{column: ""})
    return CheckConstraint(condition=condition, name=name)


def has_days(date: str, name: str) -> CheckConstraint:
    """Return a constraint on a partial date and on the columns with its first and last day. For example, ``date``
    "start_date" has the columns ``start_first`` and ``start_last``. If the date is empty, both columns must be null.
    Otherwise, both must have a day, and the last must not be before the first."""
    first, last = (date.removesuffix("date") + edge for edge in ("first", "last"))
    unknown = Q(**{date: "", f"{first}__isnull": True, f"{last}__isnull": True})
    known = ~Q(**{date: ""}) & Q(**{f"{first}__isnull": False, f"{last}__gte": F(first)})
    return CheckConstraint(condition=unknown | known, name=name)
