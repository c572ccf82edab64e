"""Pages and files whose text never changes."""

from django.urls import path
from django.views.generic import TemplateView

READ = ["get", "head", "options"]

urlpatterns = [
    path(
        "about",
        TemplateView.as_view(template_name="pages/about.html", http_method_names=READ, extra_context={"area": "about"}),
    ),
    path("terms", TemplateView.as_view(template_name="pages/terms.html", http_method_names=READ)),
    path(
        "robots.txt",
        TemplateView.as_view(template_name="pages/robots.txt", content_type="text/plain", http_method_names=READ),
    ),
    path(
        "llms.txt",
        TemplateView.as_view(
            template_name="pages/llms.txt", content_type="text/plain; charset=utf-8", http_method_names=READ
        ),
    ),
]
