import re
from collections import Counter
from dataclasses import replace
from unicodedata import name, normalize

from search.query import CountryForms, ParsedQuery, parse
from search.ranking import CORRECTED, DISTANCE_PENALTY, Candidate
from search.similarity import (
    DROPPED_R,
    Pronunciations,
    pair_keys,
    pronunciations,
    similar_words,
    sound_classes,
    word_keys,
)

GREEK, HEBREW, HAN, HANGUL, KATAKANA = "GREEK", "HEBREW", "CJK", "HANGUL", "KATAKANA"
ARABIC_ARTICLE = re.compile(r"\bال(?=\w{2})")
"""Matches the article *al* at the start of an Arabic word. Latin spellings separate it from the name or leave it
out."""
LETTER_GROUPS = {
    GREEK: ((r"\bμπ", "b"), ("γκ", "g"), ("τζ", "j"), ("τσ", "ts"), ("ου", "u")),
    HEBREW: (("ג'", "j"), ("[צץ]'", "ch"), ("ז'", "zh"), ("ת'", "th"), ("ו", "w")),
    HAN: (("[尔爾耳]", "l"),),
    HANGUL: ((r"^이(?=\w{1,3}$)", "리"), (r"^노(?=\w{1,3}$)", "로")),
    "CYRILLIC": (("ў", "w"), ("дж", "j"), ("цз", "j")),
    "DEVANAGARI": (("ं", "n"),),
}
"""Maps a script to pairs (pattern, replacement). They are applied to a text before it is converted to Latin letters.
For example, 리 replaces the Korean family name 이 (Lee), which would otherwise become ``i``."""
GERESH = "׳"
COMMON_READINGS = (("kh", "h"), ("v", "w"), ("w", "v"), ("g", "h"))
READINGS = {
    GREEK: (("nt", "d"), ("nt", "nd"), ("mp", "b"), *COMMON_READINGS),
    "CYRILLIC": (("ts", "t"), *COMMON_READINGS),
    KATAKANA: (("ji", "di"), ("chi", "ti"), ("ur", "vl"), *COMMON_READINGS),
}
"""Maps a script to pairs (letters of a converted text, letters that may be meant). A script cannot write all sounds:
for example, ``nt`` in a Greek name may mean ``d``."""
SYLLABLES_OF_A_NAME = range(2, 5)
"""The possible numbers of syllables in an East Asian name of a person, which is written without blanks."""
SCRIPTS_WITHOUT_R = frozenset({HAN, HANGUL, KATAKANA, "HIRAGANA"})
"""Scripts that leave out an ``r`` after a vowel: Robert becomes ``luobote`` in Chinese and ``robato`` in Japanese."""
MAX_READINGS = 6
DISTANCE_OF_ZERO_SCORE = CORRECTED / DISTANCE_PENALTY
COUNTRIES_WITH_SYLLABIC_NAMES = frozenset("cn tw kr kp jp vn sg my th".split())


class PhoneticQuery:
    def __init__(self, text: str, forms: CountryForms):
        self.script = script_of(text)
        text = respell(text).strip()
        self.is_syllabic = is_syllabic_name(text)
        self.queries = [_parse(variant, forms) for variant in split_variants(text)]

    @property
    def is_long(self) -> bool:
        """Return True if the query has more than two words, and is not an East Asian name. For a long query, the search
        finds the entities that share the most hashes of sounds with the query. For a short query, an entity needs to
        share only one hash."""
        return not self.is_syllabic and max(len(query.terms) for query in self.queries) > 2

    @property
    def keys(self) -> set[int]:
        mark = DROPPED_R if self.script in SCRIPTS_WITHOUT_R else ""
        keys = set()
        for query in self.queries:
            words = [term.word for term in query.terms if not term.countries]
            classes = [{sound_classes(reading) for reading in readings(word, self.script)} for word in words]
            classes = [{*known, *(mark + sound for sound in known)} for known in classes]
            keys |= pair_keys(classes) if len(classes) > 1 else word_keys(classes)
        return keys

    def may_mean(self, candidate: Candidate) -> bool:
        """Return False if the query looks like an East Asian name, but the entity is from another part of the world."""
        return not self.is_syllabic or candidate.country_code in COUNTRIES_WITH_SYLLABIC_NAMES

    def with_matches(self, candidates: list[Candidate]) -> list[ParsedQuery]:
        """Return the variants of the query (see `split_variants`), with alternatives for all terms except countries.
        The alternatives of a term are words that sound like it. They are taken from the names of the ``candidates``,
        which are rows of the search index."""
        known = pronunciations({word for candidate in candidates for name in candidate.names for word in name.words})
        return [query.with_terms(self._matched(term, known) for term in query.terms) for query in self.queries]

    def _matched(self, term, known: Pronunciations):
        if term.countries:
            return term
        found = similar_words(readings(term.word, self.script), known)
        best_first = sorted(found.items(), key=lambda pair: (-pair[1], pair[0]))
        alternatives = tuple((word, DISTANCE_OF_ZERO_SCORE * (1 - similarity)) for word, similarity in best_first)
        return replace(term, alternatives=alternatives, is_phonetic=True)


def _parse(text, forms):
    """Return the `ParsedQuery` of a text in another script than Latin. Its words are converted to Latin letters.
    ``forms`` maps names of countries to country codes. Names of countries are recognised only if at least two other
    terms remain, such as the name of a person. In a shorter text, a word that looks like a country is usually a
    surname."""
    query = parse(text, forms, is_phonetic=True)
    has_name = sum(not term.countries for term in query.terms) > 1
    return query if has_name else parse(text, {}, is_phonetic=True)


def script_of(text: str) -> str:
    scripts = Counter(name(letter, "").partition(" ")[0] for letter in text if letter.isalpha())
    return max(scripts, key=scripts.get, default="")


def respell(text: str) -> str:
    """Return the text in lower case, with the replacements of `LETTER_GROUPS`: the Greek ``ου`` becomes ``u``. All
    other letters remain in their script."""
    text = normalize("NFC", text.casefold().replace(GERESH, "'"))
    for pattern, sound in LETTER_GROUPS.get(script_of(text), ()):
        text = re.sub(pattern, sound, text)
    return text


def is_syllabic_name(text: str) -> bool:
    """Return True if the text has two to four characters, and each is Chinese or Korean, as in a person's full name."""
    scripts = {name(letter, "").partition(" ")[0] for letter in text}
    return len(text) in SYLLABLES_OF_A_NAME and scripts <= {HAN, HANGUL}


def split_variants(text: str) -> list[str]:
    """Return variants of a text. A Chinese or Korean name of two to four characters has three: with a blank after the
    family name, with a blank after each syllable, and without blanks. Other texts have one or two: the text itself, and
    the text without Arabic articles."""
    if is_syllabic_name(text):
        # The first variant divides family name and given name, the second divides all syllables, the third is one word.
        return [f"{text[0]} {text[1:]}", " ".join(text), text]
    return list(dict.fromkeys([text, ARABIC_ARTICLE.sub("", text)]))


def readings(word: str, script: str) -> list[str]:
    """Return the word itself, and up to five other spellings that may be meant. The ``word`` is in Latin letters. It
    was converted from ``script``, which cannot write all sounds: a Japanese ``ji`` may mean ``di``."""
    found = [word]
    for letters, other in READINGS.get(script, COMMON_READINGS):
        found += [known.replace(letters, other) for known in found if letters in known]
    return list(dict.fromkeys(found))[:MAX_READINGS]
