"""The name to show for a person: in order and case, without titles, degrees, nicknames and notes."""

import re
from functools import partial

from graph.importers.everypolitician.honorifics import LETTERS_AFTER, without_titles
from graph.importers.everypolitician.house import Person
from graph.importers.everypolitician.order import given_name_first
from graph.importers.everypolitician.text import clean, in_one_alphabet, without_brackets
from graph.importers.names import PARTICLES, SUFFIX, is_upper_case, to_title_case

NICKNAME = re.compile(r"[\"“«][^\"”»]+[\"”»]")
ALSO_CALLED = re.compile(r"\(ခ\).*$")
MARRIED = re.compile(r" (?:épouse|épse|ép\.?|née) ?(?=\S)", re.IGNORECASE)
FATHERS_NAME_LEFT_OUT = re.compile(r" (?:bin|binti)$", re.IGNORECASE)
EXCLAMATION = re.compile(r"(?<=\w)!")
DIGITS_AT_END = re.compile(r"(?<=[^\W\d_])\d+$")
JOINED_BRACKETS = re.compile(r"\s+-\s*\(([^()]*)\)")
STOP_AT_END = re.compile(r"(?<=[a-z]{4})\.$")
SPACED_HYPHEN = re.compile(r"(?<=\w) - (?=\w)")
LONELY_HYPHEN = re.compile(r"(?<=\w)-(?= )|(?<= )[-–](?=\w)")

# Optical character recognition took letters for digits.
MISREAD = str.maketrans("0185", "OIBS")
MISREAD_COUNTRIES = frozenset({"Congo-Kinshasa"})

# What stands behind the comma: the given name, the given name of a surname-first language, or degrees and places.
COMMA_BEFORE_GIVEN_NAME = frozenset({"Hungary", "India", "Namibia", "Paraguay", "Philippines", "Singapore"})
COMMA_IN_CUSTOMARY_ORDER = frozenset({"South-Korea"})

PROVINCES = re.compile(
    r" (?:-? ?)(?:badakhshan|badgis|baghlan|balkh|bamyan|daikundi|ghazni|khost|logar|orozghan|parwan|zabul)$",
    re.IGNORECASE,
)
ENDS_IN_A_PROVINCE = frozenset({"Afghanistan"})
LOWERCASE_LISTS = frozenset({"Afghanistan", "Nigeria"})
KEPT_IN_CAPITALS = frozenset({"JHC", "PT"})
DIGRAPH_IN_CAPITALS = re.compile(r"(?<![a-z])([LN])j(?=[A-Z]|\b)")
SHOUTED_BEFORE_HYPHEN = re.compile(r"\b([^\W\d_])([^\W\d_a-z]{2,})(?=-[A-Z][a-z])")
HALF_SHOUTED = re.compile(r"\b(Mc|Mac|D['’]|O['’])([A-Z])([A-Z]+)\b")
TWO_CAPITALS = re.compile(r"\b([A-Z])([A-Z])([a-z]{2,})")
CAPITAL_BEHIND_APOSTROPHE = re.compile(r"(?<=[^\W\d_]{2})(['’])([A-Z])")
ELIDED_PARTICLES = frozenset({"Italy", "San-Marino"})
SLASH = re.compile(r"(?<=\w) ?/ ?(?=\w{2})")
CLICKS = frozenset({"Namibia"})


def display_name(person: Person, country_slug: str) -> str:
    """The person's name as an English text has it; in the script of the source."""
    name = _without_asides(person.name, country_slug)
    name = _without_married_name(_joined(_parts(name, country_slug), country_slug))
    name = given_name_first(_suffix_last(name), person, country_slug)
    return _in_case(FATHERS_NAME_LEFT_OUT.sub("", name), country_slug)


def alias(name: str) -> str:
    """Another name of the person, without the notes that tell namesakes apart."""
    return in_one_alphabet(without_brackets(clean(name)))


def _without_asides(name, country_slug):
    name = clean(JOINED_BRACKETS.sub(r"-\1", ALSO_CALLED.sub("", name)))
    if country_slug in MISREAD_COUNTRIES:
        name = " ".join(word.translate(MISREAD) for word in name.split())
    name = DIGITS_AT_END.sub("", EXCLAMATION.sub("", NICKNAME.sub(" ", name)))
    name = in_one_alphabet(clean(without_brackets(name)))
    if country_slug not in CLICKS:
        name = SLASH.sub("/", name)
    if country_slug in ENDS_IN_A_PROVINCE:
        name = LONELY_HYPHEN.sub("", PROVINCES.sub("", name))
    return STOP_AT_END.sub("", SPACED_HYPHEN.sub("-", name))


def _without_married_name(name):
    """``BOTOULI née BIANG Paulette`` gives ``BOTOULI Paulette``; a name that would lose its given name stays."""
    head, _, tail = MARRIED.sub("\n", name, count=1).partition("\n")
    given = [] if any(not is_upper_case(word) for word in head.split()) else tail.split()
    while given and is_upper_case(given[0]):
        given = given[1:]
    bare = " ".join([head, *given])
    return name if len(bare.split()) == 1 or (is_upper_case(bare) and tail) else bare


def _parts(name, country_slug):
    """The name's parts between commas without titles; a part of titles alone falls away."""
    parts = [without_titles(part.strip(), country_slug) for part in name.split(",")]
    return [part for part in parts if part and part.lower().rstrip(".") not in LETTERS_AFTER] or [name]


def _joined(parts, country_slug):
    first, *others = parts
    if others and SUFFIX.fullmatch(others[-1]):
        return f"{first} {others[-1]}"
    if others and country_slug in COMMA_BEFORE_GIVEN_NAME:
        return f"{others[0]} {first}"
    return " ".join(parts) if country_slug in COMMA_IN_CUSTOMARY_ORDER else first


def _suffix_last(name):
    """``Mariano Michael Jr. M. Velarde`` gives ``Mariano Michael M. Velarde Jr.``"""
    words = name.split()
    suffixes = [word for word in words[1:-1] if word in ("Jr.", "Jr", "Sr.", "Sr", "III")]
    return " ".join([word for word in words if word not in suffixes] + suffixes)


def _in_case(name, country_slug):
    name = DIGRAPH_IN_CAPITALS.sub(r"\1J", name)
    name = " ".join(map(partial(_unshouted, country_slug), name.split(), to_title_case(name).split()))
    name = HALF_SHOUTED.sub(lambda match: match[1] + match[2] + match[3].lower(), name)
    name = SHOUTED_BEFORE_HYPHEN.sub(lambda match: match[1] + match[2].lower(), name)
    if country_slug in LOWERCASE_LISTS:
        name = TWO_CAPITALS.sub(lambda match: match[1] + match[2].lower() + match[3], name)
        name = " ".join(_capitalized(word) for word in name.split())
    return name if name[:1].isupper() or name.split()[0] in PARTICLES else _capitalized(name)


def _unshouted(country_slug, written, word):
    """``SA'DUDDIN`` gives ``Sa'duddin``, but ``DELL'ORCO`` gives ``Dell'Orco``."""
    if written in KEPT_IN_CAPITALS:
        return written
    if written == word or country_slug in ELIDED_PARTICLES:
        return word
    return CAPITAL_BEHIND_APOSTROPHE.sub(lambda match: match[1] + match[2].lower(), word)


def _capitalized(word):
    return word[:1].upper() + word[1:]
