"""Declare the filters of the graph's lists. Their form fields validate parameters and describe them in OpenAPI."""

from django_filters import CharFilter, Filter, FilterSet

from config.http.parameters import CountryCodeField, OneOfField, TimestampField
from graph.kinds import KINDS
from graph.models import Entity, Relationship, Status
from graph.relations import RelationshipType

LONGEST_Q = 200
# Parameters whose value is the status of a relationship of this type.
STATUS_FILTERS = {
    "holds_office": RelationshipType.HOLDS_OFFICE,
    "member_of_party": RelationshipType.MEMBER_OF_PARTY,
}


class OneOfFilter(Filter):
    field_class = OneOfField


class TimestampFilter(Filter):
    field_class = TimestampField


class CountryFilter(Filter):
    field_class = CountryCodeField


class EntityFilter(FilterSet):
    """The filters of the list of entities. The list shows the entities that pass all filters in the query."""

    type = OneOfFilter(values=KINDS, field_name="kind", help_text="Only this kind")
    country = CountryFilter(field_name="country_code", help_text="Only this country, ISO 3166-1 alpha-2, lower case")
    q = CharFilter(method="name_starts_with", max_length=LONGEST_Q, help_text="Beginning of the name or slug")
    updated_since = TimestampFilter(method="filter_updated_since", help_text="Only changed since this day or time")
    holds_office = OneOfFilter(
        values=Status, method="filter_by_status", help_text="Politicians with an office of this status"
    )
    member_of_party = OneOfFilter(
        values=Status, method="filter_by_status", help_text="Politicians with a membership of this status"
    )

    class Meta:
        model = Entity
        # django-filter would otherwise add a filter for every column.
        fields = []

    @property
    def uses_status(self) -> bool:
        """Return True if a filter depends on the status of relationships. The list then changes with the day."""
        return any(self.form.cleaned_data[name] for name in STATUS_FILTERS)

    def entities_on(self, day):
        """Return the published entities that pass all filters, by slug. Statuses are those on ``day``."""
        self.day = day
        return self.filter_queryset(Entity.objects.published().order_by("slug"))

    def name_starts_with(self, entities, name, text):
        return entities.name_starts_with(text)

    def filter_updated_since(self, entities, name, timestamp):
        return entities.updated_since(timestamp)

    def filter_by_status(self, entities, name, status):
        return entities.with_relationship(STATUS_FILTERS[name], status, self.day)


class RelationshipFilter(FilterSet):
    """The filters of an entity's relationships. The query set needs ``with_status`` and ``with_direction``."""

    type = OneOfFilter(values=RelationshipType, help_text="Only this relationship type")
    direction = OneOfFilter(values=["outgoing", "incoming"], help_text="Whether the entity is the subject or object")
    status = OneOfFilter(values=Status, help_text="Only this status on the day")

    class Meta:
        model = Relationship
        fields = []
