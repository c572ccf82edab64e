from datetime import date

import pytest

from graph.models import Composition
from tests.factories import CompositionFactory, InstitutionFactory

pytestmark = pytest.mark.django_db


def starts(queryset):
    return list(queryset.values_list("start_date", flat=True))


@pytest.mark.parametrize(
    ("start", "verified", "begun"),
    [
        ("2026-06-15", date(2026, 6, 15), True),
        ("2026-06-16", date(2026, 6, 16), False),
        ("2026-06", date(2026, 6, 30), True),
        ("2026", date(2026, 12, 31), True),
        ("2026-07", date(2026, 7, 1), False),
        ("", date(2026, 6, 15), True),
        ("", date(2026, 6, 16), False),
    ],
)
def test_begun_by_compares_the_start_or_the_verification(start, verified, begun):
    CompositionFactory(start_date=start, verified_at=verified)

    assert Composition.objects.begun_by(date(2026, 6, 15)).exists() == begun


def test_newest_first_uses_the_verification_without_a_start():
    assembly = InstitutionFactory()
    for start, verified in (("2017-06-18", 2026), ("2022", 2024), ("", 2023), ("2022-06-19", 2024)):
        CompositionFactory(institution=assembly, start_date=start, verified_at=date(verified, 1, 22))

    assert starts(Composition.objects.newest_first()) == ["", "2022", "2022-06-19", "2017-06-18"]


def test_str_names_the_chamber_and_the_start():
    dated = CompositionFactory(institution__name="Bundestag", start_date="2025-02-23")
    undated = CompositionFactory(institution__name="Senate", start_date="", verified_at=date(2026, 1, 22))

    assert (str(dated), str(undated)) == ("Bundestag from 2025-02-23", "Senate from 2026-01-22")
