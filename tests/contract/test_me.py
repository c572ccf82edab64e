"""Test ``/api/me``, which shows the tier, the limits and the usage of the caller."""

from datetime import UTC, date, datetime

import pytest

from tests.contract.test_openapi import conforms
from tests.factories import ApiKeyFactory, KeyUseFactory

ME = "/api/me"
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("today")]


@pytest.fixture
def key():
    times = {"created_at": datetime(2026, 5, 1, 10, tzinfo=UTC), "expires_at": datetime(2027, 5, 1, 10, tzinfo=UTC)}
    return ApiKeyFactory(name="Thesis", **times)


def ask(client, key, path=ME):
    return client.get(path, headers={"authorization": f"Bearer {key.secret}"})


def test_me_without_a_key_describes_the_address(client):
    client.get("/api/graph/entities")

    response = client.get(ME)

    document = response.json()
    assert 1 <= document.pop("reset") <= 60
    assert document == {
        "tier": "anonymous",
        "limit": 120,
        "remaining": 119,
        "degraded": False,
        "key": None,
        "use": [],
    }


def test_me_with_a_key_describes_the_key_and_its_account(client, key):
    ask(client, key, "/api/graph/entities")

    document = ask(client, key).json()

    assert (document["tier"], document["limit"], document["remaining"]) == ("researcher", 500, 499)
    assert document["key"] == {
        "name": "Thesis",
        "shown": key.secret[:8],
        "created_at": "2026-05-01T10:00:00Z",
        "expires_at": "2027-05-01T10:00:00Z",
        "last_used_at": None,
    }
    assert key.secret not in str(document)


def test_me_sums_the_use_of_all_keys_by_day_and_endpoint(client, key):
    other = ApiKeyFactory(user=key.user)
    today, before = date(2026, 6, 15), date(2026, 6, 14)
    KeyUseFactory(key=key, day=today, endpoint="entity", served=40, throttled=2, busiest_minute=30)
    KeyUseFactory(key=other, day=today, endpoint="entity", served=5, busiest_minute=35)
    KeyUseFactory(key=other, day=today, endpoint="snapshot", served=1)
    KeyUseFactory(key=key, day=before, endpoint="entities", served=7)
    KeyUseFactory(day=today)

    use = ask(client, key).json()["use"]

    assert [day["day"] for day in use] == ["2026-06-14", "2026-06-15"]
    assert use[1] == {
        "day": "2026-06-15",
        "served": 46,
        "refused": 2,
        "busiest_minute": 35,
        "endpoints": {"entity": {"served": 45, "refused": 2}, "snapshot": {"served": 1, "refused": 0}},
    }


@pytest.mark.parametrize(("day", "is_included"), [(date(2026, 5, 17), True), (date(2026, 5, 16), False)])
def test_me_covers_thirty_days(client, key, day, is_included):
    KeyUseFactory(key=key, day=day)

    assert bool(ask(client, key).json()["use"]) is is_included


def test_me_is_cached_only_by_the_client_which_asks_each_time(client, key):
    assert ask(client, key)["Cache-Control"] == "private, no-cache"


@pytest.mark.parametrize("is_counted", [False, True])
def test_me_returns_304_until_a_request_is_counted(client, is_counted):
    first = client.get(ME)
    if is_counted:
        client.get("/api/graph/entities")

    response = client.get(ME, headers={"if-none-match": first["ETag"]})

    assert response.status_code == (200 if is_counted else 304)
    assert (response["ETag"] == first["ETag"]) is not is_counted
    assert response["X-RateLimit-Remaining"] == ("119" if is_counted else "120")


def test_me_agrees_with_the_headers(client, key):
    response = ask(client, key)

    assert str(response.json()["remaining"]) == response["X-RateLimit-Remaining"] == "500"
    assert str(response.json()["reset"]) == response["X-RateLimit-Reset"]


def test_me_takes_three_queries(client, key, django_assert_num_queries):
    KeyUseFactory.create_batch(3, key=key, day=date(2026, 6, 15), endpoint=iter_endpoints())

    with django_assert_num_queries(3):
        ask(client, key)


def iter_endpoints():
    from factory import Iterator

    return Iterator(["entity", "entities", "snapshot"])


def test_me_conforms_to_the_openapi_document(client, key):
    document = client.get("/api/schema").json()
    KeyUseFactory(key=key, day=date(2026, 6, 15))

    conforms(document, "Me", client.get(ME).json())
    conforms(document, "Me", ask(client, key).json())


@pytest.mark.parametrize("query", ["?x=1", "?key=pkg_x"])
def test_me_rejects_parameters(client, query):
    response = client.get(f"{ME}{query}")

    assert (response.status_code, response.json()["type"][-17:]) == (400, "invalid-parameter")


def test_me_is_read_only(client):
    assert client.post(ME).status_code == 405
    assert client.head(ME).status_code == 200
    assert client.options(ME)["Allow"] == "GET, HEAD, OPTIONS"


def test_me_with_a_key_that_was_just_deleted_has_no_key(client, key):
    ask(client, key)
    type(key).objects.all().delete()

    assert ask(client, key).json()["key"] is None
