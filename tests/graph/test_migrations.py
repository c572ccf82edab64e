from importlib import import_module
from types import SimpleNamespace

import pytest
from django.db import DatabaseError, connection, transaction

from graph.models import ResultVersion
from tests.factories import ResultVersionFactory

margins = import_module("graph.migrations.0013_margins_of_valid_votes")


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("values", "expected"),
    [
        pytest.param({"margin_votes": 43_683, "valid": 506_176, "margin": 10.25}, 8.63, id="small parties"),
        pytest.param({"margin_votes": 10, "valid": 50, "margin": 10}, 10, id="a voter has several votes"),
        pytest.param({"margin_votes": 10, "valid": None, "margin": 10}, 10, id="the valid votes are unknown"),
        pytest.param({"margin_votes": None, "valid": 50, "margin": 10}, 10, id="only shares are known"),
    ],
)
def test_correct_margins_gives_per_cent_of_the_valid_votes(values, expected):
    version = ResultVersionFactory(**values)

    margins.correct_margins(None, SimpleNamespace(connection=connection))

    assert float(ResultVersion.objects.get(pk=version.pk).margin) == expected
    with pytest.raises(DatabaseError, match="result_versions_are_append_only"), transaction.atomic():
        ResultVersion.objects.filter(pk=version.pk).update(margin=1)
