from config.http.cache import Validity
from config.http.pages import Page
from graph.journal.tail import ANY_CHANGE
from graph.models import Source


class AttributionPage(Page):
    template_name = "graph/attribution.html"
    validity = Validity(frozenset({ANY_CHANGE}))

    def get_context_data(self, **kwargs):
        return super().get_context_data(sources=Source.objects.order_by("name"), **kwargs)
