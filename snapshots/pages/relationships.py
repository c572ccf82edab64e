"""Show all relationships of an entity, which can be thousands. Query parameters filter them."""

from urllib.parse import urlencode

from django.utils import timezone

from config.http.cache import Validity
from config.http.links import base_url
from config.http.pages import Page
from config.http.parameters import OneOfField
from graph.api.entity import entity_with_relationships, published_on, tags_of
from graph.api.parameters import RelationshipsParameters, next_cursor, sort_key_of
from graph.kinds import Kind
from graph.models import Entity, Status
from graph.relations import RelationshipType
from snapshots.labels import heading
from snapshots.pages.sections import relationship_tables

ROWS_ON_PAGE = 100
FILTERS = "type", "status", "at"


class AllRelationshipsParameters(RelationshipsParameters):
    # Remove the parameter ``limit``, because the page would be stored again for each of its values.
    limit = None
    type = OneOfField(RelationshipType)
    status = OneOfField(Status)


class RelationshipsPage(Page):
    template_name = "snapshots/relationships.html"
    parameters = AllRelationshipsParameters

    def get_context_data(self, slug, **kwargs):
        params, today = self.read_parameters(), timezone.localdate()
        at, position = params["at"], params["cursor"]
        # The next pages of the list show the same day as the first page.
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
            tables=relationship_tables(document["relationships"], entity["sources"], countries_of_rows(found)),
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


def countries_of_rows(entity) -> dict | None:
    """Return {country code: name} for all countries if ``entity`` belongs to no country, otherwise None. For example,
    an ideology has relationships with parties of many countries. So its page shows the country in each row, and needs
    these names."""
    if entity.country_code:
        return None
    return dict(Entity.objects.published().of_kind(Kind.COUNTRY).values_list("country_code", "name"))


def _has(type_, kind):
    return kind in (type_.subject, type_.object)


def _label(type_, kind):
    return heading(type_.label if kind == type_.subject else type_.reverse_label)
