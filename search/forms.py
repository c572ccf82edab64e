"""Words that name countries, their people and their codes, read from the index and kept as long as it is the same."""

from collections import defaultdict
from functools import lru_cache

from graph.kinds import Kind
from search.backends.common import COLUMNS
from search.document import ACRONYM
from search.models import IndexedEntity
from search.query import Forms
from search.ranking import candidate

CODES_IN_USE = frozenset({"uk", "us", "usa", "gb", "uae", "drc", "dprk", "prc"})
"""Other codes are also words: ``is`` is Iceland's, ``no`` Norway's."""


@lru_cache(maxsize=1)
def forms(version: int) -> Forms:
    """The forms of the index of that version."""
    found = defaultdict(set)
    rows = IndexedEntity.objects.filter(kind=Kind.COUNTRY)
    for row in map(candidate, rows.values_list(*COLUMNS)):
        for what, words, _ in row.names:
            if what != ACRONYM or words[0] in CODES_IN_USE:
                found[words].add(row.country_code)
    return {words: frozenset(codes) for words, codes in found.items()}
