"""The search for people: the same response as the API's, as a page that needs no script."""

import orjson
from django.views.generic import TemplateView

from search.api.parameters import LONGEST_Q, USUAL_RESULTS
from search.results import SearchQuery, search_response


class SearchPage(TemplateView):
    """What was typed is cut at what the API takes; anything else in the query is left alone."""

    template_name = "search/page.html"
    http_method_names = ["get", "head", "options"]

    def get_context_data(self, **kwargs):
        q = self.request.GET.get("q", "")[:LONGEST_Q].strip()
        found = orjson.loads(search_response(SearchQuery(q, "", "", USUAL_RESULTS)).body)
        return super().get_context_data(q=q, found=found, **kwargs)
