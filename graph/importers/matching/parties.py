"""Find the party of the graph that an imported record is about."""

import re
from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from graph.importers.matching.nodes import Node
from graph.importers.records import EntityRecord
from graph.importers.tables import read_table
from graph.text.folding import fold

# Names that sources give parties, by country and folded name, with the party's number in Party Facts, or without one if
# Party Facts does not have the party: a record with such a name matches no party, as others have the same name.
ALIASES = Path(__file__).with_name("party_aliases.csv")
DISSOLVED_BEFORE = 2006
FEWEST_WORDS_OF_A_BEGINNING = 3
SHORTEST_BARE_NAME = 5
LONGEST_CODE = 12
SHARED_WORDS = 0.5
SHARED_WORDS_FOR_SHORT_CODES = 0.6

SUBTITLE = re.compile(r"\s+[—–-]+\s+|\s*[(,:—]")
# Words that do not distinguish parties, such as "party" and "of", in the languages that sources use.
STOP_WORDS = frozenset(
    "party partido parti partei partito partia partija partiya partiia partit partidul partid parties partai pati the "
    "of for and in a an de da do dos das del di du des la le les el los las l d der die den et e y i und och og en na "
    "fur pour para per pro political".split()
)


@dataclass(slots=True, kw_only=True, eq=False)
class KnownParty:
    """A party of the graph. The first of ``names`` is displayed. ``last_year`` is None if the party still exists."""

    node: Node | None = None
    country_code: str
    names: list[str]
    acronyms: list[str]
    identifiers: set[tuple[str, str]]
    last_year: int | None = None

    @property
    def is_active(self) -> bool:
        return self.last_year is None or self.last_year >= DISSOLVED_BEFORE


class PartyIndex:
    """Finds parties of the graph by country and by the keys that the rules compare, such as names or acronyms."""

    def __init__(self, parties: Iterable[KnownParty] = ()):
        self._by_key = defaultdict(list)
        self._by_country = defaultdict(list)
        for party in parties:
            self.add(party)

    def add(self, party: KnownParty) -> None:
        """Add a party with its current names and identifiers. It is not found by names that it gets later."""
        self._by_country[party.country_code].append(party)
        for rule in RULES:
            for key in rule.keys_of_party(party):
                self._by_key[party.country_code, rule.name, key].append(party)

    def match(self, record: EntityRecord) -> KnownParty | None:
        """Return the party that the record is about. Return None if no party matches, or several do.

        The rules are tried in their order. If a rule finds several parties, those that the next rules find too are
        preferred, and then the only active one. If no rule finds a party, return the only active one whose name begins
        with a name of the record.
        """
        if "" in _aliases_of(record.country_code, [record.name]):
            return None
        matches = []
        for rule in RULES:
            found = self._found(rule, record)
            replaces = rule.replaces_dissolved and found and not any(party.is_active for party in matches)
            matches = found if replaces or not matches else [party for party in matches if party in found] or matches
            if len(matches) == 1 and (matches[0].is_active or rule.is_decisive):
                return matches[0]
        matches = matches or self._with_longer_name(record)
        active = [party for party in matches if party.is_active]
        return next((found[0] for found in (matches, active) if len(found) == 1), None)

    def _found(self, rule, record):
        keys = [(record.country_code, rule.name, key) for key in rule.keys_of_record(record)]
        found = dict.fromkeys(party for key in keys for party in self._by_key.get(key, ()))
        return [party for party in found if rule.is_strong or (party.is_active and rule.confirm(record, party))]

    def _with_longer_name(self, record):
        """Return active parties whose name begins with a name of the record that has at least three words."""
        starts = tuple(name for name in _folded(_names(record)) if len(name.split()) >= FEWEST_WORDS_OF_A_BEGINNING)
        ours = set(_acronyms(record))

        def fits(party):
            theirs = set(_codes(party.acronyms))
            acronyms_differ = ours and theirs and not ours & theirs
            return not acronyms_differ and any(name.startswith(starts) for name in _folded(party.names))

        known = self._by_country[record.country_code] if starts else ()
        return [party for party in known if party.is_active and fits(party)]


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule for matching. A party matches a record if both have a key in common, such as a name without accents.

    - ``is_decisive``: if this rule finds exactly one party, even a dissolved one, it is the result.
    - ``is_strong``: if False, only active parties match, and only if ``confirm(record, party)`` returns True.
    - ``replaces_dissolved``: if earlier rules found only dissolved parties, those that this rule finds replace them.
    """

    name: str
    keys_of_record: Callable[[EntityRecord], Iterable]
    keys_of_party: Callable[[KnownParty], Iterable]
    is_decisive: bool = False
    is_strong: bool = True
    confirm: Callable[[EntityRecord, KnownParty], bool] = lambda record, party: True
    replaces_dissolved: bool = False


def _names(record: EntityRecord) -> list[str]:
    return [record.name, *(other.name for other in record.other_names if other.kind != "acronym")]


def _folded(names: Iterable[str]) -> list[str]:
    return [folded for name in names if (folded := fold(name))]


def _codes(names: Iterable[str]) -> list[str]:
    """Convert names that can be acronyms to lower case without spaces and points: ``PA.SO.K.`` becomes ``pasok``. Long
    names are left out."""
    codes = (folded.replace(" ", "") for folded in _folded(names))
    return [code for code in codes if len(code) <= LONGEST_CODE]


def _bare(names: Iterable[str]) -> list[tuple[str, ...]]:
    """Return the sorted words of each name without STOP_WORDS such as "party". Short names are left out."""
    bare = (tuple(sorted(set(name.split()) - STOP_WORDS)) for name in _folded(names))
    return [words for words in bare if len("".join(words)) >= SHORTEST_BARE_NAME]


def _identifiers(scheme: str):
    return Rule(
        scheme,
        lambda record: [entry.value for entry in record.identifiers if entry.scheme == scheme],
        lambda party: [value for name, value in party.identifiers if name == scheme],
        is_decisive=scheme != "wikidata",
    )


@cache
def _aliases():
    rows = read_table(ALIASES, ("country", "alias", "partyfacts"))
    return {(row["country"], row["alias"]): row["partyfacts"] for row in rows}


def _aliases_of(country_code, names):
    """Return the Party Facts number of each name that the table ALIASES has. A party without a number has ""."""
    return [number for name in _folded(names) if (number := _aliases().get((country_code, name))) is not None]


def _acronyms(record):
    acronyms = (other.name for other in record.other_names if other.kind == "acronym")
    return _codes([record.evidence.get("short_name", ""), *acronyms])


def _shares_words(record: EntityRecord, party: KnownParty) -> bool:
    """Return True if the names of the record and of the party have enough words in common. Also return True if the
    record has no acronym, or if its name is an acronym."""
    codes = _acronyms(record)
    if not codes or set(_codes([record.name])) & {*codes, *_codes(party.acronyms)}:
        return True
    words = {word.removesuffix("s") for name in _folded(party.names) for word in name.split()}
    shares = (sum(word.removesuffix("s") in words for word in name) / len(name) for name in _bare(_names(record)))
    least = SHARED_WORDS_FOR_SHORT_CODES if max(map(len, codes)) <= len("PC") else SHARED_WORDS
    return any(share >= least for share in shares)


# The rules for matching parties, in the order in which they are tried. The strongest rule comes first.
RULES = (
    *(_identifiers(scheme) for scheme in ("parlgov-party", "partyfacts", "wikipedia")),
    Rule(
        "alias",
        lambda record: filter(None, _aliases_of(record.country_code, _names(record))),
        _identifiers("partyfacts").keys_of_party,
        is_decisive=True,
    ),
    Rule(
        "display name", lambda record: _folded([record.name]), lambda party: _folded(party.names[:1]), is_strong=False
    ),
    Rule("name", lambda record: _folded(_names(record)), lambda party: _folded(party.names)),
    _identifiers("wikidata"),
    Rule(
        "code",
        lambda record: [*_acronyms(record), *_codes([record.name])],
        lambda party: _codes([*party.acronyms, *party.names]),
        is_strong=False,
        confirm=_shares_words,
        replaces_dissolved=True,
    ),
    Rule(
        "bare name",
        lambda record: _bare(_names(record)),
        lambda party: _bare([*party.names, *(SUBTITLE.split(name)[0] for name in party.names)]),
        is_strong=False,
    ),
)
