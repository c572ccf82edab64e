"""The search page for people: it shows the response of the API, and needs no script."""

import orjson
from django.views.generic import TemplateView

from search.api.parameters import LONGEST_Q, USUAL_RESULTS
from search.results import SearchQuery, search_response


class SearchPage(TemplateView):
    """A text that is too long for the API is cut; other parameters are ignored."""

    template_name = "search/page.html"
    http_method_names = ["get", "head", "options"]

    def get_context_data(self, **kwargs):
        q = self.request.GET.get("q", "")[:LONGEST_Q].strip()
        found = orjson.loads(search_response(SearchQuery(q, "", "", USUAL_RESULTS)).body)
        return super().get_context_data(q=q, found=found, **kwargs)
