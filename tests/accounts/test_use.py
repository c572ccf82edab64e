"""Use of keys is remembered by the process and written now and then, all of it."""

from datetime import UTC, date, datetime, timedelta
from threading import Thread

import pytest
from django.db import OperationalError

from accounts import use
from accounts.callers import Caller
from accounts.limits import Usage
from accounts.models import ApiKey, KeyUse
from accounts.tiers import ANONYMOUS, RESEARCHER
from tests.factories import ApiKeyFactory

TODAY = date(2026, 6, 15)
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("today")]


@pytest.fixture
def key():
    return ApiKeyFactory()


def record(key, endpoint="entity", count=1, *, is_degraded=False):
    caller = Caller(RESEARCHER, f"account:{key.user_id}", key.pk, key.user_id)
    use.record(caller, endpoint, Usage(RESEARCHER, count, 0, is_degraded))


def rows(*names):
    return list(KeyUse.objects.order_by("day", "endpoint").values_list(*names))


def test_requests_of_a_key_are_counted_by_day_and_endpoint(client, key):
    sent = {"authorization": f"Bearer {key.secret}"}
    for path in ("/api/graph/entities", "/api/graph/entity/nobody", "/api/snapshot/nobody"):
        client.get(path, headers=sent)
    client.get("/api/graph/entities", headers=sent | {"if-none-match": "*"})
    client.get("/api/graph/entity/nobody/relationships", headers=sent)
    for uncounted in ("/feed", "/api/me"):
        client.get(uncounted, headers=sent)

    use.flush()

    told = rows("key", "day", "endpoint", "served", "throttled", "busiest_minute")
    assert told == [
        (key.pk, TODAY, "entities", 2, 0, 4),
        (key.pk, TODAY, "entity", 1, 0, 2),
        (key.pk, TODAY, "relationships", 1, 0, 5),
        (key.pk, TODAY, "snapshot", 1, 0, 3),
    ]


def test_no_request_writes(client, key, django_assert_num_queries):
    client.get("/api/graph/entities?x=1", headers={"authorization": f"Bearer {key.secret}"})

    with django_assert_num_queries(0):
        client.get("/api/graph/entities?x=1", headers={"authorization": f"Bearer {key.secret}"})


def test_who_has_no_key_is_not_recorded(client):
    use.record(Caller(ANONYMOUS, "192.0.2.7"), "entity", Usage(ANONYMOUS, 1, 0, False))

    use.flush()

    assert rows("key") == []


def test_what_is_past_the_allowance_is_refused(key):
    for count in (499, 500, 501, 502):
        record(key, count=count)

    use.flush()

    assert rows("served", "throttled", "busiest_minute") == [(2, 2, 502)]


def test_what_several_processes_write_adds_up(key):
    for count in (3, 9, 5):
        record(key, count=count)
        use.flush()

    assert rows("served", "busiest_minute") == [(3, 9)]


def test_a_day_ends_at_midnight_of_utc(key, time_machine):
    time_machine.move_to(datetime(2026, 6, 15, 23, 59, 59, tzinfo=UTC), tick=False)
    record(key)
    time_machine.shift(1)
    record(key)

    use.flush()

    assert rows("day", "served") == [(TODAY, 1), (TODAY + timedelta(days=1), 1)]


def test_the_last_use_is_known_to_the_hour(key, time_machine):
    time_machine.move_to(datetime(2026, 6, 15, 14, 35, 12, tzinfo=UTC), tick=False)
    record(key)

    use.flush()

    key.refresh_from_db()
    assert key.last_used_at == datetime(2026, 6, 15, 14, tzinfo=UTC)


def test_a_later_use_is_not_overwritten_by_an_earlier_one(key):
    later = datetime(2026, 6, 15, 20, tzinfo=UTC)
    ApiKey.objects.update(last_used_at=later)
    record(key)

    use.flush()

    key.refresh_from_db()
    assert key.last_used_at == later


def test_an_estimate_of_one_process_is_no_busiest_minute(key):
    record(key, count=480, is_degraded=True)

    use.flush()

    assert rows("served", "busiest_minute") == [(1, 0)]


def test_keys_that_are_gone_do_no_harm(key):
    gone = ApiKeyFactory()
    for each in (key, gone):
        record(each)
    gone.delete()

    use.flush()

    assert rows("key", "served") == [(key.pk, 1)]


def test_a_database_that_is_away_loses_nothing(key, monkeypatch, caplog):
    def fail(rows):
        raise OperationalError("secret")

    record(key)
    with monkeypatch.context() as away:
        away.setattr(use, "_write", fail)
        use.flush()
    record(key)

    use.flush()

    assert rows("served") == [(2,)]
    assert "OperationalError" in caplog.text
    assert "secret" not in caplog.text


def test_what_is_kept_for_a_database_that_is_away_has_bounds(key, monkeypatch):
    monkeypatch.setattr(use, "MOST_ROWS", 2)
    for endpoint in ("entity", "entities", "snapshot", "entity"):
        record(key, endpoint)

    use.flush()

    assert rows("endpoint", "served") == [("entities", 1), ("entity", 2)]


def test_what_is_too_much_for_one_statement_is_written_in_parts(key, monkeypatch):
    monkeypatch.setattr(use, "ROWS_AT_ONCE", 2)
    for endpoint in ("entity", "entities", "snapshot"):
        record(key, endpoint)

    use.flush()

    assert len(rows("endpoint")) == 3


def test_what_writes_outlives_a_fault_that_is_not_of_the_database(monkeypatch, caplog):
    turns = iter([None, None])
    monkeypatch.setattr(use.time, "sleep", lambda seconds: next(turns))
    monkeypatch.setattr(use, "flush", lambda: 1 / 0)

    with pytest.raises(StopIteration):
        use._write_now_and_then()

    assert caplog.text.count("Use of keys was not written") == 2


def test_threads_count_together(key):
    threads = [Thread(target=lambda: [record(key) for _ in range(500)]) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    use.flush()

    assert rows("served") == [(4000,)]


def test_nothing_to_write_asks_no_database(django_assert_num_queries):
    with django_assert_num_queries(0):
        use.flush()


def test_it_takes_few_statements_for_many_keys(django_assert_max_num_queries):
    for key in ApiKeyFactory.create_batch(20):
        record(key)

    with django_assert_max_num_queries(20 + 6):
        use.flush()
