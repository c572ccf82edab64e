from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from babel import Locale
from rapidfuzz.distance import Prefix

from graph.kinds import Kind
from graph.models import Entity
from search.index_document import ACRONYM, ALIAS, DEMONYM, FOREIGN_SCRIPT, TRANSLATION
from search.models import IndexedEntity
from search.query import CountryForms, is_foreign
from search.ranking import CANDIDATE_COLUMNS, make_candidate
from search.vocabulary import DEMONYMS, EVERYDAY_NAMES

LANGUAGES = (
    "af az ca cs cy da de eo es et eu fi fr ga gl hr hu id is it lt lv ms nb nl pl pt ro sk sl sq sv sw tr uz vi "
    "am ar bg bn el fa gu he hi hy ja ka kk km kn ko lo mk ml mn mr my ne pa ps ru si sr ta te th uk ur zh zh_Hant"
).split()
CODES_IN_USE = frozenset({"uk", "us", "usa", "gb", "uae", "drc", "dprk", "prc"})
"""The only country codes and acronyms that name a country in a query. The others are ignored, because many are also
words: ``is`` (Iceland), ``no`` (Norway)."""
MIN_SHARED, MIN_SHARED_SHARE, MAX_ENDING = 4, 0.5, 8
"""An adjective such as ``portugaise`` must begin like the name of its country. At least MIN_SHARED letters, and at
least the fraction MIN_SHARED_SHARE of the name, must be equal. At most MAX_ENDING other letters may follow."""


def all_names(code: str) -> list[tuple[str, str]]:
    # Unicode CLDR lacks the names of some countries in some languages.
    translated = (Locale.parse(language).territories.get(code.upper()) for language in LANGUAGES)
    return [
        (code, ACRONYM),
        *((name, FOREIGN_SCRIPT if is_foreign(name) else ALIAS) for name in EVERYDAY_NAMES.get(code, ())),
        *((name, DEMONYM) for name in DEMONYMS.get(code, ())),
        *((name, FOREIGN_SCRIPT if is_foreign(name) else TRANSLATION) for name in translated if name),
    ]


@dataclass(frozen=True, slots=True)
class CountryNames:
    """Names of countries, as people type them in a query. ``latin``, ``foreign`` and ``translated`` map names to sets
    of country codes: ``("united", "states")`` to ``{"us"}``. A name is a tuple of words in lower case.

    - ``latin`` has the names for queries in Latin letters.
    - ``foreign`` has names from other scripts, converted to Latin letters, for queries in other scripts. Some of them
      look like a surname, so queries in Latin letters do not use them.
    - ``translated`` has all names of four or more letters, in all languages and scripts.
    - ``by_start`` groups the names of one word by their first four letters: ``{"port": {"portugal": {"pt"}}}``.
    - ``main`` maps country codes to English names."""

    latin: CountryForms
    foreign: CountryForms
    translated: CountryForms
    by_start: Mapping[str, Mapping[str, frozenset[str]]]
    main: Mapping[str, str]

    def forms_for(self, text: str) -> CountryForms:
        return self.foreign if is_foreign(text) else self.latin

    def named(self, word: str) -> frozenset[str]:
        """Return the codes of the countries that have this word as a name in any language, or an empty set. Only names
        of one word with at least four letters are considered."""
        return self.by_start.get(word[:MIN_SHARED], {}).get(word, frozenset())

    def in_any_language(self, words: tuple[str, ...]) -> frozenset[str]:
        """Return the codes of the countries that these words name in any language or script, or an empty set. Search in
        `latin`, then in `foreign`, then in `translated`, and stop at the first that has the words."""
        return self.latin.get(words) or self.foreign.get(words) or self.translated.get(words) or frozenset()

    def derived(self, word: str) -> frozenset[str]:
        """Return the codes of the countries whose name a word is derived from: ``{"pt"}`` for ``portugaise``, which is
        derived from ``portugal``. The set has several codes if several countries have this name. It is empty if the
        word is not derived from the name of a country."""
        fitting = []
        for form, codes in self.by_start.get(word[:MIN_SHARED], {}).items():
            shared = Prefix.similarity(word, form)
            if shared >= MIN_SHARED_SHARE * len(form) and len(word) - shared <= MAX_ENDING:
                fitting.append((shared, -len(form), sorted(codes)))
        return frozenset(max(fitting)[2]) if fitting else frozenset()


@lru_cache(maxsize=1)
def country_names(version: int) -> CountryNames:
    """Return the names of all countries in the search index. The result is cached until the ``version`` of the index
    changes."""
    # Take the keys from the graph, which has a database index by kind. The search index has none and would be read as a
    # whole.
    countries = Entity.objects.of_kind(Kind.COUNTRY).values_list("pk", flat=True)
    rows = IndexedEntity.objects.filter(entity__in=list(countries)).order_by("pk").values_list(*CANDIDATE_COLUMNS)
    return _names_in(tuple(rows))


# Most changes of the index are not about countries, and computing the names takes 30 times as long as reading the rows.
@lru_cache(maxsize=1)
def _names_in(rows):
    latin, foreign, translated = (defaultdict(frozenset) for _ in range(3))
    main = {}
    by_start = defaultdict(lambda: defaultdict(frozenset))
    for country in map(make_candidate, rows):
        codes = {country.country_code}
        main[country.country_code] = country.names[0].text
        for name in country.names:
            first = name.words[0]
            if len(name.words) == 1 and len(first) >= MIN_SHARED:
                by_start[first[:MIN_SHARED]][first] |= codes
            if len("".join(name.words)) >= MIN_SHARED:
                translated[name.words] |= codes
            if name.type != TRANSLATION and (name.type != ACRONYM or first in CODES_IN_USE):
                forms = foreign if is_foreign(name.text) else latin
                forms[name.words] |= codes
    return CountryNames(latin, foreign, translated, by_start, main)
