import re
from collections.abc import Iterator
from datetime import date

from graph.checks.queries import entities
from graph.text.characters import is_clean

MARKUP = re.compile(r"</?[a-z!][^<>]*>|&(?:[a-z][a-z0-9]*|#[0-9]+|#x[0-9a-f]+);", re.IGNORECASE)
TEXTS = (
    "name",
    "description",
    "other_names__name",
    "country_details__capital",
    "country_details__government_type",
    "country_details__legislature_name",
    "politician_details__overview",
    "election_details__winner",
    "compositions__shares__name",
)
"""Every text that the outside reads."""


def check_texts_that_are_not_clean(day: date) -> Iterator[tuple[str, str]]:
    """Control, bidirectional and zero-width characters, doubled blanks, blanks at the ends, decomposed letters."""
    for slug, text in _texts():
        if not is_clean(text):
            yield slug, f"{text!a} is not clean."


def check_texts_with_markup(day: date) -> Iterator[tuple[str, str]]:
    """Tags and character references of HTML: what the outside reads is plain text."""
    for slug, text in _texts():
        if MARKUP.search(text):
            yield slug, f"{text!a} holds markup."


def _texts():
    for field in TEXTS:
        yield from entities().filter(**{f"{field}__gt": ""}).values_list("slug", field).iterator()
