"""Test the page that shows how much API keys are used, with charts and tables."""

import re
from datetime import timedelta

import pytest

from accounts.models import User
from tests.factories import ApiKeyFactory, KeyUseFactory

pytestmark = pytest.mark.django_db


@pytest.fixture
def key(researcher):
    return ApiKeyFactory(user=researcher, name="Thesis")


def shown(client, **query):
    return client.get("/account/use", query).content.decode()


def charts(page):
    return re.findall(r"(?s)<svg class=\"chart\".*?</svg>", page)


def cells(page, caption):
    """Return the texts of the cells of a table, as a list for each row without the header. ``caption`` is the id of the
    table's caption."""
    table = re.search(rf'(?s)<caption id="{caption}">.*?</table>', page)[0]
    rows = re.findall(r"(?s)<tr>(.*?)</tr>", table)[1:]
    return [re.findall(r"<t[hd][^>]*>([^<]*)</t[hd]>", row) for row in rows]


def test_use_page_without_use_says_so(client, key, today):
    page = shown(client)

    assert "sent no requests in the last 30 days" in page
    assert not charts(page)


def test_use_page_has_a_table_by_day_and_endpoint(client, key, today):
    KeyUseFactory(key=key, day=today, endpoint="entity", served=1_234, throttled=5, busiest_minute=505)
    KeyUseFactory(key=key, day=today, endpoint="snapshot", served=7, busiest_minute=40)
    KeyUseFactory(key=key, day=today - timedelta(2), endpoint="snapshot", served=3, busiest_minute=3)

    page = shown(client)

    assert cells(page, "table-days") == [
        ["15 Jun 2026", "1,234", "7", "1,241", "5"],
        ["13 Jun 2026", "0", "3", "3", "0"],
    ]
    assert cells(page, "table-minutes") == [["15 Jun 2026", "505", "101 %"], ["13 Jun 2026", "3", "1 %"]]


def test_chart_colours_endpoints_and_hatches_throttled_requests(client, key, today):
    KeyUseFactory(key=key, day=today, endpoint="entity", served=40, throttled=20)
    KeyUseFactory(key=key, day=today, endpoint="snapshot", served=40)

    by_endpoint, _ = charts(shown(client))

    bar = re.search(r"<g>.*?</g>", by_endpoint)[0]
    assert re.findall(r'class="([^"]+)"', bar) == ["series-1", "series-2", "throttled"]
    assert bar.count('fill="url(#days-hatch)"') == 1
    assert 'id="days-hatch"' in by_endpoint
    assert "<title>15 June: 80 served, 20 throttled</title>" in bar


@pytest.mark.parametrize(("tier", "limit"), [("researcher", "500"), ("pro", "2,000")])
def test_chart_of_minutes_has_a_line_at_the_limit(client, key, today, tier, limit):
    User.objects.update(tier=tier)
    KeyUseFactory(key=key, day=today, busiest_minute=30)

    by_endpoint, by_minute = charts(shown(client))

    assert f">dashed line: limit {limit}</text>" in by_minute
    assert 'class="limit"' not in by_endpoint


def test_charts_have_a_title_and_a_description(client, key, today):
    KeyUseFactory(key=key, day=today)

    for chart in charts(shown(client)):
        ids = re.search(r'role="img" aria-labelledby="(\S+) (\S+)"', chart).groups()
        assert f'<title id="{ids[0]}">' in chart
        assert f'<desc id="{ids[1]}">' in chart


def test_use_page_of_one_key_shows_its_use_only(client, key, today, researcher):
    KeyUseFactory(key=key, day=today, served=3)
    KeyUseFactory(key__user=researcher, day=today, served=40)

    assert cells(shown(client), "table-days")[0][1] == "43"
    page = shown(client, key=key.pk)
    assert cells(page, "table-days")[0][1] == "3"
    assert f'<option value="{key.pk}" selected>Thesis ({key.prefix}…)</option>' in page


def test_use_page_shows_own_use_only(client, key, today):
    KeyUseFactory(day=today)

    assert not charts(shown(client))


def test_chart_repeats_colours_for_many_endpoints(client, key, today):
    for number in range(7):
        KeyUseFactory(key=key, day=today, endpoint=f"endpoint-{number}", served=40)

    page = shown(client)

    assert "endpoint-6: 40" in page
    assert set(re.findall(r"series-\d", page)) == {f"series-{number}" for number in range(1, 6)}


def test_use_page_has_a_constant_number_of_queries(client, key, today, researcher, django_assert_max_num_queries):
    for days in range(30):
        KeyUseFactory(key=key, day=today - timedelta(days))
    ApiKeyFactory.create_batch(3, user=researcher)

    with django_assert_max_num_queries(5):
        shown(client)
