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
def test_stating_finds_subjects_by_the_status_of_a_type(status, dates):
    holder = RelationshipFactory(subject=PoliticianFactory(), object=OfficeFactory(), **dates).subject

    for asked in ("current", "ended", "future", "unknown"):
        found = Entity.objects.with_relationship("politician_holds_office", asked, DAY)
        assert list(found) == ([holder] if asked == status else [])


def test_stating_finds_each_subject_once():
    holder = PoliticianFactory()
    for _ in range(2):
        RelationshipFactory(subject=holder, object=OfficeFactory(), start_date="2020")

    assert Entity.objects.with_relationship("politician_holds_office", "current", DAY).count() == 1


@pytest.mark.parametrize("touched", ["statement", "subject", "object"])
def test_the_newest_touch_is_that_of_the_statement_or_of_either_entity(touched):
    times = {name: LATELY if name == touched else LONG_AGO for name in ("statement", "subject", "object")}
    ends = {
        name: factory(created_at=LONG_AGO, updated_at=times[name])
        for name, factory in (("subject", PoliticianFactory), ("object", OfficeFactory))
    }
    RelationshipFactory(**ends, updated_at=times["statement"])

    newest = set(Entity.objects.with_last_change().values_list("last_change_at", flat=True))

    assert newest == {LATELY}


def test_an_entity_alone_has_no_newest_touch():
    PoliticianFactory()

    assert Entity.objects.with_last_change().get().last_change_at is None


@pytest.mark.parametrize("text", ["Z", "z", "Zż", "zż", "Zżó"])
def test_whatever_letter_follows_a_beginning_is_found(text):
    entity = PoliticianFactory(name="Zżób", slug="under-another-slug")

    assert list(Entity.objects.name_starts_with(text)) == [entity]


@pytest.mark.parametrize("text", ["z", "zz", "Zz", "zż"])
def test_slugs_that_begin_with_the_text_folded_are_found(text):
    entity = PoliticianFactory(name="Another name", slug="zzz")

    assert list(Entity.objects.name_starts_with(text)) == [entity]
