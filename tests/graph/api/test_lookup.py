import pytest

from config.http.exceptions import MovedPermanently
from graph.api.lookup import UnknownEntity, WithdrawnEntity, published_entity
from graph.models import Entity
from tests.factories import PoliticianFactory, RedirectFactory

pytestmark = pytest.mark.django_db


def look_up(slug):
    return published_entity(slug, lambda slug: Entity.objects.filter(slug=slug).first())


def test_published_entity_takes_one_query(django_assert_num_queries):
    entity = PoliticianFactory(name="Jane Doe")

    with django_assert_num_queries(1):
        assert look_up("jane-doe") == entity


@pytest.mark.parametrize(
    ("status", "error"), [(Entity.Status.DRAFT, UnknownEntity), (Entity.Status.WITHDRAWN, WithdrawnEntity)]
)
def test_published_entity_rejects_drafts_and_withdrawn_entities(status, error):
    PoliticianFactory(name="Jane Doe", status=status)

    with pytest.raises(error):
        look_up("jane-doe")


def test_published_entity_raises_moved_permanently_for_an_old_slug():
    RedirectFactory(slug="j-doe", entity=PoliticianFactory(name="Jane Doe"))

    with pytest.raises(MovedPermanently) as moved:
        look_up("j-doe")

    assert moved.value.slug == "jane-doe"


def test_published_entity_prefers_the_current_owner_of_a_slug():
    RedirectFactory(slug="jane-doe", entity=PoliticianFactory(name="Jane Roe"))
    entity = PoliticianFactory(name="Jane Doe")

    assert look_up("jane-doe") == entity


@pytest.mark.parametrize("slug", ["Jane-Doe", "jane_doe", "-jane", "jane--doe", "jané", "x" * 201, "jane-doe\n"])
def test_published_entity_takes_no_query_for_an_invalid_slug(slug, django_assert_max_num_queries):
    with django_assert_max_num_queries(2), pytest.raises(UnknownEntity):
        look_up(slug)
