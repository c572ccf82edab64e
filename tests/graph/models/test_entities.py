"""What can be asked of entities: the verbs of their query set, and an order that is one on both databases."""

from datetime import UTC, date, datetime

import pytest
from django.core.exceptions import ValidationError
from django.db import connection

from graph.kinds import KINDS, Kind
from graph.models import Entity, OtherName
from tests.factories import (
    FACTORIES,
    CountryFactory,
    IdeologyFactory,
    OfficeFactory,
    OtherNameFactory,
    PartyFactory,
    PoliticianFactory,
    RelationshipFactory,
)

pytestmark = pytest.mark.django_db

DAY = date(2026, 6, 15)

BY_CODE_POINT = ["Ada Z", "Ada-Z", "Zoe", "ada", "ada b", "zoe", "Élan", "Ødegaard", "élan", "Ōta", "Яблоко", "民主党"]
"""What sorts differently by the rules of any language: capitals first, signs and blanks count, accents last."""


class TestVerbs:
    def test_published_leaves_out_drafts_and_withdrawn(self):
        seen = PoliticianFactory(status=Entity.Status.PUBLISHED)
        PoliticianFactory(status=Entity.Status.DRAFT)
        PoliticianFactory(status=Entity.Status.WITHDRAWN)

        assert list(Entity.objects.published()) == [seen]

    @pytest.mark.parametrize("kind", KINDS)
    def test_of_kind(self, kind):
        made = {kind: FACTORIES[kind]() for kind in KINDS}

        assert list(Entity.objects.of_kind(kind)) == [made[kind]]

    def test_in_country(self):
        german = PoliticianFactory(country_code="de")
        PoliticianFactory(country_code="fr")

        assert list(Entity.objects.in_country("de")) == [german]

    def test_updated_since_includes_the_moment_itself(self):
        noon = datetime(2026, 6, 15, 12, tzinfo=UTC)
        long_ago = datetime(2020, 1, 1, tzinfo=UTC)
        fresh = PoliticianFactory(created_at=long_ago, updated_at=noon)
        PoliticianFactory(created_at=long_ago, updated_at=noon.replace(minute=0, hour=11))

        assert list(Entity.objects.updated_since(noon)) == [fresh]

    def test_with_details_brings_the_facts_of_every_kind_in_one_query(self, django_assert_num_queries):
        for kind in KINDS:
            FACTORIES[kind]()

        with django_assert_num_queries(1):
            assert all(entity.details for entity in Entity.objects.with_details())

    def test_an_entity_of_which_nothing_is_known_has_no_details(self):
        PoliticianFactory(details=None)

        assert Entity.objects.with_details().get().details is None


class TestFactsOfRelationships:
    """What `with_facts_of_relationships` tells; the order of offices has tests of its own."""

    def facts(self, entity):
        found = Entity.objects.with_facts_of_relationships(DAY).get(pk=entity.pk)
        return found.country_name, found.office_name, found.ideology_name

    def test_nothing_is_told_of_an_entity_without_relationships(self):
        assert self.facts(PoliticianFactory()) == (None, None, None)

    def test_the_country_is_named_after_its_code(self):
        CountryFactory(country_code="fr")

        assert self.facts(PartyFactory(country_code="fr"))[0] == "France"

    def test_the_office_held_now(self):
        macron = PoliticianFactory()
        RelationshipFactory(subject=macron, object=OfficeFactory(), start_date="2017-05-14")

        assert self.facts(macron)[1] == "President of France"

    def test_the_first_ideology_is_the_first_by_position(self):
        party = PartyFactory()
        RelationshipFactory(subject=party, object=IdeologyFactory(name="Liberalism"), position=1)
        RelationshipFactory(subject=party, object=IdeologyFactory(name="Social democracy"), position=0)

        assert self.facts(party)[2] == "Social democracy"

    def test_what_is_not_published_is_not_told(self):
        party = PartyFactory()
        RelationshipFactory(subject=party, object=IdeologyFactory(status=Entity.Status.DRAFT))

        assert self.facts(party)[2] is None

    def test_one_query_for_all(self, django_assert_num_queries):
        RelationshipFactory.create_batch(3)

        with django_assert_num_queries(1):
            list(Entity.objects.with_facts_of_relationships(DAY))


class TestOneOrderOnBothDatabases:
    """SQLite compares code points; PostgreSQL does by the collation "C", whatever the database's own."""

    @pytest.mark.parametrize(("model", "column"), [(Entity, "name"), (Entity, "slug"), (OtherName, "name")])
    def test_the_column_is_compared_by_code_point(self, model, column):
        with connection.cursor() as cursor:
            columns = connection.introspection.get_table_description(cursor, model._meta.db_table)
        collation = next(found.collation for found in columns if found.name == column)

        assert collation == {"postgresql": "C", "sqlite": None}[connection.vendor]

    def test_names(self):
        for name in reversed(BY_CODE_POINT):
            PoliticianFactory(name=name)

        assert list(Entity.objects.order_by("name").values_list("name", flat=True)) == BY_CODE_POINT

    def test_slugs(self):
        slugs = ["a", "a-1", "a-b", "a1", "ab", "b"]
        for slug in reversed(slugs):
            PoliticianFactory(slug=slug)

        assert list(Entity.objects.order_by("slug").values_list("slug", flat=True)) == slugs

    def test_other_names(self):
        macron = PoliticianFactory()
        for name in reversed(BY_CODE_POINT):
            OtherNameFactory(entity=macron, name=name)

        assert [row.name for row in macron.other_names.all()] == BY_CODE_POINT


@pytest.mark.parametrize("slug", ["France", "côte-divoire", "a--b", "-a", "a-", "a b", "a_b", "france\n", ""])
def test_a_slug_of_the_wrong_shape_is_no_valid_slug(slug):
    with pytest.raises(ValidationError):
        CountryFactory.build(slug=slug, country_code="fr").clean_fields()


def test_an_entity_is_read_as_its_name():
    assert str(CountryFactory(country_code="fr")) == "France"


def test_entities_are_drafts_unless_published():
    macron = Entity.objects.create(
        kind=Kind.POLITICIAN, name="Emmanuel Macron", slug="emmanuel-macron", country_code="fr"
    )

    assert macron.status == Entity.Status.DRAFT
