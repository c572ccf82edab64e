from django_filters import CharFilter, ChoiceFilter, Filter, FilterSet

from config.http.parameters import CountryCodeField, TimestampField
from graph.kinds import KINDS
from graph.models import Entity, Relationship, Status
from graph.relations import TYPES, RelationshipType

LONGEST_BEGINNING = 200


def one_of(values, **kwargs) -> ChoiceFilter:
    """A choice whose refusal names what is allowed."""
    values = [str(value) for value in values]
    refusal = {"invalid_choice": f"Must be one of {', '.join(values)}."}
    return ChoiceFilter(choices=[(value, value) for value in values], error_messages=refusal, **kwargs)


class MomentFilter(Filter):
    field_class = TimestampField


class CountryFilter(Filter):
    field_class = CountryCodeField


class EntityFilter(FilterSet):
    """The list's filters; they combine."""

    type = one_of(KINDS, field_name="kind", help_text="Only this kind")
    country = CountryFilter(field_name="country_code", help_text="Only this country, ISO 3166-1 alpha-2, lower case")
    q = CharFilter(method="beginning_with", max_length=LONGEST_BEGINNING, help_text="Beginning of the name or slug")
    updated_since = MomentFilter(method="changed_since", help_text="Only what has changed since; a day or a moment")
    holds_office = one_of(Status, method="holding_office", help_text="Politicians with an office of this status")
    member_of_party = one_of(Status, method="in_party", help_text="Politicians with a membership of this status")

    class Meta:
        model = Entity
        fields = []

    @property
    def asks_for_a_status(self) -> bool:
        """Whether the answer changes by the mere passing of a day."""
        return any(self.form.cleaned_data[name] for name in ("holds_office", "member_of_party"))

    def entities_on(self, day):
        """Published entities that pass, by slug; the day decides the status of their relationships."""
        self.day = day
        return self.filter_queryset(Entity.objects.published().order_by("slug"))

    def beginning_with(self, entities, name, text):
        return entities.name_starts_with(text)

    def changed_since(self, entities, name, moment):
        return entities.updated_since(moment)

    def holding_office(self, entities, name, status):
        return entities.with_relationship(RelationshipType.HOLDS_OFFICE, status, self.day)

    def in_party(self, entities, name, status):
        return entities.with_relationship(RelationshipType.MEMBER_OF_PARTY, status, self.day)


class RelationshipFilter(FilterSet):
    """Needs ``with_status`` and ``with_direction``."""

    type = one_of(TYPES, help_text="Only this relationship type")
    direction = one_of(("outgoing", "incoming"), help_text="Whether the entity asked for is subject or object")
    status = one_of(Status, help_text="Only this status on the day")

    class Meta:
        model = Relationship
        fields = []
