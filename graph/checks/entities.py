import re
from collections.abc import Iterator
from datetime import date

from django.db.models import Exists, OuterRef

from graph.checks.queries import entities
from graph.kinds import KINDS
from graph.models import Citation, Redirect

SHAPES = {kind: re.compile(definition.slug_pattern) for kind, definition in KINDS.items()}


def check_slugs_of_the_wrong_shape(day: date) -> Iterator[tuple[str, str]]:
    """The specification gives the slugs of each kind a shape of their own."""
    for kind, slug in entities().values_list("kind", "slug").iterator():
        if not SHAPES[kind].fullmatch(slug):
            yield slug, f"The slug is not one of a {kind}."


def check_slugs_that_lead_elsewhere(day: date) -> Iterator[tuple[str, str]]:
    """A slug that is also a redirect: one of the two could never be reached."""
    redirect = Redirect.objects.filter(slug=OuterRef("slug"))
    for slug in entities().filter(Exists(redirect)).values_list("slug", flat=True):
        yield slug, "The slug is also a redirect."


def check_entities_without_source(day: date) -> Iterator[tuple[str, str]]:
    cited = Citation.objects.filter(entity=OuterRef("pk"))
    for slug, name in entities().filter(~Exists(cited)).values_list("slug", "name"):
        yield slug, f"No source is cited for {name}."
