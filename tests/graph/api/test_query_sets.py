"""Verbs of the query sets that the API speaks in."""

from datetime import UTC, date, datetime

import pytest

from graph.models import Entity
from tests.factories import OfficeFactory, PoliticianFactory, RelationshipFactory

DAY = date(2026, 6, 15)
LONG_AGO, LATELY = datetime(2020, 1, 1, tzinfo=UTC), datetime(2026, 6, 1, tzinfo=UTC)
pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("status", "dates"),
    [
        ("current", {"start_date": "2020", "verified_at": date(2026, 1, 1)}),
        ("ended", {"start_date": "2020", "end_date": "2021"}),
        ("future", {"start_date": "2027"}),
        ("unknown", {"start_date": "2010", "verified_at": date(2015, 1, 1)}),
    ],
)
def test_with_relationship_finds_subjects_by_status(status, dates):
    holder = RelationshipFactory(subject=PoliticianFactory(), object=OfficeFactory(), **dates).subject

    for asked in ("current", "ended", "future", "unknown"):
        found = Entity.objects.with_relationship("politician_holds_office", asked, DAY)
        assert list(found) == ([holder] if asked == status else [])


def test_with_relationship_finds_each_subject_once():
    holder = PoliticianFactory()
    for _ in range(2):
        RelationshipFactory(subject=holder, object=OfficeFactory(), start_date="2020")

    assert Entity.objects.with_relationship("politician_holds_office", "current", DAY).count() == 1


@pytest.mark.parametrize("changed", ["relationship", "subject", "object"])
def test_with_last_change_is_that_of_the_relationship_or_of_either_entity(changed):
    times = {name: LATELY if name == changed else LONG_AGO for name in ("relationship", "subject", "object")}
    ends = {
        name: factory(created_at=LONG_AGO, updated_at=times[name])
        for name, factory in (("subject", PoliticianFactory), ("object", OfficeFactory))
    }
    RelationshipFactory(**ends, updated_at=times["relationship"])

    newest = set(Entity.objects.with_last_change().values_list("last_change_at", flat=True))

    assert newest == {LATELY}


def test_with_last_change_is_none_without_relationships():
    PoliticianFactory()

    assert Entity.objects.with_last_change().get().last_change_at is None


@pytest.mark.parametrize("text", ["Z", "z", "Zż", "zż", "Zżó"])
def test_name_starts_with_finds_any_following_letter(text):
    entity = PoliticianFactory(name="Zżób", slug="under-another-slug")

    assert list(Entity.objects.name_starts_with(text)) == [entity]


@pytest.mark.parametrize("text", ["z", "zz", "Zz", "zż"])
def test_name_starts_with_finds_slugs_of_the_folded_text(text):
    entity = PoliticianFactory(name="Another name", slug="zzz")

    assert list(Entity.objects.name_starts_with(text)) == [entity]
