from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import log1p

from graph.kinds import Kind
from search.backends import backend, lookup
from search.countries import CountryNames
from search.index_document import FOREIGN_SCRIPT, TRANSLATION, country_tag, kind_tag
from search.query import SHORT_WORD, IndexTerm, ParsedQuery, clauses, parse
from search.ranking import CORRECTED, DISTANCE_PENALTY, Candidate, Hit, make_candidate, rank
from search.similarity import corrections, name_keys, phonetic_matches
from search.tokens import MAX_QUERY_LENGTH
from search.translation import translate
from search.transliteration import PhoneticQuery, respell

CERTAIN, GOOD, GOOD_GUESS, GOOD_PARTIAL = 0.95, 0.70, 0.55, 0.42
"""The search ends without its next stages if the text score (how well a name matches) of the best match reaches one of
these: the first two for the query as typed, the others for a changed query and for one without one of its words."""
MIN_SCORE, MIN_SHARE_OF_BEST = 0.30, 0.5
FEW_HITS, MAX_CANDIDATES = 12, 150
MAX_PHRASES, MAX_CORRECTED_TERMS, MAX_ALTERNATIVES = 12, 4, 64
CORRECTED_CANDIDATES, PARTIAL_CANDIDATES = 80, 40
MAX_TERMS_TO_DROP_ONE = 6
OTHER_LAST_LETTER = 0.4
"""Added to the edit distance of a correction that changes the last letter, which most people type right."""
NAMED_AFTER_COUNTRIES = (Kind.COUNTRY, Kind.OFFICE, Kind.ELECTION)
"""A query in another script than Latin must name the country of entities of these kinds to find them."""
MIN_RARITY = 0.35


@dataclass(slots=True)
class RankedHits:
    """Hits, the best first. ``spelling`` is the corrected query, or empty if the best hit matches the query as typed.
    ``is_capped`` is True if there may be more hits."""

    hits: list[Hit] = field(default_factory=list)
    spelling: str = ""
    is_capped: bool = False


def find_entities(text: str, countries: CountryNames, *, kind: str = "", country_code: str = "") -> RankedHits:
    text = text[:MAX_QUERY_LENGTH]
    query = parse(text, countries.forms_for(text))
    if not query.terms:
        return RankedHits()
    search = _Search(text, query, countries, kind, country_code)
    search.run()
    return search.results()


class _Search:
    """The state of a search. ``hits`` maps entities to their best hit and the version of the query that found it."""

    def __init__(self, text: str, query: ParsedQuery, countries: CountryNames, kind: str, country_code: str):
        self.text, self.query, self.countries, self.kind, self.country_code = text, query, countries, kind, country_code
        self.forms = countries.forms_for(text)
        self.hits: dict[int, tuple[Hit, ParsedQuery]] = {}
        self.candidates: dict[int, Candidate] = {}
        self.is_capped = False
        tags = [kind_tag(kind)] if kind else []
        tags += [country_tag(country_code)] if country_code else []
        self.filters = [[[IndexTerm(tag, is_prefix=False)]] for tag in tags]
        self.done = set()

    def run(self):
        for stage, enough in (
            (self._as_typed, GOOD),
            (self._without_titles, GOOD),
            (self._translated, GOOD_GUESS),
            (self._by_sound, GOOD_GUESS),
            (self._spelling_corrected, GOOD_GUESS),
            (self._without_one_term, GOOD_PARTIAL),
        ):
            # A stage may have run before its turn, within the first one.
            if stage not in self.done:
                stage()
            if self._best() >= enough or self._has_only_short_words():
                return

    def results(self) -> RankedHits:
        least = max(MIN_SCORE, MIN_SHARE_OF_BEST * self._best())
        hits = [hit for hit, _ in self.hits.values() if hit.text_score >= least]
        hits.sort(key=lambda hit: (-round(hit.score, 6), -hit.candidate.importance, hit.candidate.pk))
        return RankedHits(hits, self._spelling_of(hits[0]), self.is_capped) if hits else RankedHits()

    def _best(self):
        return max((hit.text_score for hit, _ in self.hits.values()), default=0.0)

    def _has_only_short_words(self):
        return all(len(word) <= SHORT_WORD for word in self.query.words)

    def _as_typed(self):
        query = self.query
        self._rank(query, self._by_name([query.tokens, query.words]))
        self._rank(query, self._matching(clauses(query)))
        if self._best() < GOOD and len(query.terms) > 1 and not query.is_foreign:
            self._rank(query, self._matching(clauses(query, is_wide=True)))
        if self._best() >= CERTAIN:
            return
        if query.is_foreign:
            self._by_sound()
        elif len(self.hits) < FEW_HITS and self._has_unknown_words():
            self._spelling_corrected()

    def _has_unknown_words(self):
        """Return True if a word of the query is in no name. It may be unfinished or contain a typing error."""
        words = {word for term in self.query.terms if not term.countries for word in term.words}
        return len(lookup.frequencies(words)) < len(words)

    def _without_titles(self):
        terms = [term for term in self.query.terms if not term.is_title]
        if 0 < len(terms) < len(self.query.terms):
            shorter = self.query.with_terms(terms)
            self._rank(shorter, self._by_name([shorter.words]))
            # The score includes the titles: they distinguish people of the same name.
            self._rank(self.query, self._matching(clauses(shorter)))

    def _translated(self):
        translation = translate(self.text, self.query, self.countries)
        if translation:
            is_party = [[IndexTerm(kind_tag(Kind.PARTY), is_prefix=False)]]
            self._rank(translation.query, self._matching([*clauses(translation.understood), is_party]))

    def _by_sound(self):
        self.done.add(self._by_sound)
        if self.query.is_foreign:
            phonetic = PhoneticQuery(self.text, self.forms)
            find = lookup.rows_by_sound if phonetic.is_long else lookup.rows_by_name_key
            rows = find(phonetic.keys, self.kind, self.country_code)
            candidates = list(filter(phonetic.may_mean, map(self._candidate, rows)))
            for query in phonetic.with_matches(candidates):
                self._rank_candidates(query, candidates)

    def _spelling_corrected(self):
        self.done.add(self._spelling_corrected)
        query = self._corrected_query
        if query == self.query:
            return
        phrases = _phrases(query.terms)
        self._rank(query, self._by_name(phrases))
        for words, distance in phrases.items():
            if distance == 1 or not self.hits:
                self._rank_country(words, CORRECTED - DISTANCE_PENALTY * distance)
        self._rank(query, self._matching(clauses(query), CORRECTED_CANDIDATES))

    def _rank_country(self, words, factor):
        query = parse(" ".join(words), self.forms)
        if query.countries - self.query.countries:
            self._rank(query, self._by_name([query.words]), factor)
            self._rank(query, self._matching(clauses(query), PARTIAL_CANDIDATES), factor)

    def _without_one_term(self):
        """Search again several times, each time without another term of the query. For the score, rare words count more
        than common words."""
        query = self._corrected_query
        # A single word that sounds similar is not enough.
        min_terms = 3 if query.is_foreign else 2
        if min_terms <= len(query.terms) <= MAX_TERMS_TO_DROP_ONE:
            counts = lookup.frequencies(query.words)
            rarity = {term: max(MIN_RARITY, 1 - 0.1 * log1p(counts.get(term.word, 0))) for term in query.terms}
            query = replace(query, rarity=rarity)
            for dropped in range(len(query.terms)):
                shorter = query.with_terms(query.terms[:dropped] + query.terms[dropped + 1 :])
                self._rank(query, self._matching(clauses(shorter), PARTIAL_CANDIDATES))

    @cached_property
    def _corrected_query(self) -> ParsedQuery:
        query = self.query
        if query.is_foreign:
            query = parse(respell(self.text), self.forms, is_phonetic=True)
        names = [term for term in query.terms if not (term.countries or term.is_title)]
        longest = sorted(names, key=lambda term: -len(term.word))[:MAX_CORRECTED_TERMS]
        limit = MAX_ALTERNATIVES // max(1, len(longest))
        return query.with_terms(self._corrected_term(term, limit) if term in longest else term for term in query.terms)

    def _corrected_term(self, term, limit):
        if self.query.is_foreign:
            return replace(term, alternatives=tuple(phonetic_matches(term.word, lookup.words_by_key)))
        near = corrections(term.word, lookup.words_by_key)[:limit]
        return replace(
            term,
            alternatives=tuple(
                (word, distance + OTHER_LAST_LETTER * (term.word[-1] != word[-1])) for word, distance in near
            ),
        )

    def _by_name(self, names: Iterable[Iterable[str]]):
        keys = {key for words in names for key in name_keys(words)}
        return lookup.rows_by_name_key(keys, self.kind, self.country_code)

    def _matching(self, wanted, limit=None):
        rows = backend().match([*wanted, *self.filters], limit or MAX_CANDIDATES)
        self.is_capped = self.is_capped or len(rows) >= MAX_CANDIDATES
        return rows

    def _rank(self, query, rows, factor=1.0):
        self._rank_candidates(query, map(self._candidate, rows), factor)

    def _candidate(self, row):
        candidate = self.candidates.get(row[0])
        if candidate is None:
            candidate = self.candidates[row[0]] = make_candidate(row)
        return candidate

    def _rank_candidates(self, query, candidates, factor=1.0):
        for candidate in candidates:
            if candidate.pk in query.ranked or (query is not self.query and self._is_unnamed_country(candidate)):
                continue
            query.ranked.add(candidate.pk)
            hit = rank(query, candidate, factor)
            known = self.hits.get(candidate.pk)
            if hit.text_score and (known is None or hit.score > known[0].score):
                self.hits[candidate.pk] = hit, query

    @cached_property
    def _named_countries(self):
        """Return the codes of the countries that the query names, also by adjectives such as ``polish``."""
        return self.query.countries.union(*map(self.countries.derived, self.query.tokens))

    def _is_unnamed_country(self, candidate):
        is_named_after = self.query.is_foreign and candidate.kind in NAMED_AFTER_COUNTRIES
        return is_named_after and candidate.country_code not in self._named_countries

    def _spelling_of(self, hit):
        query = self.hits[hit.candidate.pk][1]
        # Nobody means a translated name by a part of it.
        names = [name for name in hit.candidate.names if name.type not in (TRANSLATION, FOREIGN_SCRIPT)]
        names += [name for name in hit.candidate.names if name.text == hit.matched]
        words = {word for name in names for word in name.words}
        terms = [term for term in query.terms if not query.is_foreign or _is_in(term, words)]
        spelling = " ".join(_spelling(term, words) for term in terms)
        return "" if set(spelling.split()) <= set(self.query.tokens) else spelling


def _is_in(term, words):
    return term.countries or any(word.startswith(term.word) or word in term.distances for word in words)


def _spelling(term, words):
    if not term.alternatives or any(word.startswith(term.word) for word in words):
        return " ".join(term.words)
    return next((word for word, _ in term.alternatives if word in words), term.word)


def _phrases(terms):
    """Map corrected queries, each a tuple of words, to their numbers of typing errors. The first one has the likeliest
    correction of each term; each of the others corrects only one term."""
    typed = [(term.words, 0) for term in terms]
    corrected = [[((word,), int(distance)) for word, distance in term.alternatives] for term in terms]
    guesses = [[options[0] if options else same for options, same in zip(corrected, typed, strict=True)]]
    for position, options in enumerate(corrected):
        guesses += [[*typed[:position], option, *typed[position + 1 :]] for option in options]
    phrases = {}
    for guess in guesses:
        phrases.setdefault(tuple(word for words, _ in guess for word in words), sum(distance for _, distance in guess))
    return dict(list(phrases.items())[:MAX_PHRASES])
