from django.views.generic import TemplateView

from config.http.links import base_url
from graph.models import Source


class AttributionPage(TemplateView):
    template_name = "graph/attribution.html"
    http_method_names = ["get", "head", "options"]

    def get_context_data(self, **kwargs):
        sources = Source.objects.order_by("name")
        return super().get_context_data(sources=sources, base_url=base_url(self.request), **kwargs)
