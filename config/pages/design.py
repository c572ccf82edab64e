"""Show every component of the design system (colours, buttons, tables) in light and dark, for developers."""

from django.http import Http404
from django.urls import path
from django.views.generic import TemplateView

from config import env

TOKENS = "text muted link accent button danger success warning edge line surface background".split()
SERIES = range(1, 9)


class DesignPage(TemplateView):
    """The page ``/design`` with every component of the design system. In production, the response is 404."""

    template_name = "pages/design.html"
    http_method_names = ["get", "head", "options"]
    extra_context = {"schemes": ("light", "dark"), "tokens": TOKENS, "series": SERIES}

    def dispatch(self, request, *args, **kwargs):
        if env.PRODUCTION:
            raise Http404
        return super().dispatch(request, *args, **kwargs)


urlpatterns = [path("design", DesignPage.as_view(), name="design")]
