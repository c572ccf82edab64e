import pytest

from config.http.exceptions import MovedPermanently
from graph.api.exceptions import UnknownEntity, WithdrawnEntity
from graph.api.lookup import published_entity
from graph.models import Entity
from tests.factories import PoliticianFactory, RedirectFactory

pytestmark = pytest.mark.django_db


def look_up(slug):
    return published_entity(slug, Entity.objects.all())


def test_a_published_entity_is_found_in_one_query(django_assert_num_queries):
    entity = PoliticianFactory(name="Jane Doe")

    with django_assert_num_queries(1):
        assert look_up("jane-doe") == entity


@pytest.mark.parametrize(
    ("status", "refusal"), [(Entity.Status.DRAFT, UnknownEntity), (Entity.Status.WITHDRAWN, WithdrawnEntity)]
)
def test_what_is_not_published_is_refused(status, refusal):
    PoliticianFactory(name="Jane Doe", status=status)

    with pytest.raises(refusal):
        look_up("jane-doe")


def test_a_former_slug_names_that_of_today():
    RedirectFactory(slug="j-doe", entity=PoliticianFactory(name="Jane Doe"))

    with pytest.raises(MovedPermanently) as moved:
        look_up("j-doe")

    assert moved.value.slug == "jane-doe"


def test_a_former_slug_that_another_entity_bears_now_is_that_entitys():
    RedirectFactory(slug="jane-doe", entity=PoliticianFactory(name="Jane Roe"))
    entity = PoliticianFactory(name="Jane Doe")

    assert look_up("jane-doe") == entity


@pytest.mark.parametrize("slug", ["Jane-Doe", "jane_doe", "-jane", "jane--doe", "jané", "x" * 201, "jane-doe\n"])
def test_what_cannot_be_a_slug_is_not_looked_up(slug, django_assert_max_num_queries):
    with django_assert_max_num_queries(2), pytest.raises(UnknownEntity):
        look_up(slug)
