"""Show pages that explain the types of errors. The member ``type`` of a JSON error links to such a page."""

from django.http import Http404
from django.shortcuts import render
from django.urls import path

from config.http.middleware.methods import read_only
from config.http.problem_types import PROBLEM_TYPES


@read_only
def problem_index(request):
    return render(request, "problems/index.html", {"problems": PROBLEM_TYPES.values()})


@read_only
def problem_page(request, code):
    if code not in PROBLEM_TYPES:
        raise Http404
    return render(request, "problems/type.html", {"problem": PROBLEM_TYPES[code]})


urlpatterns = [
    path("problems", problem_index, name="problems"),
    path("problems/<slug:code>", problem_page, name="problem"),
]
