from datetime import date

from django_filters import CharFilter, Filter, FilterSet

from config.http.parameters import CountryCodeField, OneOfField, TimestampField
from graph.kinds import KINDS
from graph.models import Entity, Relationship, Status
from graph.queries.cached import JournalHead
from graph.queries.lists import EntitySelection
from graph.relations import RelationshipType

LONGEST_Q = 200
# Maps each parameter to a type of relationship. The value of the parameter is the status of this relationship.
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
    type = OneOfFilter(values=KINDS, field_name="kind", help_text="Only this kind")
    country = CountryFilter(field_name="country_code")
    q = CharFilter(max_length=LONGEST_Q, help_text="Beginning of the name or slug")
    updated_since = TimestampFilter(help_text="Only changed since this day or time")
    holds_office = OneOfFilter(values=Status, help_text="Politicians with an office of this status")
    member_of_party = OneOfFilter(values=Status, help_text="Politicians with a membership of this status")

    class Meta:
        model = Entity
        # django-filter would otherwise add a filter for every column.
        fields = []

    @property
    def uses_status(self) -> bool:
        """Return True if the request filters by the status of relationships, such as ``holds_office=current``. Then the
        list can change from day to day."""
        return any(self.form.cleaned_data[name] for name in STATUS_FILTERS)

    def selection(self, journal: JournalHead, day: date, limit: int, after: str) -> EntitySelection:
        """Return the filters for one page of the list: at most ``limit`` entities after the slug ``after``. The status
        of a relationship is its status on ``day``. ``journal`` names the newest change of the graph. It shows which
        cached lists and numbers are outdated."""
        values = self.form.cleaned_data
        statuses = tuple((kind, values[name]) for name, kind in STATUS_FILTERS.items() if values[name])
        simple = values["type"], values["country"], values["q"], values["updated_since"]
        return EntitySelection(journal, day, limit, *simple, statuses, after)


class RelationshipFilter(FilterSet):
    type = OneOfFilter(values=RelationshipType, help_text="Only this relationship type")
    direction = OneOfFilter(values=["outgoing", "incoming"], help_text="Whether the entity is the subject or object")
    status = OneOfFilter(values=Status, help_text="Only this status on the day")

    class Meta:
        model = Relationship
        fields = []
