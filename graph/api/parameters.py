"""The query parameters of the graph's paths; filters are declared in `graph.api.filters`."""

from django import forms

from config.http.parameters import CursorField, DayField, LimitField
from graph.api.pagination import BY_RELEVANCE, BY_SLUG

AT = "Answers as of this day: only what held then"


class EntityParameters(forms.Form):
    at = DayField(required=False, help_text=AT)


class RelationshipsParameters(forms.Form):
    at = DayField(required=False, help_text=AT)
    limit = LimitField(default=200)
    cursor = CursorField(order=BY_RELEVANCE)

    def clean(self):
        at, position = self.cleaned_data.get("at"), self.cleaned_data.get("cursor")
        if at and position and at != position.day:
            self.add_error("cursor", "Belongs to another day than at.")


class EntitiesParameters(forms.Form):
    limit = LimitField(default=100)
    cursor = CursorField(order=BY_SLUG)
