from django.urls import reverse
from django.utils import timezone
from rest_framework.viewsets import ViewSet

from config.http.links import base_url, next_page_url
from config.http.parameters import read_parameters
from config.http.views import CountedMixin, page_response
from graph.api import last_modified, schema
from graph.api.filters import EntityFilter, RelationshipFilter
from graph.api.lookup import published_entity
from graph.api.parameters import BY_RELEVANCE, BY_SLUG, EntitiesParameters, EntityParameters, RelationshipsParameters
from graph.documents import (
    MOST_WITH_ENTITY,
    EntitiesResponse,
    EntityResponse,
    RelationshipDocument,
    RelationshipsResponse,
    ShortEntity,
    entity_document,
)
from graph.models import Entity, Relationship


class EntityViewSet(CountedMixin, ViewSet):
    """Return entities and relationships as of one day: the parameter ``at``, or today without it."""

    @schema.entities
    def list(self, request):
        params, filters = read_parameters(request.GET, EntitiesParameters, EntityFilter)
        day = _day(params)
        page = BY_SLUG.page(filters.entities_on(day), params["limit"], day, params["cursor"])
        next_url = next_page_url(request, request.path, page.next_cursor)
        results = [ShortEntity.render(row) for row in page.rows]
        document = EntitiesResponse.render(None, count=page.total, next=next_url, results=results)
        return page_response(document, last_modified.of_list(day, by_status=filters.uses_status), page.total, next_url)

    @schema.entity
    def retrieve(self, request, slug):
        params, _ = read_parameters(request.GET, EntityParameters)
        day = _day(params)
        entity = published_entity(slug, Entity.objects.in_full(day).with_last_change())
        page = BY_RELEVANCE.page(_relationships(entity, params["at"], day), MOST_WITH_ENTITY, day)
        # The entity has no pages itself: its next page is the second page of the list of relationships.
        next_url = next_page_url(request, reverse("entity-relationships", args=[slug]), page.next_cursor)
        document = EntityResponse.render(
            None,
            entity=entity_document(entity, day, base_url(request)),
            relationships=[RelationshipDocument.render(row) for row in page.rows],
        )
        modified = last_modified.of_entity(entity, page.rows, day, is_complete=next_url is None)
        return page_response(document, modified, page.total, next_url)

    @schema.relationships
    def relationships(self, request, slug):
        params, filters = read_parameters(request.GET, RelationshipsParameters, RelationshipFilter)
        day, position = _day(params), params["cursor"]
        entity = published_entity(slug, Entity.objects.with_details().with_last_change())
        rows = filters.filter_queryset(_relationships(entity, params["at"], day))
        page = BY_RELEVANCE.page(rows, params["limit"], day, position)
        next_url = next_page_url(request, request.path, page.next_cursor)
        document = RelationshipsResponse.render(
            None,
            entity=ShortEntity.render(entity),
            count=page.total,
            next=next_url,
            relationships=[RelationshipDocument.render(row) for row in page.rows],
        )
        is_complete = not (position or next_url or filters.form.cleaned_data["status"])
        modified = last_modified.of_entity(entity, page.rows, day, is_complete=is_complete)
        return page_response(document, modified, page.total, next_url)


def _day(params):
    """Return the day of the parameter ``at``. Without it, return the day that the cursor contains, otherwise today."""
    position = params.get("cursor")
    # All pages of a list show the same day, or a relationship could change its position between two pages.
    return params.get("at") or (position.day if position else timezone.localdate())


def _relationships(entity, at, day):
    relationships = Relationship.objects.shown_for(entity, day)
    return relationships.on(at) if at else relationships
