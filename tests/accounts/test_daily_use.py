"""Test days_of_use, which returns how much API keys were used on each day."""

from datetime import timedelta

import pytest

from accounts.models import KeyUse
from accounts.use import days_of_use
from tests.factories import ApiKeyFactory, KeyUseFactory

pytestmark = pytest.mark.django_db


def test_days_of_use_includes_days_without_use(today):
    days = days_of_use(KeyUse.objects.all())

    assert [day.day for day in days] == [today - timedelta(29 - number) for number in range(30)]
    assert not any(day.endpoints for day in days)


def test_days_of_use_sums_keys_and_endpoints(today):
    one, other = ApiKeyFactory(), ApiKeyFactory()
    KeyUseFactory(key=one, day=today, endpoint="snapshot", served=5, throttled=1, busiest_minute=7)
    KeyUseFactory(key=one, day=today, endpoint="entity", served=10, throttled=2, busiest_minute=9)
    KeyUseFactory(key=other, day=today, endpoint="entity", served=20, throttled=3, busiest_minute=8)

    *_, last = days_of_use(KeyUse.objects.all())

    by_endpoint = [(name, row.served, row.throttled) for name, row in last.endpoints.items()]
    assert by_endpoint == [("entity", 30, 5), ("snapshot", 5, 1)]
    assert (last.served, last.throttled, last.busiest_minute) == (35, 6, 9)


@pytest.mark.parametrize(("days_ago", "is_shown"), [(-1, False), (0, True), (29, True), (30, False)])
def test_days_of_use_covers_thirty_days(today, days_ago, is_shown):
    KeyUseFactory(day=today - timedelta(days_ago))

    days = days_of_use(KeyUse.objects.all())

    assert any(day.endpoints for day in days) is is_shown


def test_days_of_use_takes_one_query(today, django_assert_num_queries):
    KeyUseFactory.create_batch(3, day=today)

    with django_assert_num_queries(1):
        days_of_use(KeyUse.objects.all())
