from django.urls import reverse
from django.utils import timezone
from rest_framework.viewsets import ViewSet

from config.http.links import base_url, next_page_url
from config.http.parameters import read_parameters
from config.http.views import CountedMixin, page_response
from graph.api import last_modified, schema
from graph.api.filters import EntityFilter, RelationshipFilter
from graph.api.lookup import published_entity
from graph.api.pagination import BY_RELEVANCE, BY_SLUG
from graph.api.parameters import EntitiesParameters, EntityParameters, RelationshipsParameters
from graph.documents import entity_document, relationship_element, short_form
from graph.models import Entity, Relationship

SHOWN_WITH_ENTITY = 200


class EntityViewSet(CountedMixin, ViewSet):
    """The graph, read-only; each action asks for the facts of one day, today's unless the question names another."""

    @schema.entities
    def list(self, request):
        asked, filters = read_parameters(request.GET, EntitiesParameters, EntityFilter)
        day = _day(asked)
        page = BY_SLUG.page(filters.entities_on(day), asked["limit"], day, asked["cursor"])
        next_url = next_page_url(request, request.path, page.next_cursor)
        document = {"count": page.total, "next": next_url, "results": [short_form(row) for row in page.rows]}
        return page_response(
            document, last_modified.of_list(day, by_status=filters.asks_for_a_status), page.total, next_url
        )

    @schema.entity
    def retrieve(self, request, slug):
        asked, _ = read_parameters(request.GET, EntityParameters)
        day = _day(asked)
        entity = published_entity(slug, Entity.objects.in_full(day).with_last_change())
        page = BY_RELEVANCE.page(_statements(entity, asked["at"], day), SHOWN_WITH_ENTITY, day)
        next_url = next_page_url(request, reverse("entity-relationships", args=[slug]), page.next_cursor)
        document = {
            "entity": entity_document(entity, day, base_url(request)),
            "relationships": [relationship_element(row) for row in page.rows],
        }
        modified = last_modified.of_entity(entity, page.rows, day, whole=next_url is None)
        return page_response(document, modified, page.total, next_url)

    @schema.relationships
    def relationships(self, request, slug):
        asked, filters = read_parameters(request.GET, RelationshipsParameters, RelationshipFilter)
        day, place = _day(asked), asked["cursor"]
        entity = published_entity(slug, Entity.objects.with_details().with_last_change())
        statements = filters.filter_queryset(_statements(entity, asked["at"], day))
        page = BY_RELEVANCE.page(statements, asked["limit"], day, place)
        next_url = next_page_url(request, request.path, page.next_cursor)
        document = {
            "entity": short_form(entity),
            "count": page.total,
            "next": next_url,
            "relationships": [relationship_element(row) for row in page.rows],
        }
        whole = not (place or next_url or filters.form.cleaned_data["status"])
        modified = last_modified.of_entity(entity, page.rows, day, whole=whole)
        return page_response(document, modified, page.total, next_url)


def _day(asked):
    """The day asked about, else the one the first page was computed for, else today."""
    place = asked.get("cursor")
    return asked.get("at") or (place.day if place else timezone.localdate())


def _statements(entity, at, day):
    told = Relationship.objects.shown_for(entity, day)
    return told.on(at) if at else told
