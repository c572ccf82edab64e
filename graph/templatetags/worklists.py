"""The template tags for the work lists on the first page of the admin. A work list shows editors entities to check."""

from django import template

from graph.checks.worklists import counts
from graph.kinds import KINDS
from graph.models import ErrorReport

register = template.Library()


@register.simple_tag(takes_context=True)
def work_lists(context):
    """Return a `Count` for each work list: the number of entities in the list when they were last counted. Only
    entities of kinds that the user may view are counted. If the user may view no kind, return []."""
    user = context["request"].user
    kinds = [kind.value for kind in KINDS if user.has_perm(f"graph.view_{kind}")]
    return counts(kinds) if kinds else []


@register.simple_tag
def open_error_reports():
    """Return the number of visitors' error reports that no editor has accepted or rejected yet."""
    return ErrorReport.objects.filter(status=ErrorReport.Status.OPEN).count()
