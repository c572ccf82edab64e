"""Serve pages and files with fixed texts, such as the privacy page and ``robots.txt``."""

from datetime import timedelta

from django.conf import settings
from django.http import Http404
from django.urls import path
from django.utils import timezone

from config.http.cache import FIXED, Validity
from config.http.pages import Page

SECURITY_TXT_LIFETIME = timedelta(days=180)
"""How long ``security.txt`` is valid. RFC 9116 recommends less than a year."""
TEXT = {"content_type": "text/plain; charset=utf-8"}


def _view(name, **options):
    return Page.as_view(template_name=f"pages/{name}", validity=FIXED, **options)


class AboutPage(Page):
    template_name = "pages/about.html"
    validity = FIXED

    def get_context_data(self, **kwargs):
        # Show the contact for security problems, because operators configure no other contact.
        return super().get_context_data(area="about", contact=settings.SECURITY_CONTACT, **kwargs)


class SecurityText(Page):
    """The contact for reports of security problems (RFC 9116)."""

    template_name = "pages/security.txt"

    def get_context_data(self, **kwargs):
        if not settings.SECURITY_CONTACT:
            raise Http404
        today = timezone.localdate()
        self.validity = Validity(frozenset(), day=today)
        expires = today + SECURITY_TXT_LIFETIME
        return super().get_context_data(contact=settings.SECURITY_CONTACT, expires=expires, **kwargs)


urlpatterns = [
    path("about", AboutPage.as_view(), name="about"),
    path("privacy", _view("privacy.html"), name="privacy"),
    path("terms", _view("terms.html"), name="terms"),
    path("robots.txt", _view("robots.txt", **TEXT)),
    path("llms.txt", _view("llms.txt", **TEXT)),
    path(".well-known/security.txt", SecurityText.as_view(**TEXT)),
]
