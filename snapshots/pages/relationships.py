"""The page with all relationships of an entity, which parameters filter. Hubs have thousands of them."""

from urllib.parse import urlencode

from django.utils import timezone

from config.http.cache import Validity
from config.http.links import base_url
from config.http.parameters import OneOfField
from graph.api.entity import entity_with_relationships, published_on, tags_of
from graph.api.parameters import RelationshipsParameters, next_cursor, sort_key_of
from graph.models import Status
from graph.relations import RelationshipType
from snapshots.pages.base import Page
from snapshots.pages.sections import relationship_tables

ROWS_ON_PAGE = 100
FILTERS = "type", "status", "at"


class AllRelationshipsParameters(RelationshipsParameters):
    # Every limit would make another page to store.
    limit = None
    type = OneOfField(RelationshipType)
    status = OneOfField(Status)


class RelationshipsPage(Page):
    template_name = "snapshots/relationships.html"
    parameters = AllRelationshipsParameters

    def get_context_data(self, slug, **kwargs):
        params, today = self.read_parameters(), timezone.localdate()
        at, position = params["at"], params["cursor"]
        # All pages of a list show the same day.
        day = at or (position.day if position else today)
        found = published_on(slug, day)
        filters = {
            "type": params["type"],
            "status": params["status"],
            "after": position and sort_key_of(position.values),
        }
        document, page = entity_with_relationships(
            found, day, base_url(self.request), only_valid=at is not None, limit=ROWS_ON_PAGE, **filters
        )
        self.validity = Validity(tags_of(found), today)
        entity, chosen = document["entity"], {name: params[name] for name in FILTERS if params[name]}
        return super().get_context_data(
            entity=entity,
            tables=relationship_tables(document["relationships"], entity["sources"]),
            total=page.total,
            types=[(type_.value, _label(type_, found.kind)) for type_ in RelationshipType if _has(type_, found.kind)],
            statuses=list(Status),
            at=at,
            today=today,
            filters=chosen,
            is_first=position is None,
            query=urlencode(chosen),
            next=page.has_more and urlencode(chosen | {"cursor": next_cursor(page, day)}),
            **kwargs,
        )


def _has(type_, kind):
    return kind in (type_.subject, type_.object)


def _label(type_, kind):
    return type_.label if kind == type_.subject else type_.reverse_label
