from django import forms

from config.http import cursors
from config.http.parameters import CURSOR, CountryCodeField, LimitField, OneOfField
from graph.journal.journal import LIST
from graph.kinds import KINDS

START_OF_JOURNAL = 0


class SinceField(forms.Field):
    """The field of the query parameter ``since`` of the list of changes. A client copies the cursor from ``next`` of an
    earlier response. The value is the number of a change in the change journal, by default 0. The list contains the
    changes with higher numbers."""

    json_schema = CURSOR

    def __init__(self):
        super().__init__(required=False, help_text="Taken from `next` of the response before; opaque")

    def to_python(self, value):
        try:
            name, position = cursors.decode(value, (str, int)) if value else (LIST, START_OF_JOURNAL)
        except cursors.InvalidCursor:
            name = ""
        if name != LIST:
            raise forms.ValidationError("Is no cursor of the changes; take it from next as it is.")
        return position


class FeedParameters(forms.Form):
    type = OneOfField(KINDS, help_text="Only this kind")
    country = CountryCodeField()


class ChangesParameters(FeedParameters):
    since = SinceField()
    limit = LimitField(default=100, help_text="Changes of one response")
