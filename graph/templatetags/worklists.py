"""Provide the template tag for the work lists on the first page of the admin. Work lists show entities to check."""

from django import template

from graph.checks.worklists import counts
from graph.kinds import KINDS

register = template.Library()


@register.simple_tag(takes_context=True)
def work_lists(context):
    """Return the number of rows of each work list, for the kinds of entities that the user may view.

    If the user may view no kind, return [].
    """
    user = context["request"].user
    kinds = [kind.value for kind in KINDS if user.has_perm(f"graph.view_{kind}")]
    return counts(kinds) if kinds else []
