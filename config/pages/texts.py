"""Serve pages and files with fixed texts, such as the documentation, the types of errors and ``robots.txt``."""

from datetime import timedelta

from django.conf import settings
from django.http import Http404
from django.urls import path
from django.utils import timezone

from config.http.cache import FIXED, Validity
from config.http.pages import Page
from config.http.problem_types import PROBLEM_TYPES

LANGUAGES = {"curl": "curl", "Python": "python", "R": "r", "JavaScript": "javascript"}
"""The languages in which the documentation shows the first request. Each language is mapped to the name of its text
file in ``templates/docs``, without the ending."""
TASKS = {
    "members": "All members of a parliament on a day",
    "governed": "Who governed when",
    "election": "Follow an election",
    "mirror": "Mirror the graph",
}
"""The tasks for which the documentation has a program. The name of the text file with the program, without the ending,
is mapped to the title of the task."""
SECURITY_TXT_LIFETIME = timedelta(days=180)
"""How long ``security.txt`` is valid. RFC 9116 recommends less than a year."""
TEXT = {"content_type": "text/plain; charset=utf-8"}


def _view(template, **options):
    return Page.as_view(template_name=template, validity=FIXED, **options)


class AboutPage(Page):
    template_name = "pages/about.html"
    validity = FIXED

    def get_context_data(self, **kwargs):
        # Show the contact for security problems, because operators configure no other contact.
        return super().get_context_data(area="about", contact=settings.SECURITY_CONTACT, **kwargs)


class ProblemPage(Page):
    """Explains a type of error, or responds with 404 if no type has this code. The member ``type`` of a JSON error
    links to this page."""

    template_name = "problems/type.html"
    validity = FIXED

    def get_context_data(self, code, **kwargs):
        if code not in PROBLEM_TYPES:
            raise Http404
        return super().get_context_data(problem=PROBLEM_TYPES[code], **kwargs)


class SecurityText(Page):
    """The contact for reports of security problems (RFC 9116). If the setting SECURITY_CONTACT is empty, the response
    is 404."""

    template_name = "pages/security.txt"

    def get_context_data(self, **kwargs):
        if not settings.SECURITY_CONTACT:
            raise Http404
        today = timezone.localdate()
        self.validity = Validity(frozenset(), day=today)
        expires = today + SECURITY_TXT_LIFETIME
        return super().get_context_data(contact=settings.SECURITY_CONTACT, expires=expires, **kwargs)


docs = {"area": "docs", "languages": LANGUAGES, "tasks": TASKS}
problems = {"problems": PROBLEM_TYPES.values()}

urlpatterns = [
    path("about", AboutPage.as_view(), name="about"),
    path("docs", _view("docs/index.html", extra_context=docs), name="docs-page"),
    path("privacy", _view("pages/privacy.html"), name="privacy"),
    path("problems", _view("problems/index.html", extra_context=problems), name="problems"),
    path("problems/<slug:code>", ProblemPage.as_view(), name="problem"),
    path("terms", _view("pages/terms.html"), name="terms"),
    path("robots.txt", _view("pages/robots.txt", **TEXT)),
    path("llms.txt", _view("pages/llms.txt", **TEXT)),
    path(".well-known/security.txt", SecurityText.as_view(**TEXT)),
]
