"""Understand queries for an office, an institution or an election in any language, such as ``presidente de brasil``.

Each row of ``data/roles.csv`` has English words that names in the graph use, such as "prime minister", and words in
many languages with the same meaning. A word with an asterisk at the end matches all words that begin with it. If the
words name a country too, as "Bundeskanzler" does, the row has country codes."""

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product
from unicodedata import name

from search.countries import CountryNames
from search.query import YEAR, is_foreign
from search.tokens import tokenise_query
from search.translation import FILLERS
from search.vocabulary import PLAIN_WORDS, QUESTION_WORDS, ROLES, STOP_WORDS

WITHOUT_BLANKS = frozenset({"CJK", "HIRAGANA", "KATAKANA", "HANGUL"})
"""Scripts in which a title and the name after it may be written without a blank."""
JOINING = re.compile(r"[的の・·의\W_]+")
LONGEST, LONGEST_TOGETHER = 5, 12
MAX_TEXTS = 6
IGNORED = FILLERS | QUESTION_WORDS | STOP_WORDS
ABSENT = "absent"
"""The value of the column ``english`` in ``roles.csv`` for roles and organisations that are not in the graph, such as
mayors."""


@dataclass(frozen=True, slots=True)
class Role:
    """A role that a word of a query can mean, such as "Bundeskanzler". ``english`` is the text for it in the names of
    the graph, such as "chancellor". ``kind`` is the kind of entity to search for, such as an office. ``countries`` has
    the codes of the countries that the word names too, here ``de`` and ``at``."""

    english: str
    kind: str
    countries: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Understanding:
    """The meaning of a query for an office, an institution or an election.

    - ``texts`` are English queries with the same meaning. They search only for entities of this ``kind``.
    - ``rest`` are words of the query with an unknown meaning, perhaps a person's name. If there are any, there are no
      ``texts``.
    - ``is_english`` is True if the query already has the English words that the graph uses. Then the query itself is
      searched, too.
    - ``is_absent`` is True if the query means an office that the graph does not have, such as mayor. Then there are no
      ``texts`` either."""

    texts: tuple[str, ...] = ()
    kind: str = ""
    rest: str = ""
    is_english: bool = False
    is_absent: bool = False


WORDS, STEMS = ({script: defaultdict(list) for script in (False, True)} for _ in range(2))
"""WORDS maps words to the roles that they may mean. STEMS does the same for the beginnings of words. Each has one dict
for queries in Latin letters (key False), and one for queries in other scripts (key True). In both, the words are in
Latin letters. The dicts are separate, because a Russian word in Latin letters may look like a German surname."""
for row in ROLES:
    role = Role(row["english"], row["kind"], tuple(filter(None, row["country"].split(";"))))
    for word in row["words"].split(";"):
        if known := " ".join(tokenise_query(word)):
            (STEMS if word.endswith("*") else WORDS)[is_foreign(word)][known].append(role)
ANY_STEM = {script: re.compile("|".join(sorted(stems, key=len, reverse=True))) for script, stems in STEMS.items()}
ENGLISH = frozenset({role.english for roles in WORDS[False].values() for role in roles} | {"elections", "presidents"})
"""The English words for roles that names in the graph use. They need no translation."""


def understand(text: str, countries: CountryNames) -> Understanding:
    """Return the meaning of a query, in any language, for an office, an institution or an election. ``countries`` has
    the names of countries that the query may contain. If the query names no role, return an empty `Understanding`."""
    together = _is_together(text)
    parts = _split_together(text, countries) if together else _split(tokenise_query(text), countries, is_foreign(text))
    roles, codes, years, rest, is_english = [], [], [], [], True
    for part, meant, named in (parts := list(parts)):
        roles += [meant] if meant else []
        codes += [sorted(named)] if named else []
        years += [part] if YEAR.fullmatch(part) else []
        rest += [] if meant or named or YEAR.fullmatch(part) else [part]
        is_english = is_english and not (meant and part not in ENGLISH)
    if not roles:
        return Understanding()
    is_absent = any(role.english == ABSENT for meant in roles for role in meant)
    if rest or is_absent:
        return Understanding(rest=("" if together else " ").join(rest), is_english=is_english, is_absent=is_absent)
    # In Latin letters, titles such as Kung, Rey and Val are also names of people.
    is_title = is_foreign(text) or all(part in PLAIN_WORDS for part, *_ in parts)
    is_alone = is_title and not (is_english or codes or years)
    return replace(_texts(roles, codes, " ".join(years), countries, is_alone), is_english=is_english)


def _texts(meanings, codes, years, countries, is_alone):
    """Return an `Understanding` with at most six English queries that mean the same as the user's query: "chancellor
    Germany" and "chancellor Austria" for "Bundeskanzler". All of them search for the same kind of entity. There are
    English queries only in these cases:

    - The user's query names a country. A title such as "Bundeskanzler" names countries, too. If several words name
      countries, only the countries that all these words name count.
    - The user's query has a year.
    - The user's query is only a title (``is_alone``) that names no country.

    The arguments:

    - ``meanings`` has a list for each word that names a role: the roles that the word can mean.
    - ``codes`` has a list for each name of a country in the query: the codes of the countries that the name can mean.
    - ``years`` is a text with the years in the query.
    - ``countries.main`` maps the code of each country to its English name."""
    found = []
    for roles in product(*meanings):
        kinds = {role.kind for role in roles}
        named = [set(some) for some in [*codes, *(role.countries for role in roles)] if some]
        common = set.intersection(*named) if named else set()
        if len(kinds) == 1 and (common or years or (is_alone and not named)):
            english = " ".join(dict.fromkeys(word for role in roles for word in role.english.split()))
            names = [countries.main[code] for code in sorted(common) if code in countries.main] or [""]
            found += [(f"{english} {years} {country}", *kinds) for country in names]
    kind = found[0][1] if found else ""
    return Understanding(tuple(text for text, of_kind in found if of_kind == kind)[:MAX_TEXTS], kind)


def _is_together(text):
    letters = [letter for letter in text if letter.isalpha()]
    return bool(letters) and all(name(letter, "").partition(" ")[0] in WITHOUT_BLANKS for letter in letters)


def _split(tokens, countries, script) -> Iterator[tuple[str, list[Role], frozenset[str]]]:
    """Split the words of a query into parts, and yield (part, roles that it may mean, codes of countries that it
    names). A part is the longest sequence of words that means a role or a country. Any other word is a part without
    roles. If such a word is derived from the name of a country, as "portugaise" is, the code of this country is yielded
    with it. Words such as "of" are left out. ``script`` is True if the query is in another script than Latin."""
    start = 0
    while start < len(tokens):
        for length in range(min(LONGEST, len(tokens) - start), 0, -1):
            words = tokens[start : start + length]
            part = " ".join(words)
            meant, named = _roles(part, script), countries.in_any_language(tuple(words))
            if meant or named:
                break
        start += length
        if meant or named or part not in IGNORED:
            yield part, meant, named or (frozenset() if meant else countries.derived(part))


def _roles(part, script):
    stem = ANY_STEM[script].match(part)
    # A stem may be continued only to the end of its last word.
    return WORDS[script].get(part) or (STEMS[script][stem[0]] if stem and " " not in part[stem.end() :] else [])


def _split_together(text, countries):
    text = JOINING.sub("", text)
    unknown = ""
    while text:
        for length in range(min(LONGEST_TOGETHER, len(text)), 0, -1):
            part = " ".join(tokenise_query(text[:length]))
            meant = WORDS[True].get(part, [])
            named = countries.in_any_language(tuple(part.split())) if length > 1 else frozenset()
            if meant or named:
                break
        if meant or named:
            yield from [(unknown, [], frozenset())] if unknown else []
            yield part, meant, named
            unknown = ""
        else:
            unknown += text[:length]
        text = text[length:]
    if unknown:
        yield unknown, [], frozenset()
