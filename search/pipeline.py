"""From a query to its hits, in stages: as typed, without titles, with typing errors mended, with a word left out."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from math import log1p

from graph.kinds import Kind
from search.backends import backend, lookup
from search.backends.common import MOST_CANDIDATES
from search.countries import CountryForms
from search.index_document import ELSEWHERE, TRANSLATED, country_tag, kind_tag
from search.keys import name_keys
from search.phonetic_query import Heard, by_ear
from search.query import SHORT, Atom, ParsedQuery, groups, parse
from search.ranking import CORRECTED, CORRECTED_A_STEP, PERFECT, Hit, candidate, rank
from search.spelling import corrections, heard
from search.tokens import LONGEST_QUERY
from search.translation import translated

GOOD, GOOD_CORRECTED, GOOD_IN_PART = 0.70, 0.55, 0.42
LEAST, LEAST_OF_BEST = 0.30, 0.5
MOST_PHRASES = 12
MOST_MENDED = 4
FOR_ANOTHER_END = 0.4
"""In slips: whoever mistypes a word mostly gets its last letter right."""
NAMED_BY_COUNTRY = (Kind.COUNTRY, Kind.OFFICE, Kind.ELECTION)
"""Kinds that no sound is enough for: each script has its own names of countries."""
FEW = 12
GOOD_WITHOUT_DOUBT = 0.95
LEAST_RARITY = 0.35
MOST_UNITS_LEFT_OUT_OF = 6
CANDIDATES_IN_PART = 40
CANDIDATES_MENDED = 80


@dataclass(slots=True)
class Found:
    """The hits, best first; ``corrected`` is the spelling that the first matched where that is not what was typed."""

    hits: list[Hit] = field(default_factory=list)
    corrected: str = ""
    is_capped: bool = False


def find_entities(text: str, countries: CountryForms, *, kind: str = "", country_code: str = "") -> Found:
    """What the text means, of one kind and country if they are given."""
    text = text[:LONGEST_QUERY]
    query = parse(text, countries.of(text))
    if not query.units:
        return Found()
    search = _Search(text, query, countries, kind, country_code)
    search.run()
    return search.found()


class _Search:
    """One search: the hits so far by entity, and what each was found to answer: what was typed, or what is meant."""

    def __init__(self, text: str, query: ParsedQuery, countries: CountryForms, kind: str, country_code: str):
        self.text, self.query, self.countries, self.kind, self.country_code = text, query, countries, kind, country_code
        self.forms = countries.of(text)
        self.hits: dict[int, Hit] = {}
        self.readings: dict[int, ParsedQuery] = {}
        self.mended: ParsedQuery | None = None
        self.is_corrected = self.is_heard = False
        self.is_capped = False
        self.told = query.countries.union(*map(countries.meant_by, query.typed)) if query.is_foreign else frozenset()
        self.filters = [
            [[Atom(tag, is_prefix=False)]]
            for tag in (kind and kind_tag(kind), country_code and country_tag(country_code))
            if tag
        ]

    def run(self):
        """Stop at the first stage that finds something good."""
        for stage, enough in (
            (self._as_typed, GOOD),
            (self._without_titles, GOOD),
            (self._translated, GOOD_CORRECTED),
            (self._by_ear, GOOD_CORRECTED),
            (self._corrected, GOOD_CORRECTED),
            (self._in_part, GOOD_IN_PART),
        ):
            stage()
            if self._best() >= enough or self._is_short():
                return

    def found(self) -> Found:
        """The hits that are near the best, in order; total and stable."""
        least = max(LEAST, LEAST_OF_BEST * self._best())
        hits = [hit for hit in self.hits.values() if hit.text >= least]
        hits.sort(key=lambda hit: (-round(hit.score, 6), -hit.candidate.importance, hit.candidate.pk))
        return Found(hits, self._corrected_to(hits[0]), self.is_capped) if hits else Found()

    def _best(self):
        return max((hit.text for hit in self.hits.values()), default=0.0)

    def _is_short(self):
        """Whether every word is so short that half of the graph holds it, or one like it."""
        return all(len(word) <= SHORT for word in self.query.words)

    def _as_typed(self):
        query = self.query
        self._take(query, self._bearers([query.typed, query.words]))
        self._take(query, self._match(groups(query)))
        if self._best() < GOOD and len(query.units) > 1 and not query.is_foreign:
            self._take(query, self._match(groups(query, is_wide=True)))
        if self._best() >= GOOD_WITHOUT_DOUBT:
            return
        if query.is_foreign:
            self._by_ear()
        elif len(self.hits) < FEW and self._has_unknown_words():
            self._corrected()

    def _has_unknown_words(self):
        """Whether a word stands in no name: then it is the beginning of one, or a slip."""
        words = [word for unit in self.query.units if not unit.countries for word in unit.words]
        return len(lookup.frequencies(words)) < len(set(words))

    def _without_titles(self):
        telling = [unit for unit in self.query.units if not unit.is_title]
        if telling and len(telling) < len(self.query.units):
            shorter = self.query.of(telling)
            self._take(shorter, self._bearers([shorter.words]))
            # Ranked by all that was typed: a title tells two namesakes apart.
            self._take(self.query, self._match(groups(shorter)))

    def _by_ear(self):
        """Who bears two words that sound so, when another script was typed."""
        if not self.query.is_foreign or self.is_heard:
            return
        self.is_heard = True
        heard = Heard(self.text, self.forms)
        rows = lookup.bearers(heard.keys, self.kind, self.country_code)
        candidates = [found for found in map(candidate, rows) if heard.may_mean(found)]
        for query in heard.among(candidates):
            self._rank(query, candidates)

    def _translated(self):
        """What the name of a party in another language is in English."""
        told = translated(self.text, self.query, self.countries)
        if told:
            is_party = [[Atom(kind_tag(Kind.PARTY), is_prefix=False)]]
            self._take(told.query, self._match([*groups(told.understood), is_party]))

    def _corrected(self):
        if self.is_corrected:
            return
        self.is_corrected = True
        mended = self._mended()
        if mended == self.query:
            return
        phrases = _phrases(mended.units)
        self._take(mended, self._bearers(phrases))
        for words, steps in phrases.items():
            if steps == 1 or not self.hits:
                self._take_country(words, CORRECTED - CORRECTED_A_STEP * steps)
        self._take(mended, self._match(groups(mended), CANDIDATES_MENDED))

    def _take_country(self, words, factor):
        """A corrected phrase may name a country, where what was typed did not."""
        reread = parse(" ".join(words), self.forms)
        if reread.countries - self.query.countries:
            self._take(reread, self._bearers([reread.words]), factor)
            self._take(reread, self._match(groups(reread), CANDIDATES_IN_PART), factor)

    def _in_part(self):
        """All units but one; then rarer words count for more."""
        units = self._mended().units
        # One word that sounds like one of another script says too little.
        fewest = 3 if self.query.is_foreign else 2
        if not fewest <= len(units) <= MOST_UNITS_LEFT_OUT_OF:
            return
        mended = self._weighed(self._mended())
        for place in range(len(units)):
            part = mended.of(mended.units[:place] + mended.units[place + 1 :])
            self._take(mended, self._match(groups(part), CANDIDATES_IN_PART))

    def _weighed(self, query):
        """The query with rare words counting for more than common ones."""
        number = lookup.frequencies(word for unit in query.units for word in unit.words)
        worth = {unit: max(LEAST_RARITY, 1 - 0.1 * log1p(number.get(unit.word, 0))) for unit in query.units}
        return replace(query, rarity=worth)

    def _mended(self) -> ParsedQuery:
        """What was typed, or how it sounds, with what its longest words may stand for; who slips more types again."""
        if self.mended is None:
            query = by_ear(self.text, self.forms) if self.query.is_foreign else self.query
            longest = sorted(query.units, key=lambda unit: -len(unit.word))[:MOST_MENDED]
            self.mended = query.of(self._with_corrections(unit) if unit in longest else unit for unit in query.units)
        return self.mended

    def _with_corrections(self, unit):
        if unit.countries or unit.is_title:
            return unit
        if self.query.is_foreign:
            return replace(unit, corrections=tuple(heard(unit.word, lookup.variants)))
        near = corrections(unit.word, lookup.variants)
        return replace(unit, corrections=tuple((word, _with_end(unit.word, word, steps)) for word, steps in near))

    def _bearers(self, names: Iterable[Iterable[str]]):
        keys = {key for words in names for key in name_keys(words)}
        return lookup.bearers(keys, self.kind, self.country_code)

    def _match(self, wanted, limit=MOST_CANDIDATES):
        rows = backend().match([*wanted, *self.filters], limit)
        self.is_capped = self.is_capped or len(rows) >= MOST_CANDIDATES
        return rows

    def _take(self, query, rows, factor=1.0):
        self._rank(query, map(candidate, rows), factor)

    def _rank(self, query, candidates, factor=1.0):
        for found in candidates:
            if query is not self.query and self._is_misheard(found):
                continue
            hit = rank(query, found, factor)
            known = self.hits.get(hit.candidate.pk)
            if hit.text and (known is None or hit.score > known.score):
                self.hits[hit.candidate.pk] = hit
                self.readings[hit.candidate.pk] = query

    def _is_misheard(self, found):
        """Whether it is, or is of, a country that merely sounds like what was typed."""
        return self.query.is_foreign and found.kind in NAMED_BY_COUNTRY and found.country_code not in self.told

    def _corrected_to(self, hit):
        """The words as they stand in the names of the hit; empty when no other than those that were typed."""
        query = self.readings[hit.candidate.pk]
        words = {word for what, words, written in hit.candidate.names for word in words if _tells(what, written, hit)}
        spelled = [_spelling(unit, words) for unit in query.units if not query.is_foreign or _stands_in(unit, words)]
        is_as_typed = set(" ".join(spelled).split()) <= set(self.query.typed)
        return "" if is_as_typed else " ".join(spelled)


def _with_end(typed, word, steps):
    return steps + FOR_ANOTHER_END * (typed[-1] != word[-1])


def _tells(what, written, hit):
    """Whether somebody may have meant the name by a part of it."""
    return what not in (TRANSLATED, ELSEWHERE) or written == hit.matched


def _stands_in(unit, words):
    """Whether a name of these words holds the unit, or what it may stand for: others are mere sounds."""
    return unit.countries or any(word.startswith(unit.word) or word in unit.steps for word in words)


def _spelling(unit, words):
    if not unit.corrections or any(word.startswith(unit.word) for word in words):
        return " ".join(unit.words)
    return next((spelling for spelling, _ in unit.corrections if spelling in words), unit.word)


def _phrases(units):
    """The likeliest corrected phrases with their distance: all words mended in the first way, or one in any."""
    first = [unit.corrections[0] if unit.corrections else (" ".join(unit.words), 0) for unit in units]
    told = [first]
    for place, unit in enumerate(units):
        for correction in unit.corrections:
            told.append([*((" ".join(other.words), 0) for other in units[:place]), correction])
            told[-1] += [(" ".join(other.words), 0) for other in units[place + 1 :]]
    phrases = {}
    for phrase in told:
        words = tuple(word for spelling, _ in phrase for word in spelling.split())
        phrases.setdefault(words, sum(int(steps) for _, steps in phrase))
    return dict(list(phrases.items())[:MOST_PHRASES])


def share_of_perfect(score: float) -> float:
    """The score between 0 and 1."""
    return round(min(1.0, score / PERFECT), 3)
