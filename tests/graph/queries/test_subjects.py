"""The subjects of relationships with a status stay right while the journal grows."""

from datetime import date

import pytest

from graph import actions
from graph.journal.journal import assign_positions
from graph.models import Entity, Relationship
from graph.queries import subjects
from graph.queries.cached import journal_head
from graph.queries.lists import EntitySelection, select_entities
from graph.queries.subjects import SubjectList, subject_list
from tests import edits
from tests.factories import SourceFactory

pytestmark = pytest.mark.django_db
LIST = "politician_holds_office", "current", date(2026, 6, 15)
VALUES = {"start_date": "2020", "verified_at": date(2026, 1, 1)}


@pytest.fixture
def full_readings(monkeypatch):
    """The lists that were read from the beginning."""
    readings, read_all = [], SubjectList._read_all
    monkeypatch.setattr(SubjectList, "_read_all", lambda self: readings.append(self) or read_all(self))
    return readings


@pytest.fixture(params=[0, 10_000])
def _few_or_many(request, monkeypatch):
    monkeypatch.setattr(subjects, "FEW", request.param)


@pytest.fixture
def jane(today):
    return edits.create(kind="politician", name="Jane Doe", slug="jane-doe", country_code="fr")


@pytest.fixture
def office(today):
    return edits.create(kind="office", name="Mayor of Paris", slug="mayor-of-paris", country_code="fr")


def relate(subject, office):
    return edits.relate(
        subject=subject, type="politician_holds_office", object=office, source=SourceFactory(), **VALUES
    )


def total():
    """The number of subjects, which is the same on a page and in a list without earlier states."""
    assign_positions()
    relationship_type, status, day = LIST
    page = select_entities(EntitySelection(journal_head(), day, 100, statuses=((relationship_type, status),)))
    assert page.total == len(page.rows) == SubjectList(*LIST).get(journal_head())[0]
    return page.total


@pytest.mark.usefixtures("_few_or_many")
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

    assert subject_list(*LIST).get(journal_head()) == (1, ["jane-doe"])
    assert len(full_readings) == 1
