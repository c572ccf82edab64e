from django import forms

from config.http import cursors
from config.http.parameters import CURSOR, CountryCodeField, LimitField, OneOfField
from graph.journal.journal import LIST
from graph.kinds import KINDS

START_OF_JOURNAL = 0


class SinceField(forms.Field):
    """The form field for the query parameter ``since`` of the list of changes. Its value is a cursor that a client
    copies from ``next`` in an earlier response. The field converts the cursor to the number of a change in the change
    journal, or to 0 if there is no cursor. The response lists the changes with higher numbers."""

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
