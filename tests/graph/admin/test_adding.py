"""Test the page that adds an entity as a draft, with a slug made from its name."""

import pytest

from graph.models import Entity, Redirect
from tests.factories import (
    CountryFactory,
    IdeologyFactory,
    PartyFactory,
    PoliticianFactory,
    SourceFactory,
)
from tests.graph.admin.pages import adding, changes_of, errors, fill_in, form_on, save, with_row

pytestmark = pytest.mark.django_db


class TestAdding:
    def test_add_page_makes_a_draft(self, as_editor, editor, guarded):
        CountryFactory(country_code="de")
        party = PartyFactory()
        form = form_on(as_editor.get(adding("politician")))
        row = {"object": party.pk, "source": SourceFactory().pk, "position": "0", "start_date": "1990"}
        form = with_row(form, "politician_member_of_party", **row)

        with guarded():
            response = save(
                as_editor,
                adding("politician"),
                form,
                name="Jürgen Müller",
                country_code="de",
                facts__0__birth_year="1960",
            )

        assert response.redirect_chain, errors(response)
        made = Entity.objects.get(name="Jürgen Müller")
        assert (made.slug, made.status, made.country_code) == ("jurgen-muller", "draft", "de")
        assert made.details.birth_year == 1960
        assert made.outgoing.get().object == party
        assert [(change.action, change.by) for change in changes_of(made)] == [("created", editor)]

    @pytest.mark.parametrize(
        ("kind", "name", "facts", "slug"),
        [
            ("politician", "Paul Martin", {}, "paul-martin"),
            ("party", "Labour Party", {}, "labour-party-fr"),
            ("office", "President of France", {}, "president-of-france"),
            ("institution", "National Assembly", {}, "national-assembly"),
            ("ideology", "Social democracy", {}, "social-democracy"),
            (
                "election",
                "The election",
                {"facts-0-date": "24 April 2022", "facts-0-kind": "presidential"},
                "france-2022-presidential",
            ),
        ],
    )
    def test_add_page_proposes_a_slug(self, kind, name, facts, slug, as_editor, guarded):
        CountryFactory(country_code="fr")
        where = {} if kind == "ideology" else {"country_code": "fr"}

        with guarded():
            response = fill_in(as_editor, adding(kind), name=name, **where, **facts)

        assert response.redirect_chain, errors(response)
        assert Entity.objects.get(name=name).slug == slug

    def test_add_page_proposes_a_free_slug(self, as_editor):
        CountryFactory(country_code="fr")
        PoliticianFactory(name="Paul Martin", slug="paul-martin")
        Redirect.objects.create(slug="paul-martin-1950", entity=PoliticianFactory())

        response = fill_in(
            as_editor, adding("politician"), name="Paul Martin", country_code="fr", facts__0__birth_year="1950"
        )

        assert response.redirect_chain, errors(response)
        assert Entity.objects.filter(slug="paul-martin-france").exists()

    def test_add_page_asks_for_a_slug_if_the_name_gives_none(self, as_editor):
        CountryFactory(country_code="fr", slug="france")

        response = fill_in(as_editor, adding("office"), name="!?", country_code="fr")

        assert "No slug can be made from this name" in errors(response)
        assert not Entity.objects.filter(kind="office").exists()

    @pytest.mark.parametrize("slug", ["Paul-Martin", "paul martin", "paul--martin", "-paul", "p/m", "x" * 201])
    def test_add_page_rejects_an_invalid_slug(self, slug, as_editor):
        CountryFactory(country_code="fr")

        response = fill_in(as_editor, adding("politician"), name="Paul", country_code="fr", slug=slug)

        assert errors(response)
        assert not Entity.objects.filter(name="Paul").exists()

    def test_add_page_rejects_a_slug_that_redirects(self, as_editor):
        CountryFactory(country_code="fr")
        Redirect.objects.create(slug="paul", entity=PoliticianFactory())

        response = fill_in(as_editor, adding("politician"), name="Paul", country_code="fr", slug="paul")

        assert "another entity" in errors(response)

    @pytest.mark.parametrize("code", ["", "xx", "FR", "fra", "f"])
    def test_add_page_rejects_an_unknown_country(self, code, as_editor):
        CountryFactory(country_code="fr")

        response = fill_in(as_editor, adding("politician"), name="Paul", country_code=code)

        assert errors(response)
        assert not Entity.objects.filter(name="Paul").exists()

    @pytest.mark.parametrize("code", ["FR", "f", "f1"])
    def test_add_page_rejects_an_invalid_code_of_a_country(self, code, as_editor):
        response = fill_in(as_editor, adding("country"), name="Kosovo", country_code=code)

        assert "Type two small letters" in errors(response)

    def test_add_page_takes_the_code_of_a_country(self, as_editor):
        response = fill_in(as_editor, adding("country"), name="Kosovo", country_code="xk")

        assert response.redirect_chain, errors(response)
        assert Entity.objects.get(slug="kosovo").country_code == "xk"

    def test_add_page_stores_a_typed_description(self, as_editor):
        response = fill_in(
            as_editor, adding("ideology"), name="Agrarianism", description="For those who till the land."
        )

        assert response.redirect_chain, errors(response)
        made = Entity.objects.get(slug="agrarianism")
        assert (made.description, made.description_is_composed) == ("For those who till the land.", False)

    def test_add_page_proposes_the_object_in_its_address(self, as_editor):
        ideology = IdeologyFactory()

        form = form_on(as_editor.get(f"{adding('party')}?party_has_ideology={ideology.pk}&country_code=fr"))

        assert form["party_has_ideology-0-object"] == str(ideology.pk)

    @pytest.mark.parametrize("key", ["x", "0", "9" * 30, "-1", "٣"])
    def test_add_page_ignores_an_unknown_object(self, key, as_editor):
        assert as_editor.get(f"{adding('party')}?party_has_ideology={key}").status_code == 200
