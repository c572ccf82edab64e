"""The query parameters of a search."""

from django import forms

from config.http.parameters import CountryCodeField, LimitField
from graph.kinds import KINDS

LONGEST_Q = 200
MOST_RESULTS = 50
USUAL_RESULTS = 20


class TextField(forms.CharField):
    """What was typed, as it was typed; unlike other parameters it may be empty."""

    may_be_empty = True

    def __init__(self, **kwargs):
        refusal = {"max_length": f"Must not be longer than {LONGEST_Q} characters."}
        super().__init__(required=False, strip=False, max_length=LONGEST_Q, error_messages=refusal, **kwargs)
        self.json_schema = {"type": "string", "maxLength": LONGEST_Q}


class SearchParameters(forms.Form):
    q = TextField(help_text="What to search for; without it only the number of entities is told")
    type = forms.ChoiceField(
        required=False,
        choices=[(str(kind), KINDS[kind].label) for kind in KINDS],
        error_messages={"invalid_choice": f"Must be one of {', '.join(KINDS)}."},
        help_text="Only this kind",
    )
    country = CountryCodeField(required=False, help_text="Only this country, ISO 3166-1 alpha-2, lower case")
    limit = LimitField(default=USUAL_RESULTS, most=MOST_RESULTS, help_text="Results over all kinds")
