"""The template tags for the work lists on the first page of the admin. A work list shows editors entities to check."""

from django import template

from graph.checks.worklists import counts
from graph.kinds import KINDS
from graph.models import ErrorReport

register = template.Library()


@register.simple_tag(takes_context=True)
def work_lists(context):
    """Return a `Count` with the number of entries of each work list, or [] if the user may view no kind of entity. A
    work list has entities that editors should check. Only entities of kinds that the user may view are counted."""
    user = context["request"].user
    kinds = [kind.value for kind in KINDS if user.has_perm(f"graph.view_{kind}")]
    return counts(kinds) if kinds else []


@register.simple_tag
def open_error_reports():
    """Return the number of visitors' error reports that no editor has accepted or rejected yet."""
    return ErrorReport.objects.filter(status=ErrorReport.Status.OPEN).count()
