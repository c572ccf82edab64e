from django import forms

from config.http.parameters import TEXT_PATTERN, CountryCodeField, LimitField, NumberField, OneOfField
from graph.kinds import KINDS
from search.documents import MOST_OFFSET, MOST_RESULTS

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
    # An empty q is valid, because people submit empty search forms.
    q.may_be_empty, q.json_schema = True, {"type": "string", "maxLength": LONGEST_Q, "pattern": TEXT_PATTERN}
    type = OneOfField(KINDS, help_text="Only this kind")
    country = CountryCodeField()
    limit = LimitField(default=USUAL_RESULTS, most=MOST_RESULTS, help_text="Results over all kinds")
    offset = NumberField(most=MOST_OFFSET, default=0, help_text="Results of earlier pages, a multiple of limit")

    def clean(self):
        limit, offset = self.cleaned_data.get("limit"), self.cleaned_data.get("offset")
        if limit and offset and offset % limit:
            self.add_error("offset", "Must be a multiple of limit.")
