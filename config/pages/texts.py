"""Serve pages and files with fixed texts, such as the privacy page and ``robots.txt``."""

from django.urls import path
from django.views.generic import TemplateView


def _view(name, **options):
    return TemplateView.as_view(template_name=f"pages/{name}", http_method_names=["get", "head", "options"], **options)


TEXT = {"content_type": "text/plain; charset=utf-8"}

urlpatterns = [
    path("about", _view("about.html", extra_context={"area": "about"}), name="about"),
    path("privacy", _view("privacy.html"), name="privacy"),
    path("terms", _view("terms.html"), name="terms"),
    path("robots.txt", _view("robots.txt", **TEXT)),
    path("llms.txt", _view("llms.txt", **TEXT)),
]
