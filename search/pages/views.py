from django.views.generic import TemplateView

from search.api.parameters import LONGEST_Q, USUAL_RESULTS
from search.results import document, index_version


class SearchPage(TemplateView):
    """Show the results for the parameter ``q``. A ``q`` that is too long is cut off; other parameters are ignored."""

    template_name = "search/page.html"
    http_method_names = ["get", "head", "options"]

    def get_context_data(self, **kwargs):
        q = self.request.GET.get("q", "")[:LONGEST_Q].strip()
        version, _ = index_version()
        found = document(q, version, limit=USUAL_RESULTS)
        return super().get_context_data(q=q, found=found, **kwargs)
