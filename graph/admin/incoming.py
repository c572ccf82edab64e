"""List the relationships whose object is an entity, on its page. Editors change them on the subject's page."""

from dataclasses import dataclass

from django.db.models import Count, F
from django.urls import reverse
from django.utils.http import urlencode

from graph.admin.pages import may
from graph.kinds import KINDS
from graph.models import Entity, Relationship
from graph.relations import RELATIONSHIP_TYPES

MAX_SHOWN = 50


@dataclass(frozen=True)
class Incoming:
    """The incoming relationships of one type. ``rows`` has the newest, each with the address of its subject's page.

    ``count`` is the number of all relationships of the type. ``add_address`` is empty without the permission to add.
    """

    label: str
    count: int
    rows: list[tuple[Relationship, str]]
    add_label: str
    add_address: str

    @property
    def hidden(self) -> int:
        return self.count - len(self.rows)


def incoming_relationships(request, entity: Entity, site: str) -> list[Incoming]:
    """Return an `Incoming` for each type whose objects are of the entity's kind. ``site`` names the admin site."""
    types = [definition for definition in RELATIONSHIP_TYPES.values() if definition.object == entity.kind]
    if not types:
        return []
    counts = dict(Relationship.objects.filter(object=entity.pk).order_by().values_list("type").annotate(Count("pk")))
    return [_of_type(request, entity, definition, counts.get(definition.type, 0), site) for definition in types]


def _of_type(request, entity, definition, count, site):
    # No query for a type without rows: most entities have relationships of one or two types.
    found = Relationship.objects.filter(object=entity.pk, type=definition.type).select_related("subject")
    rows = found.order_by(F("start_first").desc(nulls_last=True), "-pk")[:MAX_SHOWN] if count else ()
    subject = definition.subject
    add_address = ""
    if may(request, "add", subject):
        # The page that adds the subject reads these from its address.
        values = {definition.type: entity.pk, "country_code": entity.country_code}
        add_address = f"{reverse(f'{site}:graph_{subject}_add')}?{urlencode(values)}"
    return Incoming(
        label=definition.reverse_label,
        count=count,
        rows=[(row, reverse(f"{site}:graph_{subject}_change", args=[row.subject_id])) for row in rows],
        add_label=f"Add {KINDS[subject].label.lower()}",
        add_address=add_address,
    )
