"""Test that the cached lists of entities that have a relationship with a status remain correct while the journal
grows."""

from datetime import UTC, date, datetime

import pytest
from django.db import connection

from graph import actions
from graph.journal.journal import assign_positions
from graph.models import Entity, Relationship, Status
from graph.queries import subjects
from graph.queries.cached import journal_head
from graph.queries.lists import EntitySelection, select_entities
from graph.queries.subjects import SubjectList, subject_list
from tests import edits
from tests.factories import SourceFactory

pytestmark = pytest.mark.django_db
LIST = "politician_holds_office", "current", date(2026, 6, 15)
COUNTRIES = ("", "fr")
VALUES = {"start_date": "2020", "verified_at": date(2026, 1, 1)}


@pytest.fixture
def full_readings(monkeypatch):
    """Return a list to which a `SubjectList` is added whenever its entities are read completely. If it is only updated
    from the journal, it is not added."""
    readings, read_all = [], SubjectList._read_all
    monkeypatch.setattr(SubjectList, "_read_all", lambda self, head: readings.append(self) or read_all(self, head))
    return readings


@pytest.fixture(params=[0, 1])
def _dense_or_not(request, monkeypatch):
    monkeypatch.setattr(subjects, "DENSE_SHARE", request.param)


@pytest.fixture
def jane(today):
    return edits.create(kind="politician", name="Jane Doe", slug="jane-doe", country_code="fr")


@pytest.mark.usefixtures("jane", "_dense_or_not")
@pytest.mark.parametrize("hours", [12, 23])
def test_prepare_lists_reads_the_lists_before_the_first_request(full_readings, time_machine, hours):
    time_machine.move_to(datetime(2026, 6, 15, hours, tzinfo=UTC), tick=False)
    assign_positions()
    subjects.prepare_lists()
    prepared = len(full_readings)

    for day in (date(2026, 6, 15), date(2026, 6, 16))[: 1 + (hours == 23)]:
        for status in Status.values:
            subject_list("politician_member_of_party", status, day).get(journal_head())

    assert len(full_readings) == prepared == (8 if hours == 12 else 16)


@pytest.fixture
def office(today):
    return edits.create(kind="office", name="Mayor of Paris", slug="mayor-of-paris", country_code="fr")


def relate(subject, office):
    return edits.relate(
        subject=subject, type="politician_holds_office", object=office, source=SourceFactory(), **VALUES
    )


def total():
    """Return the number of politicians who hold an office. Assert that the first page of entities and a new
    `SubjectList` have the same number, in all countries and in France."""
    assign_positions()
    relationship_type, status, day = LIST
    totals = set()
    for code in COUNTRIES:
        statuses = ((relationship_type, status),)
        page = select_entities(EntitySelection(journal_head(), day, 100, country_code=code, statuses=statuses))
        assert page.total == len(page.rows) == len(SubjectList(*LIST, code).get(journal_head()).pks)
        totals.add(page.total)
    (number,) = totals
    return number


@pytest.mark.usefixtures("_dense_or_not")
def test_list_follows_every_action_that_changes_it(jane, office):
    seen = [total()]
    relationship = relate(jane, office)
    seen.append(total())
    actions.rename(entity=jane, slug="jane-roe")
    seen.append(total())
    actions.withdraw(entity=office)
    seen.append(total())
    actions.restore(entity=Entity.objects.get(pk=office.pk))
    seen.append(total())
    other = edits.create(kind="politician", name="John Doe", slug="john-doe", country_code="fr")
    relate(other, office)
    seen.append(total())
    actions.merge(entity=other, into=Entity.objects.get(pk=jane.pk))
    seen.append(total())
    edits.unrelate(relationship=Relationship.objects.get(pk=relationship.pk))
    total()

    assert seen == [0, 1, 1, 0, 1, 2, 1]


def test_list_is_read_from_the_beginning_once(jane, office, full_readings):
    assign_positions()
    subject_list(*LIST).get(journal_head())
    relate(jane, office)
    assign_positions()

    assert list(subject_list(*LIST).get(journal_head()).pks) == [jane.pk]
    assert len(full_readings) == 1


@pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL plans by the number of rows")
def test_current_subjects_are_found_by_their_index():
    current = SubjectList(*LIST)
    with connection.cursor() as cursor:
        steps = cursor.execute(f"EXPLAIN QUERY PLAN {current._sql}", current._parameters).fetchall()

    assert "INDEX relationship_current (type=? AND current_last>?)" in steps[0][3]


@pytest.mark.usefixtures("_dense_or_not")
@pytest.mark.parametrize("after", ["", "jane-doe", "jane-doe-5", "zz"])
def test_page_begins_after_the_slug_of_the_last_one(jane, office, after):
    relate(jane, office)
    total()
    for slug in ("zoe", "adam", "jane-doe-9"):
        relate(edits.create(kind="politician", name="Someone", slug=slug, country_code="fr"), office)
    actions.rename(entity=Entity.objects.get(slug="zoe"), slug="bob")
    assign_positions()

    statuses = ((LIST[0], LIST[1]),)
    page = select_entities(EntitySelection(journal_head(), LIST[2], 2, statuses=statuses, after=after))

    following = [slug for slug in ("adam", "bob", "jane-doe", "jane-doe-9") if slug > after]
    assert ([row[2] for row in page.rows], page.total, page.has_more) == (following[:2], 4, len(following) > 2)


@pytest.mark.usefixtures("_dense_or_not")
def test_page_without_an_entity_withdrawn_meanwhile_has_a_next_page(jane, office):
    relate(jane, office)
    for slug in ("adam", "zoe"):
        relate(edits.create(kind="politician", name="Someone", slug=slug, country_code="fr"), office)
    assign_positions()
    selection = EntitySelection(journal_head(), LIST[2], 1, statuses=((LIST[0], LIST[1]),))
    assert select_entities(selection).total == 3

    actions.withdraw(entity=Entity.objects.get(slug="adam"))
    page = select_entities(selection)

    assert ([row[2] for row in page.rows], page.has_more) == (["jane-doe"], True)
