"""Declare the query parameters and the sort orders of the graph's lists. `graph.api.filters` declares the filters."""

from datetime import date

from django import forms

from config.http.pagination import SortKey, SortOrder
from config.http.parameters import CursorField, DayField, LimitField
from graph.documents import MOST_WITH_ENTITY

BY_SLUG = SortOrder("entities", (SortKey("slug"),))
# The order of ``RelationshipQuerySet.in_display_order``.
BY_RELEVANCE = SortOrder(
    "relationships",
    (
        SortKey("status_rank", int),
        SortKey("type_rank", int),
        SortKey("start_day", date, descending=True),
        SortKey("neighbour_name"),
        SortKey("pk", int),
    ),
)


class EntityParameters(forms.Form):
    at = DayField(required=False, help_text="Show what held on this day")


class RelationshipsParameters(EntityParameters):
    limit = LimitField(default=MOST_WITH_ENTITY)
    cursor = CursorField(order=BY_RELEVANCE)

    def clean(self):
        at, position = self.cleaned_data.get("at"), self.cleaned_data.get("cursor")
        # The order of the list depends on the day, so a cursor has no meaning on another day.
        if at and position and at != position.day:
            self.add_error("cursor", "Belongs to another day than at.")


class EntitiesParameters(forms.Form):
    limit = LimitField(default=100)
    cursor = CursorField(order=BY_SLUG)
