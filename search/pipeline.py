from collections.abc import Iterable
from dataclasses import replace
from functools import cached_property
from math import log1p

from graph.kinds import Kind
from search.backends import backend, lookup
from search.correction import corrected, is_doubtful, is_known_or_typed, is_likely_guess, phrases, spelling
from search.countries import CountryNames
from search.index_document import country_tag, kind_tag
from search.query import SHORT_WORD, IndexTerm, ParsedQuery, clauses, is_acronym, parse
from search.ranking import CORRECTED, DISTANCE_PENALTY, PERFECT, Candidate, Hit, RankedHits, make_candidate, rank
from search.roles import understand
from search.similarity import name_keys
from search.surnames import lacks_stop_word, surname_clauses, with_stop_words
from search.tokens import MAX_QUERY_LENGTH, tokenise_query
from search.translation import translate
from search.transliteration import PhoneticQuery, is_syllabic_name, respell
from search.vocabulary import PLAIN_WORDS, QUESTIONS

CERTAIN, GOOD, GOOD_GUESS = 0.95, 0.70, 0.60
"""A search stops after most steps if the best hit has at least the text score (see `Hit`) GOOD. GOOD_GUESS is enough
after steps that guess the meaning, such as corrections. They are not run if the score is at least CERTAIN."""
MIN_BEST, MIN_BEST_LITTLE_KNOWN, MIN_BEST_FOREIGN = 0.60, 0.65, 0.52
"""If the text score of the best hit is lower, the search returns nothing. `_least_best` chooses one of these limits."""
MIN_SCORE, MIN_SHARE_OF_BEST = 0.30, 0.5
FEW_HITS, MAX_CANDIDATES, MAX_EXTENDED = 12, 150, 300
"""A full-text query reads up to MAX_CANDIDATES rows, or up to MAX_EXTENDED if some of the first rows match badly. If a
query has a word that is not in the index, and fewer than FEW_HITS hits, the query is translated or corrected."""
CORRECTED_CANDIDATES, PARTIAL_CANDIDATES, ROLE_CANDIDATES = 80, 40, 20
MAX_TERMS_TO_DROP_ONE = 6
NAMED_AFTER_COUNTRIES = (Kind.COUNTRY, Kind.OFFICE, Kind.ELECTION)
"""A query in another script finds entities of these kinds only if the query names their country."""
MIN_RARITY = 0.35


def find_entities(text: str, countries: CountryNames, *, kind: str = "", country_code: str = "") -> RankedHits:
    text = QUESTIONS.sub("", text[:MAX_QUERY_LENGTH])
    query = parse(text, countries.forms_for(text))
    search = _Search(text, query, countries)
    found = search.run() if query.terms else RankedHits()
    return _filtered(found, search, kind, country_code) if kind or country_code else found


def _filtered(found, search, kind, country_code):
    """Filter ``found`` by kind and country ("" means any). If hits may be missing, search again with filters."""
    if found.is_capped:
        # A query remembers which candidates it has ranked, so use a copy without them.
        done, query = search.done, replace(search.query)
        search = _Search(search.text, query, search.countries, kind, country_code)
        search.run_again(done)
        found = search.results(found.least)
    hits = [hit for hit in found.hits if kind in ("", hit.candidate.kind)]
    hits = [hit for hit in hits if country_code in ("", hit.candidate.country_code)]
    return replace(found, hits=hits)


class _Search:
    """One search, in steps (methods). ``hits`` maps an entity's key to (its best hit, query that found this hit)."""

    def __init__(self, text: str, query: ParsedQuery, countries: CountryNames, kind="", country_code=""):
        self.text, self.query, self.countries, self.kind, self.country_code = text, query, countries, kind, country_code
        self.forms = countries.forms_for(text)
        self.is_acronym = is_acronym(text)
        self.hits: dict[int, tuple[Hit, ParsedQuery]] = {}
        self.candidates: dict[int, Candidate] = {}
        self.is_capped = self.is_understood = self.is_absent = False
        self.has_party_words = self.is_translated = False
        tags = [kind_tag(kind)] * bool(kind) + [country_tag(country_code)] * bool(country_code)
        self.filters = [[[IndexTerm(tag, is_prefix=False)]] for tag in tags]
        self.done, self.stages, self.english, self.named_by_role = [], [], [], frozenset()

    def run(self) -> RankedHits:
        """Run the steps in the list below, in order. The list has a text score for each step. Stop if the best hit
        reaches this score, or if no further step can help (see `_is_final`). Return the hits."""
        for stage, enough in (
            (self._as_role, PERFECT),
            (self._as_typed, GOOD),
            (self._without_titles, GOOD),
            (self._translated, GOOD_GUESS),
            (self._by_sound, GOOD_GUESS),
            (self._spelling_corrected, GOOD_GUESS),
            (self._without_one_term, GOOD),
        ):
            self._run(stage)
            if self._best() >= enough or self._is_final():
                break
        return self.results()

    def run_again(self, stages: list[str]):
        """Run only the steps with these names. They are the steps that an earlier search for the same query has run."""
        self.stages = stages
        for name in stages:
            self._run(getattr(self, name))

    def _run(self, stage):
        # A stage may have run already, because an earlier stage called it.
        if stage.__name__ not in self.done and stage.__name__ in (self.stages or [stage.__name__]):
            self.done.append(stage.__name__)
            stage()

    def _is_final(self):
        """Return True if further steps cannot help, for example because the query is an acronym."""
        if self.done == ["_as_role"] or self.is_absent:
            return self.is_understood or len(self.done) > 1
        # A Chinese or Korean name of two to four characters is too short to be corrected.
        is_final = self.is_acronym or (is_syllabic_name(self.text) and "_by_sound" in self.done)
        return is_final or all(len(word) <= SHORT_WORD or word in PLAIN_WORDS for word in self.query.words)

    def results(self, least: float = 0.0) -> RankedHits:
        if not least and self._best() < self._least_best():
            return RankedHits()
        hits = self._hits_from(least := least or self._least)
        hits.sort(key=lambda hit: (-round(hit.score, 6), -hit.candidate.importance, hit.candidate.pk))
        is_capped = self.is_capped and len(hits) >= MAX_CANDIDATES
        return RankedHits(hits, self.spelling_of, is_capped, least)

    def _hits_from(self, least):
        hits = (hit for hit, _ in self.hits.values() if hit.text_score >= least)
        return [hit for hit in hits if not lacks_stop_word(self.query, hit.candidate)]

    @property
    def _least(self):
        return max(MIN_SCORE, MIN_SHARE_OF_BEST * self._best())

    def _least_best(self):
        if self.is_absent:
            return CERTAIN
        is_foreign = self.query.is_foreign and not is_syllabic_name(self.text)
        if is_foreign or self.has_party_words:
            return MIN_BEST_FOREIGN
        is_typed = any(is_known_or_typed(self.query, hit.candidate) for hit in self._hits_from(MIN_BEST))
        return MIN_BEST if is_typed else MIN_BEST_LITTLE_KNOWN

    def _best(self):
        return max((hit.text_score for hit, _ in self.hits.values()), default=0.0)

    def _as_role(self):
        """If the query describes an office, an institution or an election, in any language, add it to the hits."""
        understood = understand(self.text, self.countries)
        for text in understood.texts:
            query = parse(text, self.countries.latin)
            self.named_by_role |= query.countries
            of_kind = [[IndexTerm(kind_tag(understood.kind), is_prefix=False)]]
            # Entities must match more than the kind: a query for a cabinet must not find all institutions.
            wanted = [[words for words in clause if words not in of_kind] for clause in clauses(query)]
            self._rank(query, self._matching([*wanted, of_kind], ROLE_CANDIDATES if query.countries else None))
        self.is_absent = understood.is_absent
        self.english = tokenise_query(" ".join(understood.texts)) if understood.is_english else []
        self.is_understood = self._best() >= GOOD and not understood.is_english
        if understood.rest and (self.query.is_foreign or self.is_absent) and understood.rest != self.text:
            # Search only for the name: the graph lacks the office, or its title in another script sounds like names.
            self.text = understood.rest
            self.query = parse(self.text, self.forms)

    def _as_typed(self):
        if self.query.surnames:
            rows = self._matching(surname_clauses(self.query), ROLE_CANDIDATES)
            self.query = with_stop_words(self.query, map(self._candidate, rows))
        query = self.query
        self._rank(query, self._by_name([query.tokens, query.words]))
        if self.is_acronym:
            self._rank(query, self._matching([[[IndexTerm(word, is_prefix=False)]] for word in query.words]))
            return
        self._match()
        if self._best() >= CERTAIN:
            return
        if query.is_foreign:
            self._run(self._by_sound)
        elif len(self.hits) < FEW_HITS and lookup.has_unknown(query.name_words):
            self._run(self._translated)
            if self._best() < GOOD_GUESS or not self.is_translated:
                self._run(self._spelling_corrected)

    def _match(self):
        """Find entities by their names. If the query has several terms, or the best hit is below GOOD, also find
        entities by country, kind and related names. If the best hit is still below GOOD, and there are several terms in
        Latin letters, each of them also finds longer words that begin with it."""
        query = self.query
        by_name = clauses(query, has_context=False)
        self._rank(query, self._matching(by_name))
        if self.is_capped and len(self._hits_from(self._least)) < MAX_CANDIDATES:
            self._rank(query, self._matching(by_name, MAX_EXTENDED))
        if len(query.terms) > 1 or self._best() < GOOD:
            self._rank(query, self._matching(clauses(query)))
        if self._best() < GOOD and len(query.terms) > 1 and not query.is_foreign:
            self._rank(query, self._matching(clauses(query, is_wide=True)))

    def _without_titles(self):
        terms = [term for term in self.query.terms if not term.is_title]
        if len(terms) < len(self.query.terms) and not all(term.countries for term in terms):
            shorter = self.query.with_terms(terms)
            self._rank(shorter, self._of_persons(self._by_name([shorter.words])))
            # The score depends on the titles too: they distinguish people with the same name.
            self._rank(self.query, self._of_persons(self._matching(clauses(shorter))))

    def _of_persons(self, rows):
        return [row for row in rows if not self.query.is_person or row[1] == Kind.POLITICIAN]

    def _translated(self):
        translation = translate(self.text, self.query, self.countries)
        if translation:
            self.has_party_words, self.is_translated = True, translation.query == translation.understood
            is_party = [[IndexTerm(kind_tag(Kind.PARTY), is_prefix=False)]]
            self._rank(translation.query, self._matching([*clauses(translation.understood), is_party]))

    def _by_sound(self):
        if self.query.is_foreign:
            phonetic = PhoneticQuery(self.text, self.forms)
            find = lookup.rows_by_sound if phonetic.is_long else lookup.rows_by_name_key
            rows = find(phonetic.keys, self.kind, self.country_code)
            candidates = list(filter(phonetic.may_mean, map(self._candidate, rows)))
            for query in phonetic.with_matches(candidates):
                self._rank_candidates(query, candidates)

    def _spelling_corrected(self):
        query = self._corrected_query
        if query == self.query:
            return
        found = phrases(query.terms)
        self._rank(query, self._by_name(found))
        for words, distance in found.items():
            if distance == 1 or not self.hits:
                self._rank_country(words, CORRECTED - DISTANCE_PENALTY * distance)
        candidates = map(self._candidate, self._matching(clauses(query), CORRECTED_CANDIDATES))
        self._rank_candidates(query, [found for found in candidates if is_likely_guess(self.query, found)])
        if query.countries and len(query.terms) > 1 and self._best() < GOOD_GUESS and not query.is_foreign:
            # The name of a country, such as Georgia, may also be a misspelled given name.
            query = corrected(parse(self.text, {}))
            self._rank(query, self._matching(clauses(query), CORRECTED_CANDIDATES))

    def _rank_country(self, words, factor):
        query = parse(" ".join(words), self.forms)
        if query.countries - self.query.countries:
            self._rank(query, self._by_name([query.words]), factor)
            self._rank(query, self._matching(clauses(query), PARTIAL_CANDIDATES), factor)

    def _without_one_term(self):
        """If there are 2 to 6 terms (3 to 6 in other scripts), search once more for each term, without this term."""
        query = self._corrected_query
        # Queries in other scripts match by sound. With only one word left, they would find too many names.
        min_terms = 3 if query.is_foreign else 2
        if min_terms <= len(query.terms) <= MAX_TERMS_TO_DROP_ONE:
            counts = lookup.frequencies(query.words)
            rarity = {term: max(MIN_RARITY, 1 - 0.1 * log1p(counts.get(term.word, 0))) for term in query.terms}
            query = replace(query, rarity=rarity)
            for dropped in range(len(query.terms)):
                shorter = query.with_terms(query.terms[:dropped] + query.terms[dropped + 1 :])
                self._rank(query, self._of_persons(self._matching(clauses(shorter), PARTIAL_CANDIDATES)))

    @cached_property
    def _corrected_query(self) -> ParsedQuery:
        query = self.query
        if query.is_foreign:
            query = parse(respell(self.text), self.forms, is_phonetic=True)
        return corrected(query)

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
            if candidate.pk in query.ranked or (query is not self.query and self._is_unnamed_country(query, candidate)):
                continue
            query.ranked.add(candidate.pk)
            hit = rank(query, candidate, factor)
            known = self.hits.get(candidate.pk)
            is_better = hit.text_score and (known is None or hit.score > known[0].score)
            if is_better and not is_doubtful(query, hit, self.query.tokens):
                self.hits[candidate.pk] = hit, query

    @cached_property
    def _named_countries(self):
        """Return the codes of the countries that the query names, also by adjectives such as ``polish``."""
        return self.query.countries.union(*map(self.countries.derived, self.query.tokens))

    def _is_unnamed_country(self, query, candidate):
        is_named_after = query.is_foreign and candidate.kind in NAMED_AFTER_COUNTRIES
        return is_named_after and candidate.country_code not in self._named_countries | self.named_by_role

    def spelling_of(self, hit: Hit) -> str:
        """Return the corrected query that found a hit, or an empty string if the hit matches the query as typed."""
        query = self.hits[hit.candidate.pk][1]
        found = spelling(query, hit)
        return "" if set(found.split()) <= {*self.query.tokens, *self.english} else found
