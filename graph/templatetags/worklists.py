"""Provide the template tag for the work lists on the first page of the admin."""

from django import template

from graph.checks.worklists import counts
from graph.kinds import KINDS

register = template.Library()


@register.simple_tag(takes_context=True)
def work_lists(context):
    """Return the counts of the work lists for the kinds that the user may view. Without any, return []."""
    user = context["request"].user
    kinds = [kind.value for kind in KINDS if user.has_perm(f"graph.view_{kind}")]
    return counts(kinds) if kinds else []
