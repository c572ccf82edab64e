"""Names of persons as the Factbook prints them: surname in capitals, titles before, variants in brackets."""

import re
from dataclasses import dataclass

from graph.importers.factbook.text import brackets, without_brackets
from graph.text.folding import fold

HONOURS = re.compile(
    r"(?:Archbishop|Sr\. Gen\.|Lt\. Col\.|Gen\.|General|Col\.|Capt\.|Dr\.|Sir|Dame|Grand Chief|Crown Prince|President|"
    r"Ratu|incumbent|and) +"
)
OTHER_SPELLING = re.compile(r"(?:also spelled|aka|also known as) +", re.IGNORECASE)
# "Qaraqat or Karakat ÄBDEN": the word before and the word after are two spellings.
TWO_SPELLINGS = re.compile(r"(?P<one>\w+) or (?P<other>\w+)")
NICKNAME = re.compile(r'"(?P<nickname>[^"]+)" *')
SUFFIX = re.compile(r",? *\b(?P<suffix>Jr|Sr)\b\.?")
ROMAN = re.compile(r"(?:I{2,3}|IV|VI{0,3}|IX|XI{0,3}|XIV|XV|XVI)")
LETTERS = re.compile(r"[^\W\d_]+")
PARTICLES = frozenset("DE DA DO DOS DAS DEL DER DEN BIN".split())
# Where a particle is written with a capital in front of a surname: Bart De Wever.
CAPITAL_PARTICLES = frozenset({"be"})
# Spanish names end in the mother's surname, which the Factbook does not put in capitals: "Rodrigo PAZ Pereira".
MOTHERS_NAME_LAST = frozenset("ar bo cl co cr cu do ec es gt hn mx ni pa pe py sv uy ve".split())


@dataclass(frozen=True, slots=True)
class PersonName:
    """How a person is called: for display, otherwise, and the parts by which two spellings are told to be one."""

    display: str
    aliases: tuple[str, ...]
    given: tuple[str, ...]
    surname: str

    @property
    def words(self) -> frozenset[str]:
        """All words of the displayed name, folded."""
        return frozenset(fold(self.display).split())


def parse(text: str, code: str) -> PersonName:
    """The name of a person of a country: ``"Ferdinand "BongBong" MARCOS, Jr."`` is Ferdinand Marcos Jr.

    Titles of rank go, words in capitals become names, what is in brackets or quotes becomes an alias.
    """
    original = without_brackets(_without_honours(text))
    bare = SUFFIX.sub(lambda match: f" {match['suffix']}.", NICKNAME.sub("", TWO_SPELLINGS.sub(r"\1", original)))
    words = bare.split()
    shown = _without_mothers_name(words, code)
    aliases = [original, cased(" ".join(words), code), *_variants(text, original, shown, code)]
    display = cased(" ".join(shown), code)
    return PersonName(
        display=display,
        aliases=tuple(alias for alias in dict.fromkeys(aliases) if alias != display),
        given=tuple(fold(word) for word in shown if not has_capitals(word)),
        surname=_surname(shown),
    )


def cased(name: str, code: str) -> str:
    """Put the words in capitals into the case people write: ``"Marcelo REBELO DE SOUSA"``, ``"LA'AULI"``, ``"XI"``."""
    return " ".join(_cased_word(word, code, first=not place) for place, word in enumerate(name.split()))


def has_capitals(word: str) -> bool:
    """Whether a part of the word stands in capitals, as surnames do: ``al-SUDANI``, not ``J.`` or ``Tik``."""
    return any(len(part) > 1 and part.isupper() for part in LETTERS.findall(word)) and not ROMAN.fullmatch(word)


def is_name(text: str) -> bool:
    """Whether a text can be a person's name: a surname in capitals, or nothing but words with a capital."""
    words = without_brackets(text).split()
    if any(has_capitals(word) for word in words):
        return not any(word.lower() in {"vote", "votes", "percent", "elected"} for word in words)
    return len(words) > 1 and all(LETTERS.search(word) and word[0].isupper() for word in words)


def _without_honours(text):
    while match := HONOURS.match(text):
        text = text[match.end() :]
    return text


def _without_mothers_name(words, code):
    if code not in MOTHERS_NAME_LAST or not any(has_capitals(word) for word in words):
        return words
    last = max(place for place, word in enumerate(words) if has_capitals(word) or ROMAN.fullmatch(word))
    return words[: last + 1]


def _variants(text, original, shown, code):
    for match in TWO_SPELLINGS.finditer(original):
        yield cased(f"{match['other']}{original[match.end() :]}", code)
    family = [word for word in shown if has_capitals(word)]
    for nickname in (*NICKNAME.findall(original), *brackets(text)):
        yield from _variant(nickname, shown, family, code)


def _variant(text, shown, family, code):
    """Another spelling of the whole name, of the surname, or a short form of the given name."""
    other = OTHER_SPELLING.sub("", text)
    if len(other.split()) > 1 or not shown:
        yield cased(other, code)
    elif has_capitals(other) and family:
        yield cased(" ".join(other if word == family[0] else word for word in shown), code)
    elif family and shown[-1] in family:
        yield cased(" ".join([other, *family]), code)


def _surname(words):
    family = [word for word in words if has_capitals(word)]
    return fold(" ".join(family or words[-1:]))


def _cased_word(word, code, first):
    if not first and ROMAN.fullmatch(word):
        return word
    if word in PARTICLES and not first and code not in CAPITAL_PARTICLES:
        return word.lower()
    return "-".join(_cased_part(part) for part in word.split("-"))


def _cased_part(part):
    """A letter alone before an apostrophe starts a name (O'Neill); elsewhere an apostrophe is a sound (La'auli)."""
    letters = "".join(LETTERS.findall(part))
    if len(letters) < 2 or not letters.isupper():
        return part
    head, apostrophe, tail = part.partition("'")
    if apostrophe and len(head) == 1:
        return f"{head}'{_titled(tail)}"
    return _titled(part)


def _titled(part):
    start = LETTERS.search(part)
    if not start:
        return part
    place = start.start()
    return part[: place + 1] + part[place + 1 :].lower()
