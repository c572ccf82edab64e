from django import forms

from config.http.parameters import CountryCodeField, LimitField, OneOfField
from graph.kinds import KINDS
from search.documents import MOST_RESULTS

LONGEST_Q = 200
USUAL_RESULTS = 20


class SearchParameters(forms.Form):
    q = forms.CharField(
        required=False,
        strip=False,
        max_length=LONGEST_Q,
        error_messages={"max_length": f"Must not be longer than {LONGEST_Q} characters."},
        help_text="What to search for; without it the response only has the number of entities",
    )
    # People submit empty search fields.
    q.may_be_empty, q.json_schema = True, {"type": "string", "maxLength": LONGEST_Q}
    type = OneOfField(KINDS, help_text="Only this kind")
    country = CountryCodeField(required=False, help_text="Only this country, ISO 3166-1 alpha-2, lower case")
    limit = LimitField(default=USUAL_RESULTS, most=MOST_RESULTS, help_text="Results over all kinds")
