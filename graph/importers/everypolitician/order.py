"""The order of the words of a name: given name first, where the source's list has the surname first.

Lists of countries where the surname comes first in every-day life too (China, Korea, Japan, Vietnam) stay as they
are, and so do lists that do not tell which word is the surname.
"""

import re
from collections.abc import Callable

from graph.importers.everypolitician.house import Person
from graph.importers.names import PARTICLES, is_upper_case

PATRONYMIC = re.compile(r"\w+(?:вич|вна|ьич|нична|vich|vna)|угли|ўғли|оглы|кызы|қизи|ogly", re.IGNORECASE)
SURNAME = re.compile(r"\w+(?:ova?|eva?|zoda|ова?|ева?)")
MARRIED = re.compile(r"\b(?:nee|née|ep\.?|épse|epouse|épouse|veuve) ?\S+ ", re.IGNORECASE)
MAIDEN_NAME = re.compile(r"née|épse|épouse|ép\.?.*", re.IGNORECASE)
SURNAME_PARTICLES = PARTICLES | frozenset({"ait", "ben", "hadj", "ould", "si", "sidi", "ya"})
CLICK = re.compile(r"[!|/]")
INITIAL = re.compile(r"[^\W\d_]\.?|[A-Z][a-z]", re.UNICODE)
FATHERS_NAME = re.compile(r"\w+ou")
FATHERS_NAME_OF_A_MAN = re.compile(r"\w+[ai]")


def given_name_first(name: str, person: Person, country_slug: str) -> str:
    """The name in the order that people of the country are called by, as far as the source tells it."""
    words = name.split()
    arrange = BY_COUNTRY.get(country_slug)
    return " ".join(arrange(words, person)) if arrange and len(words) > 1 else name


def _turned(words, length):
    """The first words, which are the surname, put behind the others."""
    return words[length:] + words[:length]


def _surname_first(words, person):
    if any(CLICK.match(word) for word in words[1:]):
        return words
    return _turned(words, _length_of_surname(words))


def _length_of_surname(words):
    length = 1
    while length < len(words) - 1 and words[length - 1].lower() in SURNAME_PARTICLES:
        length += 1
    if length < len(words) - 2 and words[length].lower() in SURNAME_PARTICLES - {"el"}:
        length += 2
    return length


def _maiden_name_dropped(words, person):
    return _surname_first(MARRIED.sub("", " ".join(words)).split(), person)


def _two_words_only(words, person):
    return _turned(words, 1) if len(words) == 2 else words


def _given_name_last(words, person):
    length = len(words) - (2 if INITIAL.fullmatch(words[-1]) and len(words) > 2 else 1)
    return _turned(words, length)


def _slavic(words, person):
    if len(words) == 2 and (SURNAME.fullmatch(words[1]) or not SURNAME.fullmatch(words[0])):
        return words
    if len(words) == 3 and PATRONYMIC.fullmatch(words[1]) and not PATRONYMIC.fullmatch(words[2]):
        return words
    return _turned(words, 1)


def _greek(words, person):
    """Surname, in some years the father's name in the genitive, given name; parts of double names have hyphens."""
    name = " ".join(words).replace(" - ", "-")
    if " " not in name:
        name = " ".join(name.rsplit("-", 1))
    surname, *given = name.split()
    if len(given) == 2 and _is_fathers_name(*given):
        given = given[1:]
    return [*given, surname]


def _is_fathers_name(middle, given):
    is_man = given.endswith("s")
    return bool(FATHERS_NAME.fullmatch(middle) or (is_man and FATHERS_NAME_OF_A_MAN.fullmatch(middle)))


def _capitals_first(words, person):
    """``MELONI Giorgia``: the surname is in capitals and the given name is not."""
    if any(MAIDEN_NAME.fullmatch(word) for word in words):
        return words
    length = 0
    while length < len(words) and (is_upper_case(words[length]) or words[length] == "-"):
        length += 1
    return _turned(words, length)


def _italian(words, person):
    family = person.family_name.lower().split()
    if family and [word.lower() for word in words[: len(family)]] == family:
        return _turned(words, len(family))
    return _capitals_first(words, person)


def _family_name_first(words, person):
    return _turned(words, 1) if words[0].lower() == person.family_name.lower() else words


def _romanian(words, person):
    """The name to sort by has the surname in capitals."""
    length = 0
    while length < len(words) - 1 and words[length].upper() in person.sort_name:
        length += 1
    return _turned(words, length)


def _tanzanian(words, person):
    """Older members stand as surname, middle name, given name; their name to sort by is then the same."""
    if person.sort_name and person.sort_name != person.name:
        return words
    return [words[-1], *words[1:-1], words[0]]


def _dutch(words, person):
    """``Ton M Ch Elias``: the initials of the other given names stand between the names."""
    if not person.given_name:
        return words
    return [words[0], *(word for word in words[1:] if not INITIAL.fullmatch(word))]


BY_COUNTRY: dict[str, Callable[[list[str], Person], list[str]]] = {
    "Algeria": _maiden_name_dropped,
    "Belarus": _surname_first,
    "Burundi": _capitals_first,
    "Cameroon": _capitals_first,
    "Congo-Kinshasa": _capitals_first,
    "Cyprus": _given_name_last,
    "Gabon": _capitals_first,
    "Greece": _greek,
    "Italy": _italian,
    "Kazakhstan": _capitals_first,
    "Kyrgyzstan": _capitals_first,
    "Liechtenstein": _given_name_last,
    "Madagascar": _capitals_first,
    "Namibia": _surname_first,
    "Netherlands": _dutch,
    "Romania": _romanian,
    "Russia": _slavic,
    "Tajikistan": _slavic,
    "Tanzania": _tanzanian,
    "Togo": _capitals_first,
    "Uganda": _two_words_only,
    "Ukraine": _family_name_first,
    "Uzbekistan": _slavic,
}
