"""Words that name countries, their people and their codes, read from the index and kept as long as it is the same."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from rapidfuzz.distance import Prefix

from graph.kinds import Kind
from graph.models import Entity
from search.backends.common import COLUMNS
from search.index_document import ACRONYM, ELSEWHERE, TRANSLATED
from search.models import IndexedEntity
from search.query import Forms, is_foreign
from search.ranking import candidate

CODES_IN_USE = frozenset({"uk", "us", "usa", "gb", "uae", "drc", "dprk", "prc"})
"""Other codes are also words: ``is`` is Iceland's, ``no`` Norway's."""


LEAST_COMMON, LEAST_SHARE, LONGEST_REST = 4, 0.5, 8
"""Of an adjective: the letters it shares with its country's name, as a share of that name; and what may follow."""


@dataclass(frozen=True, slots=True)
class CountryForms:
    """The forms to look for in a query that is typed in Latin letters, and in one that is not.

    Folded, a name from elsewhere may be somebody's: what Arabic calls Mali would take all who are called Maly.
    ``anywhere`` are single words in any language, by their first letters.
    """

    latin: Forms
    foreign: Forms
    anywhere: Mapping[str, list[tuple[str, frozenset[str]]]]

    def of(self, text: str) -> Forms:
        """Those for a text as it was typed."""
        return self.foreign if is_foreign(text) else self.latin

    def called(self, word: str) -> frozenset[str]:
        """The countries that have the word for a name in any language."""
        return next((codes for form, codes in self.anywhere.get(word[:LEAST_COMMON], ()) if form == word), frozenset())

    def meant_by(self, word: str) -> frozenset[str]:
        """The countries whose name the word begins like, as adjectives and cases do; none when none fits."""
        fitting = []
        for form, codes in self.anywhere.get(word[:LEAST_COMMON], ()):
            common = Prefix.similarity(word, form)
            if common >= LEAST_SHARE * len(form) and len(word) - common <= LONGEST_REST:
                fitting.append((common, -len(form), sorted(codes)))
        return frozenset(max(fitting)[2]) if fitting else frozenset()


@lru_cache(maxsize=1)
def country_forms(version: int) -> CountryForms:
    """The forms of the index of that version."""
    latin, foreign, anywhere = defaultdict(set), defaultdict(set), defaultdict(set)
    # Asked of the graph, which has an index by kind: the rows here are wide, and a hundred thousand.
    countries = Entity.objects.of_kind(Kind.COUNTRY).values_list("pk", flat=True)
    rows = IndexedEntity.objects.filter(entity__in=list(countries))
    for row in map(candidate, rows.values_list(*COLUMNS)):
        for what, words, written in row.names:
            if len(words) == 1 and len(words[0]) >= LEAST_COMMON:
                anywhere[words].add(row.country_code)
            if what == TRANSLATED or (what == ACRONYM and words[0] not in CODES_IN_USE):
                continue
            (foreign if what == ELSEWHERE or is_foreign(written) else latin)[words].add(row.country_code)
    return CountryForms(_frozen(latin), _frozen(foreign), _by_beginning(_frozen(anywhere)))


def _by_beginning(forms):
    found = defaultdict(list)
    for (word,), codes in forms.items():
        found[word[:LEAST_COMMON]].append((word, codes))
    return dict(found)


def _frozen(found):
    return {words: frozenset(codes) for words, codes in found.items()}
