"""Test the query set of entities, and their order, which is the same in both databases."""

from datetime import date

import pytest
from django.core.exceptions import ValidationError
from django.db import connection

from graph.kinds import KINDS, Kind
from graph.models import DETAILS, Entity, OtherName
from tests.factories import (
    FACTORIES,
    CountryFactory,
    OtherNameFactory,
    PoliticianFactory,
)

pytestmark = pytest.mark.django_db

DAY = date(2026, 6, 15)

BY_CODE_POINT = ["Ada Z", "Ada-Z", "Zoe", "ada", "ada b", "zoe", "Élan", "Ødegaard", "élan", "Ōta", "Яблоко", "民主党"]
"""Names in the order of their Unicode code points: capitals before small letters, and accented letters last."""


class TestQuerySet:
    def test_published_leaves_out_drafts_and_withdrawn_entities(self):
        seen = PoliticianFactory(status=Entity.Status.PUBLISHED)
        PoliticianFactory(status=Entity.Status.DRAFT)
        PoliticianFactory(status=Entity.Status.WITHDRAWN)

        assert list(Entity.objects.published()) == [seen]

    def test_of_kind_finds_entities_of_the_kind(self):
        made = {kind: FACTORIES[kind]() for kind in KINDS}

        assert {kind: Entity.objects.of_kind(kind).get() for kind in KINDS} == made

    def test_in_country_finds_entities_of_the_country(self):
        german = PoliticianFactory(country_code="de")
        PoliticianFactory(country_code="fr")

        assert list(Entity.objects.in_country("de")) == [german]

    def test_with_details_fetches_every_kind_in_one_query(self, django_assert_num_queries):
        for kind in KINDS:
            FACTORIES[kind]()

        with django_assert_num_queries(1):
            assert all(entity.details for entity in Entity.objects.with_details())

    def test_details_is_none_without_a_row(self):
        PoliticianFactory(details=None)

        assert Entity.objects.with_details().get().details is None


class TestOrder:
    """Test that both databases sort texts by code point. SQLite always does so, and PostgreSQL does so for columns with
    the collation "C"."""

    @pytest.mark.parametrize(("model", "column"), [(Entity, "name"), (Entity, "slug"), (OtherName, "name")])
    def test_column_has_the_collation(self, model, column):
        with connection.cursor() as cursor:
            columns = connection.introspection.get_table_description(cursor, model._meta.db_table)
        collation = next(found.collation for found in columns if found.name == column)

        assert collation == {"postgresql": "C", "sqlite": None}[connection.vendor]

    def test_names_are_sorted_by_code_point(self):
        for name in reversed(BY_CODE_POINT):
            PoliticianFactory(name=name)

        assert list(Entity.objects.order_by("name").values_list("name", flat=True)) == BY_CODE_POINT

    def test_slugs_are_sorted_by_code_point(self):
        slugs = ["a", "a-1", "a-b", "a1", "ab", "b"]
        for slug in reversed(slugs):
            PoliticianFactory(slug=slug)

        assert list(Entity.objects.order_by("slug").values_list("slug", flat=True)) == slugs

    def test_other_names_are_sorted_by_code_point(self):
        macron = PoliticianFactory()
        for name in reversed(BY_CODE_POINT):
            OtherNameFactory(entity=macron, name=name)

        assert [row.name for row in macron.other_names.all()] == BY_CODE_POINT


@pytest.mark.parametrize("slug", ["France", "côte-divoire", "a--b", "-a", "a-", "a b", "a_b", "france\n", ""])
def test_clean_fields_rejects_an_invalid_slug(slug):
    with pytest.raises(ValidationError):
        CountryFactory.build(slug=slug, country_code="fr").clean_fields()


def test_str_is_the_name():
    assert str(CountryFactory(country_code="fr")) == "France"


def test_create_makes_a_draft_by_default():
    macron = Entity.objects.create(
        kind=Kind.POLITICIAN, name="Emmanuel Macron", slug="emmanuel-macron", country_code="fr"
    )

    assert macron.status == Entity.Status.DRAFT


@pytest.mark.parametrize("kind", KINDS)
def test_kinds_declare_every_column_of_the_details(kind):
    """The API, the tables and the dump contain only the columns that `graph.kinds` declares."""
    columns = {field.name for field in DETAILS[kind]._meta.concrete_fields}

    assert columns - set(KINDS[kind].stored_fields) <= {"entity", "overview_is_composed", "date_first", "date_last"}
