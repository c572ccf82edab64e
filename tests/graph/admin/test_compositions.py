"""Test the admin pages for compositions (seats by party) of a chamber."""

import pytest
from django.urls import reverse

from graph.models import Change, Composition
from tests.factories import CompositionFactory, InstitutionFactory, PartyFactory, SeatShareFactory, SourceFactory
from tests.graph.admin.pages import address_of, errors, fill_in, form_on, save, with_row
from tests.reading import said, text

pytestmark = pytest.mark.django_db
ADD = "/admin/graph/composition/add/"


@pytest.fixture
def assembly():
    return InstitutionFactory(name="National Assembly")


@pytest.fixture
def composition(assembly):
    made = CompositionFactory(institution=assembly, start_date="2022-06-19", total=577)
    made.shares.all().delete()
    SeatShareFactory(composition=made, party=PartyFactory(name="Renaissance"), name="Renaissance", seats=250)
    SeatShareFactory(composition=made, party=None, name="Others", seats=327)
    return made


def page(row, name="change"):
    return reverse(f"admin:graph_composition_{name}", args=[row.pk])


def newest(institution):
    return Change.objects.filter(entity_id=institution.pk).order_by("-pk").first()


def test_page_of_an_institution_links_to_its_compositions(assembly, composition, as_editor):
    response = as_editor.get(address_of(assembly))

    assert page(composition) in response.content.decode()
    assert "Compositions: 1" in text(response)


def test_change_page_saves_the_seat_shares(assembly, composition, as_editor, editor, guarded):
    with guarded():
        response = fill_in(
            as_editor,
            page(composition),
            start_date="June 2022",
            shares__0__seats="320",
            shares__1__seats="257",
            reason="Counted again.",
        )

    assert response.redirect_chain[-1][0] == address_of(assembly), errors(response)
    composition.refresh_from_db()
    assert composition.start_date == "2022-06"
    assert sorted(composition.shares.values_list("seats", flat=True)) == [257, 320]
    assert (newest(assembly).by, newest(assembly).note) == (editor, "Counted again.")
    assert newest(assembly).fields == {
        "composition": [[["Others", 327], ["Renaissance", 250]], [["Others", 320], ["Renaissance", 257]]]
    }


def test_change_page_rejects_shares_that_do_not_add_up(composition, as_editor):
    response = fill_in(as_editor, page(composition), shares__0__seats="1", reason="Counted again.")

    assert "The seats add up to 251, but the total is 577." in errors(response)
    assert composition.shares.count() == 2


def test_change_page_rejects_a_party_in_two_rows(composition, as_editor):
    party = composition.shares.exclude(party=None).get().party
    form = with_row(form_on(as_editor.get(page(composition))), "shares", party=party.pk, name="Again", seats="0")

    response = save(as_editor, page(composition), form, reason="Counted again.")

    assert errors(response)
    assert composition.shares.count() == 2


def test_add_page_takes_the_institution_from_its_address(assembly, as_editor, guarded):
    form = form_on(as_editor.get(f"{ADD}?institution={assembly.pk}"))
    assert form["institution"] == str(assembly.pk)
    row = {"party": "", "name": "Others", "seats": "577", "vote_share": ""}
    data = {"start_date": "7 July 2024", "total": "577", "verified_at": "2024-08-01", "source": SourceFactory().pk}

    with guarded():
        response = save(as_editor, ADD, with_row(form, "shares", **row) | data, reason="Elected.")

    assert response.redirect_chain, errors(response)
    assert assembly.compositions.get().start_date == "2024-07-07"


def test_change_page_requires_a_reason(assembly, composition, as_editor):
    response = fill_in(as_editor, page(composition), start_date="2022", reason="")

    assert "required" in errors(response)


def test_change_page_shows_the_values_of_the_first_of_two_editors(assembly, composition, as_editor, operator):
    opened = form_on(as_editor.get(page(composition)))
    fill_in(operator, page(composition), verified_at="2025-01-01", shares__0__name="Ensemble", reason="First.")

    response = save(as_editor, page(composition), opened, start_date="2022", shares__0__name="LREM", reason="Second.")

    shown = form_on(response)
    assert "Stored now: “Ensemble”" in text(response) or "Stored now: “Others”" in text(response)
    assert (shown["start_date"], shown["verified_at"]) == ("2022", "2025-01-01")
    assert save(as_editor, page(composition), shown).redirect_chain


class TestRemoving:
    def test_delete_page_stores_the_reason(self, assembly, composition, as_editor, guarded):
        version = as_editor.get(page(composition, "delete")).context["version"]

        with guarded():
            as_editor.post(page(composition, "delete"), {"post": "yes", "version": version, "reason": "Never sat."})

        assert not Composition.objects.exists()
        assert newest(assembly).note == "Never sat."

    @pytest.mark.parametrize("data", [{"reason": ""}, {"reason": "x" * 301}, {"reason": "a\x00b"}, {}])
    def test_delete_page_requires_a_reason(self, data, composition, as_editor):
        version = as_editor.get(page(composition, "delete")).context["version"]

        response = as_editor.post(page(composition, "delete"), {"post": "yes", "version": version} | data, follow=True)

        assert said(response)
        assert Composition.objects.exists()

    def test_delete_page_rejects_a_stale_version(self, composition, as_editor, operator):
        version = as_editor.get(page(composition, "delete")).context["version"]
        fill_in(operator, page(composition), verified_at="2025-01-01", reason="First.")

        as_editor.post(page(composition, "delete"), {"post": "yes", "version": version, "reason": "Never sat."})

        assert Composition.objects.exists()


def test_list_redirects_to_the_institutions(as_editor):
    assert as_editor.get("/admin/graph/composition/").headers["Location"] == "/admin/graph/institution/"
    assert "/admin/graph/composition/" not in as_editor.get("/admin/").content.decode()
