"""A new entity is a draft, with a slug of the shape of its kind."""

import pytest

from graph.models import Change, Entity, Redirect
from tests.factories import (
    CountryFactory,
    IdeologyFactory,
    PartyFactory,
    PoliticianFactory,
    SourceFactory,
)
from tests.graph.admin.pages import adding, errors, fill_in, form_on, save, with_row

pytestmark = pytest.mark.django_db


def newest(entity):
    return list(Change.objects.filter(entity_id=entity.pk).order_by("pk"))


class TestAdding:
    def test_makes_a_draft_with_all_that_was_typed(self, as_editor, editor, guarded):
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
        assert [(change.action, change.by) for change in newest(made)] == [("created", editor)]

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
    def test_proposes_the_slug_of_the_kind(self, kind, name, facts, slug, as_editor, guarded):
        CountryFactory(country_code="fr")
        where = {} if kind == "ideology" else {"country_code": "fr"}

        with guarded():
            response = fill_in(as_editor, adding(kind), name=name, **where, **facts)

        assert response.redirect_chain, errors(response)
        assert Entity.objects.get(name=name).slug == slug

    def test_proposes_a_slug_that_is_free(self, as_editor):
        CountryFactory(country_code="fr")
        PoliticianFactory(name="Paul Martin", slug="paul-martin")
        Redirect.objects.create(slug="paul-martin-1950", entity=PoliticianFactory())

        response = fill_in(
            as_editor, adding("politician"), name="Paul Martin", country_code="fr", facts__0__birth_year="1950"
        )

        assert response.redirect_chain, errors(response)
        assert Entity.objects.filter(slug="paul-martin-france").exists()

    @pytest.mark.parametrize("slug", ["Paul-Martin", "paul martin", "paul--martin", "-paul", "p/m", "x" * 201])
    def test_refuses_what_is_no_slug(self, slug, as_editor):
        CountryFactory(country_code="fr")

        response = fill_in(as_editor, adding("politician"), name="Paul", country_code="fr", slug=slug)

        assert errors(response)
        assert not Entity.objects.filter(name="Paul").exists()

    def test_refuses_a_slug_that_another_had(self, as_editor):
        CountryFactory(country_code="fr")
        Redirect.objects.create(slug="paul", entity=PoliticianFactory())

        response = fill_in(as_editor, adding("politician"), name="Paul", country_code="fr", slug="paul")

        assert "another entity" in errors(response)

    @pytest.mark.parametrize("code", ["", "xx", "FR", "fra", "f"])
    def test_refuses_a_country_that_there_is_not(self, code, as_editor):
        CountryFactory(country_code="fr")

        response = fill_in(as_editor, adding("politician"), name="Paul", country_code=code)

        assert errors(response)
        assert not Entity.objects.filter(name="Paul").exists()

    def test_adds_a_country_by_its_code(self, as_editor):
        response = fill_in(as_editor, adding("country"), name="Kosovo", country_code="xk")

        assert response.redirect_chain, errors(response)
        assert Entity.objects.get(slug="kosovo").country_code == "xk"

    def test_keeps_a_description_that_is_written(self, as_editor):
        response = fill_in(
            as_editor, adding("ideology"), name="Agrarianism", description="For those who till the land."
        )

        assert response.redirect_chain, errors(response)
        made = Entity.objects.get(slug="agrarianism")
        assert (made.description, made.description_is_composed) == ("For those who till the land.", False)

    def test_is_led_to_from_what_the_new_one_is_related_to(self, as_editor):
        ideology = IdeologyFactory()

        form = form_on(as_editor.get(f"{adding('party')}?party_has_ideology={ideology.pk}&country_code=fr"))

        assert form["party_has_ideology-0-object"] == str(ideology.pk)

    @pytest.mark.parametrize("key", ["x", "0", "9" * 30, "-1", "٣"])
    def test_ignores_what_it_is_led_from_where_there_is_no_such_thing(self, key, as_editor):
        assert as_editor.get(f"{adding('party')}?party_has_ideology={key}").status_code == 200
