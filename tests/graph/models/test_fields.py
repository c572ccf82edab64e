"""Test that partial dates are stored with their first and last day, however the row is saved."""

from datetime import date

import pytest
from django.core.exceptions import ValidationError

from graph.models import ElectionDetails, Relationship
from graph.text.dates import NotAPartialDate
from tests.factories import ElectionFactory, RelationshipFactory

pytestmark = pytest.mark.django_db


def days(relationship):
    relationship.refresh_from_db()
    return relationship.start_first, relationship.start_last, relationship.end_first, relationship.end_last


def test_save_sets_the_days_of_both_dates():
    relationship = RelationshipFactory(start_date="2017", end_date="2022-04")

    assert days(relationship) == (date(2017, 1, 1), date(2017, 12, 31), date(2022, 4, 1), date(2022, 4, 30))


def test_save_updates_the_days_with_the_date():
    relationship = RelationshipFactory(start_date="2017")
    relationship.start_date = "2017-05-14"

    relationship.save()

    assert days(relationship) == (date(2017, 5, 14), date(2017, 5, 14), None, None)


def test_an_unknown_date_has_no_days():
    assert days(RelationshipFactory()) == (None, None, None, None)


def test_bulk_create_sets_the_days():
    made = RelationshipFactory(start_date="2017")
    RelationshipFactory.create_batch(1)
    copy = Relationship(
        subject=made.subject, object=made.object, type=made.type, source=made.source, start_date="2022-05"
    )

    Relationship.objects.bulk_create([copy])

    assert days(copy)[:2] == (date(2022, 5, 1), date(2022, 5, 31))


def test_save_rejects_a_text_that_is_no_date():
    with pytest.raises(NotAPartialDate):
        RelationshipFactory(start_date="May 2017")


def test_full_clean_rejects_a_text_that_is_no_date():
    relationship = RelationshipFactory()
    relationship.start_date = "May 2017"

    with pytest.raises(ValidationError) as error:
        relationship.full_clean()

    assert "is no date like 2022, 2022-04 or 2022-04-24" in str(error.value)


def test_elections_have_days_too():
    details = ElectionDetails.objects.get(entity=ElectionFactory(details__date="2027-04"))

    assert (details.date_first, details.date_last) == (date(2027, 4, 1), date(2027, 4, 30))
