"""The query parameters of the feed and of the changes."""

from django import forms

from config.http import cursors
from config.http.parameters import CountryCodeField, LimitField
from graph.kinds import KINDS

LIST = "changes"
BEGINNING = 0


class KindField(forms.ChoiceField):
    def __init__(self):
        refusal = {"invalid_choice": f"Must be one of {', '.join(KINDS)}."}
        choices = [(str(kind), KINDS[kind].label) for kind in KINDS]
        super().__init__(required=False, choices=choices, error_messages=refusal, help_text="Only this kind")


class SinceField(forms.Field):
    """A place in the journal, as an answer gave it; without one its beginning."""

    json_schema = {"type": "string", "maxLength": cursors.LONGEST}

    def __init__(self):
        super().__init__(required=False, help_text="Taken from `next` of the answer before; opaque")

    def to_python(self, value):
        return place_of(value) if value else BEGINNING


class FeedParameters(forms.Form):
    type = KindField()
    country = CountryCodeField(required=False, help_text="Only this country, ISO 3166-1 alpha-2, lower case")


class ChangesParameters(FeedParameters):
    since = SinceField()
    limit = LimitField(default=100, help_text="Changes of one answer")


def cursor_of(position: int) -> str:
    """The cursor behind the change at this place."""
    return cursors.encode([LIST, position])


def place_of(cursor: str) -> int:
    """Decode a cursor of the change journal."""
    try:
        name, position = cursors.decode(cursor, (str, int))
        if name != LIST:
            raise cursors.InvalidCursor
    except cursors.InvalidCursor:
        raise forms.ValidationError("Is no cursor of the changes; take it from next as it is.") from None
    return position
