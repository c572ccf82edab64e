"""Show the documentation for developers: the first request in four programming languages, and programs for usual
tasks."""

from django.template.loader import render_to_string
from django.urls import path

from config.http.cache import FIXED
from config.http.links import base_url
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

    def get_context_data(self, **kwargs):
        context = {"base_url": base_url(self.request)}
        first = [(language, _program(file, context)) for language, file in LANGUAGES.items()]
        tasks = [(name, title, _program(f"tasks/{name}", context)) for name, title in TASKS.items()]
        return super().get_context_data(area="docs", first=first, tasks=tasks, **kwargs)


def _program(file, context):
    return render_to_string(f"docs/{file}.txt", context).rstrip()


urlpatterns = [
    path("docs", DocsPage.as_view(), name="docs-page"),
]
