from collections.abc import Iterator
from datetime import date

from django.db.models import F, Q

from graph.checks.queries import entities, statements
from graph.kinds import Kind
from graph.relations import RelationshipType

FARTHEST_YEARS_AHEAD = 10
"""Longer than any term that is foreseen; beyond it a date is a slip or a sentinel."""
WITHIN_A_COUNTRY = (
    RelationshipType.OCCURS_IN_COUNTRY,
    RelationshipType.OPERATES_IN_COUNTRY,
    RelationshipType.OFFICE_IN_COUNTRY,
    RelationshipType.ELECTED_IN_ELECTION,
    RelationshipType.INSTITUTION_IN_COUNTRY,
    RelationshipType.CONTAINS_OFFICE,
)
"""Types both of whose ends are of one country; people are not bound to theirs."""


def check_ends_before_starts(day: date) -> Iterator[tuple[str, str]]:
    """The database refuses these too; the rule says it of a graph from elsewhere."""
    for statement in _told(statements().filter(end_last__lt=F("start_first"))):
        yield statement.subject.slug, f"{_sentence(statement)} ends {statement.end_date}, before it starts."


def check_dates_in_the_far_future(day: date) -> Iterator[tuple[str, str]]:
    limit = day.replace(year=day.year + FARTHEST_YEARS_AHEAD, day=min(day.day, 28))
    for statement in _told(statements().filter(Q(start_last__gt=limit) | Q(end_last__gt=limit))):
        yield statement.subject.slug, f"{_sentence(statement)} reaches beyond {limit.year}."
    for slug, name in entities(Kind.ELECTION).filter(election_details__date_last__gt=limit).values_list("slug", "name"):
        yield slug, f"{name} is beyond {limit.year}."


def check_facts_verified_in_the_future(day: date) -> Iterator[tuple[str, str]]:
    for statement in _told(statements().filter(verified_at__gt=day)):
        yield (
            statement.subject.slug,
            f"{_sentence(statement)} was verified on {statement.verified_at}, which is to come.",
        )


def check_statements_across_borders(day: date) -> Iterator[tuple[str, str]]:
    """What is built within one country is related to another."""
    abroad = statements(*WITHIN_A_COUNTRY).exclude(object__country_code=F("subject__country_code"))
    for statement in _told(abroad):
        yield statement.subject.slug, f"{_sentence(statement)} crosses a border."


def _told(found):
    return found.select_related("subject", "object").order_by("subject__slug", "pk").iterator()


def _sentence(statement):
    start = f" (from {statement.start_date})" if statement.start_date else ""
    return f"{statement.subject.slug} {statement.type} {statement.object.slug}{start}"
