from django.http import Http404
from django.shortcuts import render
from django.views.decorators.http import require_safe

from config.http.problem_types import PROBLEM_TYPES


@require_safe
def problem_index(request):
    return render(request, "problems/index.html", {"problems": PROBLEM_TYPES.values()})


@require_safe
def problem_page(request, code):
    """The page to which the ``type`` of a problem document links."""
    if code not in PROBLEM_TYPES:
        raise Http404
    return render(request, "problems/type.html", {"problem": PROBLEM_TYPES[code]})
