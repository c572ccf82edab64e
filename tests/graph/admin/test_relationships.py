"""Test how relationships are changed on the page of an entity."""

import pytest

from tests.factories import (
    OfficeFactory,
    PartyFactory,
    RelationshipFactory,
    SourceFactory,
)
from tests.graph.admin.pages import address_of, changes_of, errors, fill_in, form_on, save, with_row

pytestmark = pytest.mark.django_db


class TestRelationships:
    @pytest.fixture
    def office(self):
        return OfficeFactory(name="Chancellor of Germany", country_code="de", slug="chancellor-of-germany")

    def row(self, **data):
        return {"source": SourceFactory().pk, "position": "0", "verified_at": "2026-01-22"} | data

    def test_relationships_are_added_with_typed_dates(self, merkel, office, as_editor, guarded):
        form = form_on(as_editor.get(address_of(merkel)))
        row = self.row(object=office.pk, start_date="22 Nov 2005", end_date="December 2021", role="")

        with guarded():
            response = save(
                as_editor, address_of(merkel), with_row(form, "politician_holds_office", **row), reason="Terms."
            )

        assert response.redirect_chain, errors(response)
        relationship = merkel.outgoing.get()
        assert (relationship.type, relationship.object) == ("politician_holds_office", office)
        assert (relationship.start_date, relationship.end_date) == ("2005-11-22", "2021-12")
        assert f"{relationship.start_first:%Y-%m-%d}" == "2005-11-22"
        assert changes_of(merkel)[0].fields == {"politician_holds_office": [None, "chancellor-of-germany"]}
        merkel.refresh_from_db()
        assert "Chancellor of Germany" in merkel.description

    @pytest.mark.parametrize("day", ["9999-12-31", "0001-01-01"])
    def test_relationships_reject_an_impossible_verified_date(self, day, merkel, office, as_editor):
        """The day of verification must be between 1900 and today. The service adds two years to it, and Python has no
        dates after 9999."""
        form = form_on(as_editor.get(address_of(merkel)))
        row = self.row(object=office.pk, verified_at=day)

        response = save(
            as_editor, address_of(merkel), with_row(form, "politician_holds_office", **row), reason="Terms."
        )

        assert "between 1900-01-01 and today" in errors(response)
        assert not merkel.outgoing.exists()

    def test_relationships_are_changed_and_deleted(self, merkel, office, as_editor, guarded):
        RelationshipFactory(subject=merkel, object=office, start_date="2005")
        RelationshipFactory(subject=merkel, object=office, start_date="1999")

        with guarded():
            response = fill_in(
                as_editor,
                address_of(merkel),
                politician_holds_office__0__DELETE="on",
                politician_holds_office__1__start_date="May 2005",
                reason="Terms.",
            )

        assert response.redirect_chain, errors(response)
        assert [row.start_date for row in merkel.outgoing.all()] == ["2005-05"]

    @pytest.mark.parametrize(
        ("data", "message"),
        [
            ({"start_date": "2005", "end_date": "2004"}, "ends before it starts"),
            ({"start_date": "1/2/2005"}, "can be"),
            ({"object": ""}, "required"),
            ({"object": "999999999999999999999999"}, "not one of the available choices"),
            ({"object": "abc"}, "not one of the available choices"),
            ({"object": "0"}, "not one of the available choices"),
            ({"source": "999999999999999999"}, "not one of the available choices"),
            ({"position": "99999999999999999999"}, "less than or equal to 32767"),
            ({"position": "40000"}, "less than or equal to 32767"),
            ({"role": "x" * 61}, "at most 60 characters"),
        ],
    )
    def test_relationships_reject_invalid_values(self, data, message, merkel, office, as_editor):
        row = self.row(object=office.pk, start_date="2005") | data
        form = with_row(form_on(as_editor.get(address_of(merkel))), "politician_holds_office", **row)

        response = save(as_editor, address_of(merkel), form, reason="Terms.")

        assert message in errors(response)
        assert not merkel.outgoing.exists()
        assert changes_of(merkel) == []

    def test_relationships_reject_an_object_of_another_kind(self, merkel, as_editor):
        form = form_on(as_editor.get(address_of(merkel)))
        row = self.row(object=PartyFactory().pk)

        response = save(
            as_editor, address_of(merkel), with_row(form, "politician_holds_office", **row), reason="Terms."
        )

        assert "not one of the available choices" in errors(response)

    def test_relationships_reject_a_withdrawn_object(self, merkel, as_editor):
        form = form_on(as_editor.get(address_of(merkel)))
        row = self.row(object=OfficeFactory(status="withdrawn").pk)

        response = save(
            as_editor, address_of(merkel), with_row(form, "politician_holds_office", **row), reason="Terms."
        )

        assert "not one of the available choices" in errors(response)

    def test_relationships_to_a_withdrawn_object_can_be_changed(self, merkel, as_editor):
        relationship = RelationshipFactory(subject=merkel, object=OfficeFactory(status="withdrawn"))

        response = fill_in(as_editor, address_of(merkel), politician_holds_office__0__end_date="2021", reason="Over.")

        assert response.redirect_chain, errors(response)
        relationship.refresh_from_db()
        assert relationship.end_date == "2021"

    def test_relationships_are_unique(self, merkel, office, as_editor):
        RelationshipFactory(subject=merkel, object=office, start_date="2005")
        form = form_on(as_editor.get(address_of(merkel)))
        row = self.row(object=office.pk, start_date="2005")

        response = save(
            as_editor, address_of(merkel), with_row(form, "politician_holds_office", **row), reason="Terms."
        )

        assert "with this Subject, Object, Type, Role and Start date already exists" in errors(response)
        assert merkel.outgoing.count() == 1

    def test_relationships_of_another_entity_cannot_be_changed(self, merkel, as_editor):
        foreign = RelationshipFactory(start_date="2005")
        form = form_on(as_editor.get(address_of(merkel)))
        form |= {
            "politician_holds_office-TOTAL_FORMS": "1",
            "politician_holds_office-INITIAL_FORMS": "1",
            "politician_holds_office-0-id": str(foreign.pk),
            "politician_holds_office-0-object": str(foreign.object_id),
            "politician_holds_office-0-source": str(foreign.source_id),
            "politician_holds_office-0-position": "0",
            "politician_holds_office-0-DELETE": "on",
        }

        save(as_editor, address_of(merkel), form, reason="Mine now.")

        foreign.refresh_from_db()
        assert foreign.start_date == "2005"


def test_page_rejects_more_than_a_hundred_new_rows(merkel, as_editor, django_assert_max_num_queries):
    address = address_of(merkel)
    form = form_on(as_editor.get(address))

    with django_assert_max_num_queries(60):
        response = save(as_editor, address, form, **{"other_names-TOTAL_FORMS": "1999"})

    assert "At most 100 rows" in errors(response)
