from datetime import UTC, datetime

from django.urls import reverse
from django.utils import timezone
from rest_framework.viewsets import ViewSet

from config.http.cache import Validity
from config.http.links import base_url, next_page_url
from config.http.parameters import read_parameters
from config.http.views import CountedMixin, page_response
from graph import documents, past
from graph.api import last_modified, parameters, schema
from graph.api.entity import entity_with_relationships, published_on, tags_of
from graph.api.filters import EntityFilter, RelationshipFilter
from graph.api.lookup import check_country
from graph.journal.tail import ANY_CHANGE, country_tag
from graph.queries.cached import journal_head
from graph.queries.lists import select_entities
from graph.queries.relationships import Selection
from graph.queries.selecting import select_relationships


class EntityViewSet(CountedMixin, ViewSet):
    @schema.entities
    def list(self, request):
        params, filters = read_parameters(request.GET, parameters.EntitiesParameters, EntityFilter)
        day = _day(params)
        journal = journal_head()
        after = params["cursor"].values[0] if params["cursor"] else ""
        page = select_entities(filters.selection(journal, day, params["limit"], after))
        if not page.total:
            check_country(filters.form.cleaned_data["country"])
        cursor = parameters.BY_SLUG.cursor([page.rows[-1][2]], day) if page.has_more else None
        next_url = next_page_url(request, request.path, cursor)
        results = [documents.ShortEntity.from_values(row) for row in page.rows]
        document = documents.EntitiesResponse.from_values((page.total, next_url, results))
        modified = last_modified.of_journal(journal, day if filters.uses_status else None)
        country_code = filters.form.cleaned_data["country"]
        tag = country_tag(country_code) if country_code else ANY_CHANGE
        validity = Validity(frozenset({tag}), day if filters.uses_status else None)
        return page_response(document, modified, page.total, next_url, validity)

    @schema.entity
    def retrieve(self, request, slug):
        params, _ = read_parameters(request.GET, parameters.EntityParameters)
        day = _day(params)
        entity = published_on(slug, day)
        document, page = entity_with_relationships(entity, day, base_url(request), only_valid=params["at"] is not None)
        # The next page of this response is the second page of the list of relationships.
        path = reverse("entity-relationships", args=[slug]) if page.has_more else ""
        next_url = next_page_url(request, path, parameters.next_cursor(page, day))
        modified = last_modified.of_entity(entity, page, day, is_complete=next_url is None)
        return page_response(document, modified, page.total, next_url, _validity(entity, params, day))

    @schema.relationships
    def relationships(self, request, slug):
        params, filters = read_parameters(request.GET, parameters.RelationshipsParameters, RelationshipFilter)
        day, position = _day(params), params["cursor"]
        entity = published_on(slug, day)
        after = position and parameters.sort_key_of(position.values)
        filtered = {"only_valid": params["at"] is not None, **filters.form.cleaned_data}
        selection = Selection.of(entity, day, params["limit"], after=after, **filtered)
        page = select_relationships(selection)
        next_url = next_page_url(request, request.path, parameters.next_cursor(page, day))
        short, relationships = documents.ShortEntity.render(entity), documents.relationship_documents(page, day)
        if selection.only_valid and day < timezone.localdate():
            past.describe_as_of([short, *(row["entity"] for row in relationships)], day)
        parts = short, page.total, next_url, relationships, documents.source_documents(page)
        document = documents.RelationshipsResponse.from_values(parts)
        is_complete = not (position or next_url or selection.status)
        modified = last_modified.of_entity(entity, page, day, is_complete=is_complete)
        return page_response(document, modified, page.total, next_url, _validity(entity, params, day))


def _validity(entity, params, day):
    # A response without a day in the query shows today. A response with today's date is valid only today, because
    # tomorrow it shows a past day, with other texts.
    is_fixed = params.get("cursor") or (params["at"] and day != timezone.localdate())
    return Validity(tags_of(entity), None if is_fixed else day)


def _day(params):
    """Return the day whose state a response shows: the parameter ``at``, otherwise the day in the cursor, otherwise
    today."""
    position = params.get("cursor")
    # All pages of a list show the same day. Otherwise, a relationship could move from one page to another meanwhile.
    # The time zone of the service is UTC, and timezone.localdate() would take 20 times as long.
    return params.get("at") or (position.day if position else datetime.now(UTC).date())
