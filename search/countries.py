"""Find the countries that a query names: by English name, name in another language, demonym or code.

``countries.csv`` has the demonyms and everyday names by ISO 3166-1 alpha-2 code. The names in other languages come from
Unicode CLDR, through Babel.
"""

import csv
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path

from babel import Locale
from rapidfuzz.distance import Prefix

from graph.kinds import Kind
from graph.models import Entity
from search.index_document import ACRONYM, FOREIGN_SCRIPT, TRANSLATION
from search.models import IndexedEntity
from search.query import CountryForms, is_foreign
from search.ranking import CANDIDATE_COLUMNS, make_candidate

with Path(__file__).with_suffix(".csv").open(encoding="utf-8", newline="") as file:
    ROWS = list(csv.DictReader(file))
DEMONYMS = {row["code"]: tuple(row["demonyms"].split(";")) for row in ROWS if row["demonyms"]}
EVERYDAY_NAMES = {row["code"]: tuple(row["names"].split(";")) for row in ROWS if row["names"]}
FOREIGN_SCRIPT_LANGUAGES = tuple(
    "am ar bg bn el fa gu he hi hy ja ka kk km kn ko lo mk ml mn mr my ne pa ps ru si sr ta te th uk ur zh "
    "zh_Hant".split()
)
LATIN_SCRIPT_LANGUAGES = tuple(
    "af az ca cs cy da de eo es et eu fi fr ga gl hr hu id is it lt lv ms nb nl pl pt ro sk sl sq sv sw tr uz "
    "vi".split()
)
CODES_IN_USE = frozenset({"uk", "us", "usa", "gb", "uae", "drc", "dprk", "prc"})
"""Only these codes name a country in a query. Other codes are also words, like ``is`` (Iceland) and ``no`` (Norway)."""
MIN_SHARED, MIN_SHARED_SHARE, MAX_ENDING = 4, 0.5, 8
"""An adjective and its country's name begin with the same letters: at least four, and at least half of the name.

The adjective then has at most eight other letters.
"""


@cache
def names_in_languages(code: str, languages: tuple[str, ...]) -> tuple[str, ...]:
    """Return the different names of a country in these languages; a language without a name for it is left out."""
    names = (Locale.parse(language).territories.get(code.upper()) for language in languages)
    return tuple(dict.fromkeys(name for name in names if name))


@dataclass(frozen=True, slots=True)
class CountryNames:
    """Words that name countries: ``latin`` is for queries in Latin letters, ``foreign`` for queries in other scripts.

    They are separate, because a transliterated country may equal a Latin surname, as Mali in Arabic equals Maly.
    ``by_start`` has single words of all languages with their country codes, grouped by their first four letters.
    """

    latin: CountryForms
    foreign: CountryForms
    by_start: Mapping[str, list[tuple[str, frozenset[str]]]]

    def forms_for(self, text: str) -> CountryForms:
        """Return the words for countries that apply to the script of a text: ``latin`` or ``foreign``."""
        return self.foreign if is_foreign(text) else self.latin

    def named(self, word: str) -> frozenset[str]:
        """Return the codes of the countries that have this word as a name in any language; empty if there are none."""
        return next((codes for form, codes in self.by_start.get(word[:MIN_SHARED], ()) if form == word), frozenset())

    def derived(self, word: str) -> frozenset[str]:
        """Return the codes of the country whose name begins most like an adjective ("polish"); empty if none does."""
        fitting = []
        for form, codes in self.by_start.get(word[:MIN_SHARED], ()):
            shared = Prefix.similarity(word, form)
            if shared >= MIN_SHARED_SHARE * len(form) and len(word) - shared <= MAX_ENDING:
                fitting.append((shared, -len(form), sorted(codes)))
        return frozenset(max(fitting)[2]) if fitting else frozenset()


@lru_cache(maxsize=1)
def country_names(version: int) -> CountryNames:
    """Read the names of all countries from the index; cache them until ``version``, that of the index, changes."""
    latin, foreign, single_words = defaultdict(set), defaultdict(set), defaultdict(set)
    # The graph has a database index by kind; the table of the search index has wide rows and no such index.
    countries = Entity.objects.of_kind(Kind.COUNTRY).values_list("pk", flat=True)
    rows = IndexedEntity.objects.filter(entity__in=list(countries)).values_list(*CANDIDATE_COLUMNS)
    for country in map(make_candidate, rows):
        for name in country.names:
            if len(name.words) == 1 and len(name.words[0]) >= MIN_SHARED:
                single_words[name.words].add(country.country_code)
            if name.type == TRANSLATION or (name.type == ACRONYM and name.words[0] not in CODES_IN_USE):
                continue
            forms = foreign if name.type == FOREIGN_SCRIPT or is_foreign(name.text) else latin
            forms[name.words].add(country.country_code)
    by_start = defaultdict(list)
    for (word,), codes in single_words.items():
        by_start[word[:MIN_SHARED]].append((word, frozenset(codes)))
    return CountryNames(_frozen(latin), _frozen(foreign), by_start)


def _frozen(forms):
    return {words: frozenset(codes) for words, codes in forms.items()}
