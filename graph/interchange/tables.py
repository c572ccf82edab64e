"""Rows written by their columns. A model object for each of 700,000 rows costs several times what the row does."""

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from itertools import chain

from django.db import connection, models

from graph.models.fields import EdgeDayField
from graph.text import dates

AT_ONCE = 50
"""Rows a statement, with fewer values than the 999 that any SQLite takes."""


class Table:
    """The table of a model, to be filled: a row is a mapping by attribute names, as the model would take them.

    What a row leaves out has the default of its field, and the days beside a partial date are computed. Raises
    TypeError, ValueError or ValidationError for what is no value of a field; the rest is up to the constraints.
    """

    def __init__(self, model: type[models.Model]):
        fields = [field for field in model._meta.concrete_fields if not isinstance(field, models.AutoField)]
        self._names = {field.attname for field in fields}
        self._readers = [_reader(field) for field in fields]
        quote = connection.ops.quote_name
        columns = ", ".join(quote(field.column) for field in fields)
        self._insert = f"INSERT INTO {quote(model._meta.db_table)} ({columns}) VALUES "  # noqa: S608 - names of ours
        self._marks = f"({', '.join(['%s'] * len(fields))})"

    def fill(self, rows: Iterable[Mapping]) -> None:
        """Write the rows."""
        values = [self._values(row) for row in rows]
        whole = len(values) - len(values) % AT_ONCE
        with connection.cursor() as cursor:
            # Statements of one length are prepared once; many rows in each save PostgreSQL the way to and fro.
            packed = [list(chain.from_iterable(values[at : at + AT_ONCE])) for at in range(0, whole, AT_ONCE)]
            cursor.executemany(self._insert + ", ".join([self._marks] * AT_ONCE), packed)
            cursor.executemany(self._insert + self._marks, values[whole:])

    def _values(self, row):
        if not row.keys() <= self._names:
            raise TypeError(f"no such field: {', '.join(sorted(row.keys() - self._names))}")
        return [read(row) for read in self._readers]


def _reader(field) -> Callable[[Mapping], object]:
    """What the database is to store in the field's column, as a function of the row."""
    if isinstance(field, EdgeDayField):
        edge = dates.first_day if field.edge == "first" else dates.last_day
        day = cache(lambda text: field.get_db_prep_save(edge(text), connection))
        return lambda row: day(row.get(field.of, ""))
    name, default, store = field.attname, field.get_default, _storer(field)
    return lambda row: store(row[name] if name in row else default())


def _storer(field):
    if isinstance(field, models.ForeignKey):
        return lambda key: key
    if isinstance(field, models.CharField | models.TextField):
        return _text
    if isinstance(field, models.JSONField):
        return lambda value: field.get_db_prep_save(value, connection)
    # Days, moments and numbers are repeated: each is read once.
    return cache(lambda value: field.get_db_prep_save(value, connection))


def _text(value):
    if not isinstance(value, str):
        raise TypeError(f"{value!r} is no text")
    return value
