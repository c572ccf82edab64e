import pytest

from graph.queries.sql import fetch_all


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("sql", "parameters"),
    [
        ("SELECT CAST(%(b)s AS text), CAST(%(a)s AS text), CAST(%(b)s AS text)", {"a": "1", "b": "2", "unused": "3"}),
        ("SELECT CAST(%s AS text), CAST(%s AS text), CAST(%s AS text)", ["2", "1", "2"]),
        ("SELECT '2', CAST(5 %% 2 AS text), '2'", {}),
        ("SELECT '2', CAST(5 %% 2 AS text), CAST(%s AS text)", ["2"]),
    ],
)
def test_fetch_all_passes_parameters_by_name_and_by_position(sql, parameters):
    assert fetch_all(sql, parameters) == [("2", "1", "2")]
