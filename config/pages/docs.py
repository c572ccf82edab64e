"""Show the documentation for developers: the first request in four programming languages, and programs for usual
tasks."""

from django.urls import path

from config.http.cache import FIXED
from config.http.pages import Page

LANGUAGES = {"curl": "curl", "Python": "python", "R": "r", "JavaScript": "javascript"}
TASKS = {
    "members": "All members of a parliament on a day",
    "governed": "Who governed when",
    "election": "Follow an election",
    "mirror": "Mirror the graph",
}


class DocsPage(Page):
    template_name = "docs/index.html"
    validity = FIXED
    extra_context = {"area": "docs", "languages": LANGUAGES, "tasks": TASKS}


urlpatterns = [
    path("docs", DocsPage.as_view(), name="docs-page"),
]
