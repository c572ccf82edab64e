"""Words that name countries, their people and their codes, read from the index and kept as long as it is the same."""

from collections import defaultdict
from dataclasses import dataclass
from functools import lru_cache

from graph.kinds import Kind
from graph.models import Entity
from search.backends.common import COLUMNS
from search.document import ACRONYM, ELSEWHERE
from search.models import IndexedEntity
from search.query import Forms, is_foreign
from search.ranking import candidate

CODES_IN_USE = frozenset({"uk", "us", "usa", "gb", "uae", "drc", "dprk", "prc"})
"""Other codes are also words: ``is`` is Iceland's, ``no`` Norway's."""


@dataclass(frozen=True, slots=True)
class CountryForms:
    """The forms to look for in a query that is typed in Latin letters, and in one that is not.

    Folded, a name from elsewhere may be somebody's: what Arabic calls Mali would take all who are called Maly.
    """

    latin: Forms
    foreign: Forms

    def of(self, text: str) -> Forms:
        """Those for a text as it was typed."""
        return self.foreign if is_foreign(text) else self.latin


@lru_cache(maxsize=1)
def forms(version: int) -> CountryForms:
    """The forms of the index of that version."""
    latin, foreign = defaultdict(set), defaultdict(set)
    # Asked of the graph, which has an index by kind: the rows here are wide, and a hundred thousand.
    countries = Entity.objects.of_kind(Kind.COUNTRY).values_list("pk", flat=True)
    rows = IndexedEntity.objects.filter(entity__in=list(countries))
    for row in map(candidate, rows.values_list(*COLUMNS)):
        for what, words, written in row.names:
            if what != ACRONYM or words[0] in CODES_IN_USE:
                (foreign if what == ELSEWHERE or is_foreign(written) else latin)[words].add(row.country_code)
    return CountryForms(_frozen(latin), _frozen(foreign))


def _frozen(found):
    return {words: frozenset(codes) for words, codes in found.items()}
