"""Test on which days the Last-Modified of an entity changes although nothing is written, because a status changes."""

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph.models import Relationship
from graph.models.freshness import stale_before, stale_from
from graph.queries.relationships import find_entity_with_relationships, last_status_change
from tests.factories import RelationshipFactory

ONE_DAY = timedelta(days=1)
DATES = (
    ("2020-03-05", "", date(2024, 2, 29)),
    ("2020", "2021", None),
    ("2020-02", "2021-11", date(2021, 12, 1)),
    ("", "2021-05-06", date(2020, 6, 1)),
    ("", "", date(2020, 2, 28)),
    ("2021-01-01", "2021-01-01", None),
)
"""Relationships to test, each as (start, end, day of the last verification). An empty text or None means unknown."""


@given(st.dates(date(1950, 1, 1), date(2190, 1, 1)))
def test_stale_from_is_the_first_day_that_is_not_fresh(verified_at):
    turning = stale_from(verified_at)

    assert stale_before(turning) > verified_at
    assert stale_before(turning - ONE_DAY) <= verified_at


@pytest.mark.django_db
def test_last_status_change_is_each_day_on_which_the_status_changes():
    rows, before = {}, {}
    for start, end, verified in DATES:
        relationship = RelationshipFactory(start_date=start, end_date=end, verified_at=verified)
        entity = find_entity_with_relationships(relationship.subject.slug, date(2026, 6, 1))
        rows[relationship.pk] = entity.relationships

    for offset in range((date(2026, 6, 1) - date(2019, 12, 1)).days):
        day = date(2019, 12, 1) + offset * ONE_DAY
        statuses = dict(Relationship.objects.filter(pk__in=rows).with_status(day).values_list("pk", "status"))
        assert statuses.keys() == rows.keys()
        for pk, status in statuses.items():
            assert before.get(pk) in (None, status) or last_status_change(rows[pk], day) == day, (pk, day)
        before = statuses
