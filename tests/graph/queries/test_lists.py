"""Test the list of entities: filters by status, text and time, pages, and totals."""

from datetime import UTC, date, datetime, timedelta
from itertools import product

import pytest
from django.db import connection

from graph.models import Entity
from graph.queries import lists, subjects
from graph.queries.cached import journal_head
from graph.queries.lists import EntitySelection, select_entities
from tests.factories import OfficeFactory, PartyFactory, PoliticianFactory, RelationshipFactory

DAY = date(2026, 6, 15)
NOON = datetime(2026, 6, 1, 12, tzinfo=UTC)
pytestmark = pytest.mark.django_db


def page_of(limit=100, **filters):
    return select_entities(EntitySelection(journal_head(), DAY, limit, **filters))


def found(**filters):
    """Return the slugs of the entities that match the filters. All of them must be on one page."""
    page = page_of(**filters)
    assert page.total == len(page.rows)
    return [slug for _, _, slug, _, _ in page.rows]


@pytest.fixture(params=[0, 1])
def _dense_or_not(request, monkeypatch):
    """Run each test twice: the service finds the entities that have a relationship with a status either by checking one
    entity after another, or in a sorted list."""
    monkeypatch.setattr(subjects, "DENSE_SHARE", request.param)


@pytest.mark.usefixtures("_dense_or_not")
class TestStatuses:
    @pytest.mark.parametrize(
        ("status", "dates"),
        [
            ("current", {"start_date": "2020", "verified_at": date(2026, 1, 1)}),
            ("ended", {"start_date": "2020", "end_date": "2021"}),
            ("future", {"start_date": "2027"}),
            ("unknown", {"start_date": "2010", "verified_at": date(2015, 1, 1)}),
        ],
    )
    def test_subjects_are_found_by_status(self, status, dates):
        holder = RelationshipFactory(subject=PoliticianFactory(), object=OfficeFactory(), **dates).subject

        for asked in ("current", "ended", "future", "unknown"):
            slugs = found(statuses=(("politician_holds_office", asked),))
            assert slugs == ([holder.slug] if asked == status else [])

    def test_each_subject_is_found_once(self):
        holder = PoliticianFactory()
        for _ in range(2):
            RelationshipFactory(subject=holder, object=OfficeFactory(), start_date="2020")

        assert found(statuses=(("politician_holds_office", "current"),)) == [holder.slug]

    def test_statuses_and_time_are_combined(self):
        for name, updated_at in (("Before", NOON - timedelta(seconds=1)), ("At", NOON), ("Alone", NOON)):
            politician = PoliticianFactory(name=name, created_at=NOON - timedelta(days=900), updated_at=updated_at)
            RelationshipFactory(subject=politician, object=OfficeFactory(), start_date="2020")
            if name != "Alone":
                RelationshipFactory(subject=politician, object=PartyFactory(), start_date="2020", end_date="2021")
        statuses = (("politician_holds_office", "current"), ("politician_member_of_party", "ended"))

        assert found(statuses=statuses) == ["at", "before"]
        assert found(statuses=statuses, updated_since=NOON) == ["at"]
        assert found(statuses=statuses[:1], updated_since=NOON, kind="politician") == ["alone", "at"]

    def test_statuses_and_country_are_combined(self):
        for name, country_code in (("Ann", "fr"), ("Bea", "de"), ("Cem", "fr")):
            politician = PoliticianFactory(name=name, country_code=country_code)
            RelationshipFactory(subject=politician, object=OfficeFactory(), start_date="2020")
        RelationshipFactory(subject=politician, object=PartyFactory(), start_date="2020")
        statuses = (("politician_holds_office", "current"), ("politician_member_of_party", "current"))

        assert found(statuses=statuses[:1], country_code="fr") == ["ann", "cem"]
        assert found(statuses=statuses, country_code="fr") == ["cem"]
        assert found(statuses=statuses[:1], country_code="fr", updated_since=datetime(2126, 6, 1, tzinfo=UTC)) == []
        assert found(statuses=statuses[:1], country_code="fr", kind="party") == []

    @pytest.mark.parametrize(("subject", "object"), [("draft", "published"), ("published", "withdrawn")])
    def test_both_entities_are_published(self, subject, object):
        RelationshipFactory(subject=PoliticianFactory(status=subject), object=OfficeFactory(status=object))

        assert found(statuses=(("politician_holds_office", "current"),)) == []

    def test_pages_have_every_subject_once(self):
        for number in range(5):
            RelationshipFactory(subject=PoliticianFactory(name=f"Jane Doe {number}"), object=OfficeFactory())
        statuses = (("politician_holds_office", "current"),)
        first = page_of(limit=3, statuses=statuses)

        rest = page_of(limit=3, statuses=statuses, after=first.rows[-1][2])

        assert [row[2] for row in first.rows + rest.rows] == [f"jane-doe-{number}" for number in range(5)]
        assert (first.total, first.has_more, rest.total, rest.has_more) == (5, True, 5, False)


@pytest.mark.parametrize("text", ["Z", "z", "Zż", "zż", "Zżó"])
def test_text_finds_any_following_letter_of_the_name(text):
    PoliticianFactory(name="Zżób", slug="under-another-slug")

    assert found(text=text) == ["under-another-slug"]


@pytest.mark.parametrize("text", ["z", "zz", "Zz", "zż"])
def test_text_finds_slugs_of_the_folded_text(text):
    PoliticianFactory(name="Another name", slug="zzz")

    assert found(text=text) == ["zzz"]


def test_text_finds_each_entity_once():
    for name, slug in (("Zoe", "zoe"), ("zoe", "a-zoe"), ("Zoe", "b-zoe"), ("Ann", "zoe-ann")):
        PoliticianFactory(name=name, slug=slug)

    assert found(text="zoe") == ["a-zoe", "b-zoe", "zoe", "zoe-ann"]


@pytest.mark.parametrize("most", [0, 2_000])
def test_updated_since_includes_the_time(monkeypatch, most):
    monkeypatch.setattr(lists, "MOST_OLD", most)
    long_ago = NOON - timedelta(days=900)
    for name, updated_at in (("Before", NOON - timedelta(seconds=1)), ("At", NOON), ("After", NOON + timedelta(1))):
        PoliticianFactory(name=name, created_at=long_ago, updated_at=updated_at)

    assert found(updated_since=NOON) == ["after", "at"]


def test_totals_leave_out_unpublished_entities():
    for status, factory in product(Entity.Status.values, (PoliticianFactory, PartyFactory)):
        factory(name="Ann", status=status, country_code="de")

    totals = [
        page_of(limit=1, **filters).total
        for filters in ({}, {"kind": "party"}, {"country_code": "de"}, {"text": "a"}, {"country_code": "fr"})
    ]

    assert totals == [2, 1, 2, 2, 0]


@pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL plans by the number of rows")
def test_politicians_by_name_are_found_by_the_index_of_the_names(django_assert_num_queries):
    with django_assert_num_queries(3) as queries:
        page_of(kind="politician", text="Mac")

    with connection.cursor() as cursor:
        plans = [cursor.execute(f"EXPLAIN QUERY PLAN {query['sql']}").fetchall() for query in queries]
    steps = {step for plan in plans for *_, step in plan if step.startswith("SEARCH e")}
    assert {step.split("INDEX ")[1] for step in steps} >= {"entity_by_name (name>? AND name<?)"}
    assert all("(kind=?)" not in step for step in steps)


@pytest.mark.parametrize("most_old", [0, 1, 10])
def test_total_of_changed_entities_counts_the_old_ones_if_they_are_few(monkeypatch, most_old):
    monkeypatch.setattr(lists, "MOST_OLD", most_old)
    created_at = NOON - timedelta(days=2)
    PartyFactory(created_at=created_at, updated_at=NOON - timedelta(days=1))
    PartyFactory.create_batch(2, created_at=created_at, updated_at=NOON)
    PartyFactory(created_at=created_at, updated_at=NOON, status=Entity.Status.DRAFT)
    OfficeFactory(created_at=created_at, updated_at=NOON)

    assert page_of(kind="party", updated_since=NOON).total == 2
