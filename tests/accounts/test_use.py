"""Test use.record, which counts the requests of API keys in memory, and use.flush, which writes the counts to the
database."""

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


def test_record_counts_by_day_and_endpoint(client, key):
    sent = {"authorization": f"Bearer {key.secret}"}
    for path in ("/api/graph/entities", "/api/graph/entity/nobody", "/api/snapshot/nobody"):
        client.get(path, headers=sent)
    client.get("/api/graph/entities", headers=sent | {"if-none-match": "*"})
    client.get("/api/graph/entity/nobody/relationships", headers=sent)
    for uncounted in ("/feed", "/api/me"):
        client.get(uncounted, headers=sent)

    use.flush()

    found = rows("key", "day", "endpoint", "served", "throttled", "busiest_minute")
    assert found == [
        (key.pk, TODAY, "entities", 2, 0, 4),
        (key.pk, TODAY, "entity", 1, 0, 2),
        (key.pk, TODAY, "relationships", 1, 0, 5),
        (key.pk, TODAY, "snapshot", 1, 0, 3),
    ]


def test_request_does_not_write_use(client, key, django_assert_num_queries):
    client.get("/api/graph/entities?x=1", headers={"authorization": f"Bearer {key.secret}"})

    with django_assert_num_queries(0):
        client.get("/api/graph/entities?x=1", headers={"authorization": f"Bearer {key.secret}"})


def test_record_ignores_callers_without_a_key(client):
    use.record(Caller(ANONYMOUS, "192.0.2.7"), "entity", Usage(ANONYMOUS, 1, 0, False))

    use.flush()

    assert rows("key") == []


def test_record_counts_throttled_requests(key):
    for count in (499, 500, 501, 502):
        record(key, count=count)

    use.flush()

    assert rows("served", "throttled", "busiest_minute") == [(2, 2, 502)]


def test_flush_adds_to_existing_rows(key):
    for count in (3, 9, 5):
        record(key, count=count)
        use.flush()

    assert rows("served", "busiest_minute") == [(3, 9)]


def test_record_starts_a_new_day_at_midnight_utc(key, time_machine):
    time_machine.move_to(datetime(2026, 6, 15, 23, 59, 59, tzinfo=UTC), tick=False)
    record(key)
    time_machine.shift(1)
    record(key)

    use.flush()

    assert rows("day", "served") == [(TODAY, 1), (TODAY + timedelta(days=1), 1)]


def test_flush_writes_the_last_use_to_the_hour(key, time_machine):
    time_machine.move_to(datetime(2026, 6, 15, 14, 35, 12, tzinfo=UTC), tick=False)
    record(key)

    use.flush()

    key.refresh_from_db()
    assert key.last_used_at == datetime(2026, 6, 15, 14, tzinfo=UTC)


def test_flush_never_moves_the_last_use_back(key):
    later = datetime(2026, 6, 15, 20, tzinfo=UTC)
    ApiKey.objects.update(last_used_at=later)
    record(key)

    use.flush()

    key.refresh_from_db()
    assert key.last_used_at == later


def test_record_ignores_degraded_counts_for_the_busiest_minute(key):
    record(key, count=480, is_degraded=True)

    use.flush()

    assert rows("served", "busiest_minute") == [(1, 0)]


def test_flush_skips_deleted_keys(key):
    gone = ApiKeyFactory()
    for each in (key, gone):
        record(each)
    gone.delete()

    use.flush()

    assert rows("key", "served") == [(key.pk, 1)]


def test_flush_keeps_rows_while_the_database_is_unavailable(key, monkeypatch, caplog):
    def fail(rows):
        raise OperationalError("secret")

    record(key)
    with monkeypatch.context() as patch:
        patch.setattr(use, "_write", fail)
        use.flush()
    record(key)

    use.flush()

    assert rows("served") == [(2,)]
    assert "OperationalError" in caplog.text
    assert "secret" not in caplog.text


def test_pending_rows_are_limited(key, monkeypatch):
    monkeypatch.setattr(use, "MAX_PENDING_ROWS", 2)
    for endpoint in ("entity", "entities", "snapshot", "entity"):
        record(key, endpoint)

    use.flush()

    assert rows("endpoint", "served") == [("entities", 1), ("entity", 2)]


def test_flush_writes_many_rows_in_batches(key, monkeypatch):
    monkeypatch.setattr(use, "BATCH_SIZE", 2)
    for endpoint in ("entity", "entities", "snapshot"):
        record(key, endpoint)

    use.flush()

    assert len(rows("endpoint")) == 3


def test_thread_survives_other_errors(monkeypatch, caplog):
    turns = iter([None, None])
    monkeypatch.setattr(use.time, "sleep", lambda seconds: next(turns))
    monkeypatch.setattr(use, "flush", lambda: 1 / 0)

    with pytest.raises(StopIteration):
        use._flush_regularly()

    assert caplog.text.count("Use of keys was not written") == 2


def test_record_counts_over_threads(key):
    threads = [Thread(target=lambda: [record(key) for _ in range(500)]) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    use.flush()

    assert rows("served") == [(4000,)]


def test_flush_without_rows_sends_no_query(django_assert_num_queries):
    with django_assert_num_queries(0):
        use.flush()


def test_flush_takes_few_queries_for_many_keys(django_assert_max_num_queries):
    for key in ApiKeyFactory.create_batch(20):
        record(key)

    with django_assert_max_num_queries(20 + 6):
        use.flush()
