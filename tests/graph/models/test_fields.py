"""Partial dates in rows: the text as given, and its edges beside it whichever way the row is written."""

from datetime import date

import pytest
from django.core.exceptions import ValidationError

from graph.models import ElectionDetails, Relationship
from graph.text.dates import NotAPartialDate
from tests.factories import ElectionFactory, RelationshipFactory

pytestmark = pytest.mark.django_db


def days(statement):
    statement.refresh_from_db()
    return statement.start_first, statement.start_last, statement.end_first, statement.end_last


def test_the_edges_are_written_with_the_date():
    statement = RelationshipFactory(start_date="2017", end_date="2022-04")

    assert days(statement) == (date(2017, 1, 1), date(2017, 12, 31), date(2022, 4, 1), date(2022, 4, 30))


def test_the_edges_follow_the_date():
    statement = RelationshipFactory(start_date="2017")
    statement.start_date = "2017-05-14"

    statement.save()

    assert days(statement) == (date(2017, 5, 14), date(2017, 5, 14), None, None)


def test_an_unknown_date_has_no_edges():
    assert days(RelationshipFactory()) == (None, None, None, None)


def test_the_edges_are_written_in_bulk():
    made = RelationshipFactory(start_date="2017")
    RelationshipFactory.create_batch(1)
    copy = Relationship(
        subject=made.subject, object=made.object, type=made.type, source=made.source, start_date="2022-05"
    )

    Relationship.objects.bulk_create([copy])

    assert days(copy)[:2] == (date(2022, 5, 1), date(2022, 5, 31))


def test_a_text_that_is_no_date_is_not_written():
    with pytest.raises(NotAPartialDate):
        RelationshipFactory(start_date="May 2017")


def test_a_text_that_is_no_date_is_not_valid():
    statement = RelationshipFactory()
    statement.start_date = "May 2017"

    with pytest.raises(ValidationError) as refusal:
        statement.full_clean()

    assert "is no date like 2022, 2022-04 or 2022-04-24" in str(refusal.value)


def test_elections_have_edges_too():
    details = ElectionDetails.objects.get(entity=ElectionFactory(details__date="2027-04"))

    assert (details.date_first, details.date_last) == (date(2027, 4, 1), date(2027, 4, 30))
