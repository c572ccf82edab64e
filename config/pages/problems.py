"""Show pages that explain the types of errors. The member ``type`` of a JSON error links to such a page."""

from django.http import Http404
from django.urls import path

from config.http.cache import FIXED
from config.http.pages import Page
from config.http.problem_types import PROBLEM_TYPES


class ProblemsPage(Page):
    template_name = "problems/index.html"
    validity = FIXED
    extra_context = {"problems": PROBLEM_TYPES.values()}


class ProblemPage(Page):
    template_name = "problems/type.html"
    validity = FIXED

    def get_context_data(self, code, **kwargs):
        if code not in PROBLEM_TYPES:
            raise Http404
        return super().get_context_data(problem=PROBLEM_TYPES[code], **kwargs)


urlpatterns = [
    path("problems", ProblemsPage.as_view(), name="problems"),
    path("problems/<slug:code>", ProblemPage.as_view(), name="problem"),
]
