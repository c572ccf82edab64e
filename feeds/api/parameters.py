"""Declare the query parameters of /feed and of /api/changes."""

from django import forms

from config.http import cursors
from config.http.parameters import CountryCodeField, LimitField, OneOfField
from graph.kinds import KINDS

LIST = "changes"
START_OF_JOURNAL = 0


class SinceField(forms.Field):
    """A field for a position in the change journal, from `next` of an earlier response. Its default is the start."""

    json_schema = {"type": "string", "maxLength": cursors.LONGEST}

    def __init__(self):
        super().__init__(required=False, help_text="Taken from `next` of the response before; opaque")

    def to_python(self, value):
        return decode_position(value) if value else START_OF_JOURNAL


class FeedParameters(forms.Form):
    type = OneOfField(KINDS, help_text="Only this kind")
    country = CountryCodeField(required=False, help_text="Only this country, ISO 3166-1 alpha-2, lower case")


class ChangesParameters(FeedParameters):
    since = SinceField()
    limit = LimitField(default=100, help_text="Changes of one response")


def encode_position(position: int) -> str:
    """Return the cursor for a position. A response to this cursor begins after the change at the position."""
    return cursors.encode([LIST, position])


def decode_position(cursor: str) -> int:
    """Return the position that a cursor of /api/changes contains. Raise ValidationError for any other text."""
    try:
        name, position = cursors.decode(cursor, (str, int))
        if name != LIST:
            raise cursors.InvalidCursor
    except cursors.InvalidCursor:
        raise forms.ValidationError("Is no cursor of the changes; take it from next as it is.") from None
    return position
