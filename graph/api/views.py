from django.http import HttpResponsePermanentRedirect
from django.urls import reverse
from django.utils import timezone
from rest_framework.viewsets import ViewSet

from graph.api import freshness, schema
from graph.api.answers import CountedAnswers, answer
from graph.api.exceptions import MovedEntity
from graph.api.filters import EntityFilter, RelationshipFilter
from graph.api.links import base_url, next_page
from graph.api.lookup import published_entity
from graph.api.pagination import BY_RELEVANCE, BY_SLUG
from graph.api.parameters import EntitiesParameters, EntityParameters, RelationshipsParameters, check
from graph.documents import entity_document, relationship_element, short_form
from graph.models import Entity, Relationship

SHOWN_WITH_ENTITY = 200


class EntityViewSet(CountedAnswers, ViewSet):
    @schema.entities
    def list(self, request):
        """Every published entity in short form, ordered by slug."""
        query, filters = EntitiesParameters(request.GET), EntityFilter(request.GET)
        check(request.GET, query, filters.form)
        place = query.cleaned_data["cursor"]
        filters.day = day = place.day if place else timezone.localdate()
        entities = filters.filter_queryset(Entity.objects.published().order_by("slug"))
        page = BY_SLUG.page(entities, query.cleaned_data["limit"], day, place)
        following, total = next_page(request, request.path, page.following), entities.count()
        document = {"count": total, "next": following, "results": [short_form(entity) for entity in page.rows]}
        modified = freshness.of_the_journal(day, by_status=filters.asks_for_a_status)
        return answer(document, modified, total=total, following=following)

    @schema.entity
    def retrieve(self, request, slug):
        """One entity in full with the first 200 of its relationships."""
        query = EntityParameters(request.GET)
        check(request.GET, query)
        at = query.cleaned_data["at"]
        day = at or timezone.localdate()
        entity = published_entity(slug, Entity.objects.in_full(day).with_newest_touch())
        statements = statements_of(entity, at, day)
        page, total = BY_RELEVANCE.page(statements, SHOWN_WITH_ENTITY, day), statements.count()
        document = {
            "entity": entity_document(entity, day, base_url(request)),
            "relationships": [relationship_element(row) for row in page.rows],
        }
        following = next_page(request, reverse("entity-relationships", args=[slug]), page.following)
        modified = freshness.of_entity(entity, page.rows, day, whole=page.following is None)
        return answer(document, modified, total=total, following=following)
