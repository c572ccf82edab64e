"""The query parameters of the feed and of the changes."""

from django import forms

from config.http import cursors
from config.http.parameters import CountryCodeField, LimitField, OneOfField
from graph.kinds import KINDS

LIST = "changes"
START_OF_JOURNAL = 0


class SinceField(forms.Field):
    """A position in the journal as an earlier response returned it in `next`; without one, the start."""

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
    """The cursor that continues after the change at this position."""
    return cursors.encode([LIST, position])


def decode_position(cursor: str) -> int:
    """The position of a cursor of the change journal."""
    try:
        name, position = cursors.decode(cursor, (str, int))
        if name != LIST:
            raise cursors.InvalidCursor
    except cursors.InvalidCursor:
        raise forms.ValidationError("Is no cursor of the changes; take it from next as it is.") from None
    return position
