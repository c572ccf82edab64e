"""What others state of an entity: told on its page, changed on theirs."""

from dataclasses import dataclass

from django.db.models import Count, F
from django.urls import reverse
from django.utils.http import urlencode

from graph.admin.permissions import may
from graph.kinds import KINDS
from graph.models import Entity, Relationship
from graph.relations import RELATIONSHIP_TYPES

MOST_SHOWN = 50


@dataclass(frozen=True)
class Incoming:
    """One type of relationship, from the object: the newest statements of ``count``, and where to add another."""

    label: str
    count: int
    shown: list[dict]
    add_label: str
    add_address: str

    @property
    def left_out(self) -> int:
        return self.count - len(self.shown)


def incoming(request, entity: Entity, site: str) -> list[Incoming]:
    """By type; empty for a kind that is never an object."""
    types = [relation for relation in RELATIONSHIP_TYPES.values() if relation.object == entity.kind]
    if not types:
        return []
    counted = Relationship.objects.filter(object=entity.pk).order_by().values_list("type").annotate(Count("pk"))
    counts = dict(counted)
    return [_of_type(request, entity, relation, counts.get(relation.type, 0), site) for relation in types]


def _of_type(request, entity, relation, count, site):
    rows = Relationship.objects.filter(object=entity.pk, type=relation.type).select_related("subject") if count else ()
    if count:
        rows = rows.order_by(F("start_first").desc(nulls_last=True), "-pk")[:MOST_SHOWN]
    subject = relation.subject
    address = ""
    if may(request, "add", subject):
        given = {relation.type: entity.pk, "country_code": entity.country_code}
        address = f"{reverse(f'{site}:graph_{subject}_add')}?{urlencode(given)}"
    return Incoming(
        label=relation.reverse_label,
        count=count,
        shown=[
            {"statement": row, "address": reverse(f"{site}:graph_{subject}_change", args=[row.subject_id])}
            for row in rows
        ],
        add_label=f"Add {KINDS[subject].label.lower()}",
        add_address=address,
    )
