from django.urls import reverse
from django.utils import timezone
from rest_framework.viewsets import ViewSet

from graph.api import freshness, schema
from graph.api.answers import CountedAnswers, page_answer
from graph.api.filters import EntityFilter, RelationshipFilter
from graph.api.links import base_url, next_page
from graph.api.lookup import published_entity
from graph.api.pagination import BY_RELEVANCE, BY_SLUG
from graph.api.parameters import EntitiesParameters, EntityParameters, RelationshipsParameters, read
from graph.documents import entity_document, relationship_element, short_form
from graph.models import Entity, Relationship

SHOWN_WITH_ENTITY = 200


class EntityViewSet(CountedAnswers, ViewSet):
    """The graph to read; each action asks for the facts of one day, today's unless the question names another."""

    @schema.entities
    def list(self, request):
        asked, filters = read(request.GET, EntitiesParameters, EntityFilter)
        day = _day(asked)
        page = BY_SLUG.page(filters.entities_on(day), asked["limit"], day, asked["cursor"])
        following = next_page(request, request.path, page.following)
        document = {"count": page.total, "next": following, "results": [short_form(row) for row in page.rows]}
        return page_answer(document, freshness.of_list(day, by_status=filters.asks_for_a_status), page.total, following)

    @schema.entity
    def retrieve(self, request, slug):
        asked, _ = read(request.GET, EntityParameters)
        day = _day(asked)
        entity = published_entity(slug, Entity.objects.in_full(day).with_newest_touch())
        page = BY_RELEVANCE.page(_statements(entity, asked["at"], day), SHOWN_WITH_ENTITY, day)
        following = next_page(request, reverse("entity-relationships", args=[slug]), page.following)
        document = {
            "entity": entity_document(entity, day, base_url(request)),
            "relationships": [relationship_element(row) for row in page.rows],
        }
        modified = freshness.of_entity(entity, page.rows, day, whole=following is None)
        return page_answer(document, modified, page.total, following)

    @schema.relationships
    def relationships(self, request, slug):
        asked, filters = read(request.GET, RelationshipsParameters, RelationshipFilter)
        day, place = _day(asked), asked["cursor"]
        entity = published_entity(slug, Entity.objects.with_details().with_newest_touch())
        statements = filters.filter_queryset(_statements(entity, asked["at"], day))
        page = BY_RELEVANCE.page(statements, asked["limit"], day, place)
        following = next_page(request, request.path, page.following)
        document = {
            "entity": short_form(entity),
            "count": page.total,
            "next": following,
            "relationships": [relationship_element(row) for row in page.rows],
        }
        whole = not (place or following or filters.form.cleaned_data["status"])
        modified = freshness.of_entity(entity, page.rows, day, whole=whole)
        return page_answer(document, modified, page.total, following)


def _day(asked):
    """The day asked about, else the one the first page was computed for, else today."""
    place = asked.get("cursor")
    return asked.get("at") or (place.day if place else timezone.localdate())


def _statements(entity, at, day):
    told = Relationship.objects.told_of(entity, day)
    return told.on(at) if at else told
