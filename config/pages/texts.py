"""Serve pages and files with fixed texts, such as the privacy page and ``robots.txt``."""

from django.conf import settings
from django.urls import path

from config.http.cache import FIXED
from config.http.pages import Page


def _view(name, **options):
    return Page.as_view(template_name=f"pages/{name}", validity=FIXED, **options)


class AboutPage(Page):
    template_name = "pages/about.html"
    validity = FIXED

    def get_context_data(self, **kwargs):
        # Show the contact for security problems, because operators configure no other contact.
        return super().get_context_data(area="about", contact=settings.SECURITY_CONTACT, **kwargs)


TEXT = {"content_type": "text/plain; charset=utf-8"}

urlpatterns = [
    path("about", AboutPage.as_view(), name="about"),
    path("privacy", _view("privacy.html"), name="privacy"),
    path("terms", _view("terms.html"), name="terms"),
    path("robots.txt", _view("robots.txt", **TEXT)),
    path("llms.txt", _view("llms.txt", **TEXT)),
]
