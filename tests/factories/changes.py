import factory
from factory.django import DjangoModelFactory

from graph.models import Change, Entity
from tests.factories.entities import PoliticianFactory


class ChangeFactory(DjangoModelFactory):
    """Creates a row of the journal: a change with the action "updated", and the present name and slug of its entity."""

    entity = factory.SubFactory(PoliticianFactory)
    action = Change.Action.UPDATED
    kind = factory.SelfAttribute("entity.kind")
    country_code = factory.SelfAttribute("entity.country_code")
    slug = factory.SelfAttribute("entity.slug")
    name = factory.SelfAttribute("entity.name")
    is_public = factory.LazyAttribute(lambda change: change.entity.status == Entity.Status.PUBLISHED)

    class Meta:
        model = Change
