from datetime import date

from django import forms

from config.http.pagination import SortOrder
from config.http.parameters import CursorField, DayField, LimitField
from graph.documents import MOST_WITH_ENTITY
from graph.models.display_order import number_of, rank_and_start
from graph.queries.relationships import Relationships

BY_SLUG = SortOrder("entities", (str,))
# The list is sorted by `RelationshipRow.sort_key`. This key has one number for the type and the start (see
# `display_order`). A cursor has two values instead: the rank of the type, and the start.
BY_RELEVANCE = SortOrder("relationships", (int, int, date, str, int))
LAST_TYPE_RANK = 100


def sort_key_of(values: tuple) -> tuple[int, int, str, int]:
    """Convert the values of a cursor to a sort key of relationships, as `RelationshipRow.sort_key` returns it:

    - ``values``: (rank of the status, rank of the type, start day, name, primary key)
    - sort key: (rank of the status, `display_order`, name, primary key)

    The rank of the status is 0 for a current relationship, and otherwise 1. The rank of the type is its position in the
    order of all types. `display_order` combines the rank of the type and the start day in one number."""
    status_rank, type_rank, start_day, name, pk = values
    return status_rank, number_of(min(type_rank, LAST_TYPE_RANK), start_day), name, pk


def next_cursor(page: Relationships, day: date) -> str | None:
    if not page.has_more:
        return None
    status_rank, number, name, pk = page.rows[-1].sort_key(day.isoformat())
    return BY_RELEVANCE.cursor((status_rank, *rank_and_start(number), name, pk), day)


class EntityParameters(forms.Form):
    at = DayField(required=False, help_text="Show what held on this day")


class RelationshipsParameters(EntityParameters):
    limit = LimitField(default=MOST_WITH_ENTITY)
    cursor = CursorField(order=BY_RELEVANCE)

    def clean(self):
        at, position = self.cleaned_data.get("at"), self.cleaned_data.get("cursor")
        # The order of the list depends on the day, so a cursor is valid only for its day.
        if at and position and at != position.day:
            self.add_error("cursor", "Belongs to another day than at.")


class EntitiesParameters(forms.Form):
    limit = LimitField(default=100)
    cursor = CursorField(order=BY_SLUG)
