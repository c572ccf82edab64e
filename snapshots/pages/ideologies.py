"""Link parties with the pages of their ideologies."""

from graph.kinds import Kind
from graph.models import Entity


def with_ideologies(parties: list[dict]) -> list[dict]:
    """Return the parties of a snapshot with one more member: ``ideology_slug``. It is None if there is no ideology."""
    names = {row["ideology"] for row in parties} - {None}
    ideologies = Entity.objects.published().of_kind(Kind.IDEOLOGY).filter(name__in=names)
    slugs = dict(ideologies.values_list("name", "slug"))
    return [row | {"ideology_slug": slugs.get(row["ideology"])} for row in parties]
