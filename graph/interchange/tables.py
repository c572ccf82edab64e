"""Insert many rows into a table with SQL. This is several times as fast as saving Django's model objects."""

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from itertools import chain

from django.db import connection, models

from graph.models.fields import Computed

ROWS_PER_INSERT = 50
"""SQLite may reject an INSERT with more than 999 values."""


class Table:
    """Inserts rows into the table of one model. A row maps field names, such as ``source_id``, to values."""

    def __init__(self, model: type[models.Model]):
        fields = [field for field in model._meta.concrete_fields if not isinstance(field, models.AutoField)]
        self._names = {field.attname for field in fields}
        self._readers = [_reader(field) for field in fields]
        quote = connection.ops.quote_name
        columns = ", ".join(quote(field.column) for field in fields)
        self._insert = f"INSERT INTO {quote(model._meta.db_table)} ({columns}) VALUES "  # noqa: S608 - our own names
        self._placeholders = f"({', '.join(['%s'] * len(fields))})"

    def fill(self, rows: Iterable[Mapping]) -> None:
        values = [self._values(row) for row in rows]
        whole = len(values) - len(values) % ROWS_PER_INSERT
        with connection.cursor() as cursor:
            # An INSERT of one length is prepared once, and many rows in each save PostgreSQL round trips.
            starts = range(0, whole, ROWS_PER_INSERT)
            batches = [list(chain.from_iterable(values[start : start + ROWS_PER_INSERT])) for start in starts]
            cursor.executemany(self._insert + ", ".join([self._placeholders] * ROWS_PER_INSERT), batches)
            cursor.executemany(self._insert + self._placeholders, values[whole:])

    def _values(self, row):
        if not row.keys() <= self._names:
            raise TypeError(f"no such field: {', '.join(sorted(row.keys() - self._names))}")
        return [read(row) for read in self._readers]


def _reader(field) -> Callable[[Mapping], object]:
    """Return a function that takes a row and returns the database value of the field, which may be computed or a
    default."""
    if isinstance(field, Computed):
        value = cache(lambda *values: field.get_db_prep_save(field.value_of(*values), connection))
        sources = [_raw_reader(field.model._meta.get_field(name)) for name in field.sources]
        return lambda row: value(*(read(row) for read in sources))
    name, default, convert = field.attname, field.get_default, _converter(field)
    return lambda row: convert(row[name] if name in row else default())


def _raw_reader(field):
    name, default = field.attname, field.get_default()
    return lambda row: row.get(name, default)


def _converter(field):
    if isinstance(field, models.ForeignKey):
        return lambda key: key
    if isinstance(field, models.CharField | models.TextField):
        return _text
    if isinstance(field, models.JSONField):
        return lambda value: field.get_db_prep_save(value, connection)
    # Days, times and numbers occur again and again: each is converted once.
    return cache(lambda value: field.get_db_prep_save(value, connection))


def _text(value):
    if not isinstance(value, str):
        raise TypeError(f"{value!r} is no text")
    return value
