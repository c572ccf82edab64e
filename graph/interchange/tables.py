"""Insert many rows into a table with SQL. This is several times as fast as saving Django's model objects."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache

from django.db import connection, models

from graph.models.fields import Computed


class Table:
    """Inserts rows into the table of one model. A row maps field names, such as ``source_id``, to values. A missing
    field gets its default. Only the names of fields and the type of texts are checked. The journal of changes gets no
    rows."""

    def __init__(self, model: type[models.Model]):
        fields = [field for field in model._meta.concrete_fields if not isinstance(field, models.AutoField)]
        self._table = model._meta.db_table
        self._columns = [field.column for field in fields]
        self._names = {field.attname for field in fields}
        self._readers = [_reader(field) for field in fields]

    def fill(self, rows: Iterable[Mapping]) -> None:
        rows = list(rows)
        unknown = set().union(*rows) - self._names
        if unknown:
            raise TypeError(f"no such field: {', '.join(sorted(unknown))}")
        # Reading a column of all rows at once is faster than reading each row.
        values = zip(*(read(rows) for read in self._readers), strict=True)
        connection.insert_rows(self._table, self._columns, values)


def _reader(field) -> Callable[[Sequence[Mapping]], Sequence]:
    """Return a function. It gets a list of rows, and returns a list with the value of this ``field`` in each row, as
    the database stores it. If a row has no value, the function uses the default of the field. It computes the value of
    a `Computed` field from other fields of the row."""
    if isinstance(field, Computed):
        value = cache(lambda *values: field.get_db_prep_save(field.value_of(*values), connection))
        sources = [_raw_reader(field.model._meta.get_field(name)) for name in field.sources]
        return lambda rows: list(map(value, *(read(rows) for read in sources)))
    read, convert = _raw_reader(field), _converter(field)
    return lambda rows: convert(read(rows))


def _raw_reader(field):
    name = field.attname

    def read(rows):
        default = field.get_default()
        return [row.get(name, default) for row in rows]

    return read


def _converter(field):
    if isinstance(field, models.ForeignKey):
        return lambda keys: keys
    if isinstance(field, models.CharField | models.TextField):
        return _texts
    if isinstance(field, models.JSONField):
        # Most values are empty lists or empty objects, so convert each of these two only once.
        empty = cache(lambda kind: field.get_db_prep_save(kind(), connection))
        return lambda values: [field.get_db_prep_save(one, connection) if one else empty(type(one)) for one in values]
    # Equal days, times and numbers occur often, so each is converted only once.
    value = cache(lambda value: field.get_db_prep_save(value, connection))
    return lambda values: list(map(value, values))


def _texts(values):
    if not all(issubclass(kind, str) for kind in set(map(type, values))):
        raise TypeError(f"{next(value for value in values if not isinstance(value, str))!r} is no text")
    return values
