import logging
import os
from multiprocessing import parent_process

import pytest
from django.db import connection

from search import index
from search.index import rebuild
from search.models import IndexedEntity, NameKey, Token, Variant
from search.second_process import second_process
from tests.factories import PoliticianFactory


def process_id():
    return os.getpid()


def end_second_process():
    """Return the process ID in the first process. In the second process, end the process as a crash would."""
    if parent_process():
        os._exit(1)
    return os.getpid()


def divide(number, divisor):
    return number / divisor


def test_second_process_computes_results_until_it_ends_then_this_process_does(caplog):
    with caplog.at_level(logging.WARNING), second_process() as submit:
        result, failed = submit(process_id), submit(divide, 1, 0)
        assert result() not in (os.getpid(), None)
        with pytest.raises(ZeroDivisionError):
            failed()

        lost = submit(end_second_process)

        assert lost() == os.getpid()
        assert "has ended" in caplog.text
        assert submit(divide, 6, 3)() == 2


@pytest.mark.django_db
def test_rebuild_writes_the_same_rows_with_a_second_process(monkeypatch):
    for name in ("Jane Doe", "Bartholomew Quill", "Recep Tayyip Erdoğan"):
        PoliticianFactory(name=name)
    tables = (IndexedEntity, NameKey, Token, Variant)

    def rows():
        return [
            sorted(table.objects.values_list(*(field.attname for field in table._meta.concrete_fields)))
            for table in tables
        ]

    rebuild()
    expected = rows()
    monkeypatch.setattr(index, "MAX_UPDATES", 0)

    rebuild()

    assert rows() == expected
    assert all(expected)


@pytest.mark.django_db
@pytest.mark.skipif(connection.vendor != "sqlite", reason="WITHOUT ROWID is of SQLite")
@pytest.mark.parametrize("model", [NameKey, Variant])
def test_rows_of_hashes_are_stored_in_their_primary_key(model):
    with connection.cursor() as cursor:
        cursor.execute("SELECT wr FROM pragma_table_list WHERE name = %s", [model._meta.db_table])

        assert cursor.fetchall() == [(1,)]
