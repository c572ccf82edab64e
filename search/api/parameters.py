from django import forms

from config.http.parameters import CountryCodeField, LimitField, OneOfField
from graph.kinds import KINDS
from search.documents import MOST_RESULTS

LONGEST_Q = 200
USUAL_RESULTS = 20


class TextField(forms.CharField):
    """A query parameter for text as typed. It may be empty, because people submit empty search fields."""

    may_be_empty = True

    def __init__(self, **kwargs):
        errors = {"max_length": f"Must not be longer than {LONGEST_Q} characters."}
        super().__init__(required=False, strip=False, max_length=LONGEST_Q, error_messages=errors, **kwargs)
        self.json_schema = {"type": "string", "maxLength": LONGEST_Q}


class SearchParameters(forms.Form):
    q = TextField(help_text="What to search for; without it the response only has the number of entities")
    type = OneOfField(KINDS, help_text="Only this kind")
    country = CountryCodeField(required=False, help_text="Only this country, ISO 3166-1 alpha-2, lower case")
    limit = LimitField(default=USUAL_RESULTS, most=MOST_RESULTS, help_text="Results over all kinds")
