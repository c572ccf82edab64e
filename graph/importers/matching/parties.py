"""When two parties are one: the rules of the catalogue, strongest first, always inside one country."""

import re
from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from graph.importers.matching.party_aliases import ALIASES, OF_THEIR_OWN
from graph.importers.records import EntityRecord
from graph.text.folding import fold

ALIVE_AFTER = 2005
TIMES_THE_SHARE = 3
FEWEST_WORDS_OF_A_BEGINNING = 3
SHORTEST_BARE = 5
LONGEST_CODE = 12
HALF_THE_WORDS = 0.5
MOST_WORDS = 0.6

SUBTITLE = re.compile(r"\s+[—–-]+\s+|\s*[(,:—]")

# Words that say no more than that it is a party, in the languages that sources use.
FILLING = frozenset(
    "party partido parti partei partito partia partija partiya partiia partit partidul partid parties partai pati the "
    "of for and in a an de da do dos das del di du des la le les el los las l d der die den et e y i und och og en na "
    "fur pour para per pro political".split()
)


@dataclass(slots=True, kw_only=True)
class KnownParty:
    """A party the graph has; ``id`` is for the caller.

    ``names`` has the display name first and no acronyms. Years and ``share``, the biggest in per cent, may be unknown;
    without a last year the party is taken to be there still.
    """

    id: int
    country_code: str
    names: list[str]
    acronyms: list[str]
    identifiers: set[tuple[str, str]]
    first_year: int | None = None
    last_year: int | None = None
    share: float | None = None

    @property
    def is_alive(self) -> bool:
        """Whether it is not known to have ended long ago."""
        return self.last_year is None or self.last_year > ALIVE_AFTER


class PartyIndex:
    """The parties known so far, by everything that can tell which one a record speaks of."""

    def __init__(self, parties: Iterable[KnownParty] = ()):
        self._known = defaultdict(list)
        self._by_country = defaultdict(list)
        for party in parties:
            self.add(party)

    def add(self, party: KnownParty) -> None:
        """Make a party findable by the names and identifiers it has now."""
        self._by_country[party.country_code].append(party)
        for rule in RULES:
            for key in rule.keys_of_known(party):
                self._known[party.country_code, rule.name, key].append(party)

    def match(self, record: EntityRecord) -> KnownParty | None:
        """The known party the record speaks of, by the strongest rule that finds one; None when it finds several.

        Of several the one that a weaker rule finds, too, is meant, else the one that is alive, else the one with
        three times the votes of any other.
        """
        if _is_of_its_own(record):
            return None
        hits = []
        for rule in RULES:
            hits = _narrowed(hits, self._hits(rule, record), rule)
            if len(hits) == 1 and (hits[0].is_alive or rule.is_decisive):
                return hits[0]
        return _the_one_meant(hits or self._beginning_with(record))

    def _hits(self, rule, record):
        found = {}
        for key in rule.keys_of_record(record):
            for party in self._known.get((record.country_code, rule.name, key), ()):
                found.setdefault(party.id, party)
        return [party for party in found.values() if rule.is_strong or (party.is_alive and rule.agrees(record, party))]

    def _beginning_with(self, record):
        beginnings = tuple(name for name in _folded(_names(record)) if len(name.split()) >= FEWEST_WORDS_OF_A_BEGINNING)
        known = self._by_country[record.country_code] if beginnings else ()
        return [party for party in known if party.is_alive and _continues(party, beginnings, record)]


def _narrowed(hits, found, rule):
    """What is left of the hits of stronger rules; hits that ended long ago give way to a living party of that code."""
    if not hits:
        return found
    if rule.replaces_the_dead and found and not any(party.is_alive for party in hits):
        return found
    return [party for party in hits if party in found] or hits


@dataclass(frozen=True, slots=True)
class Rule:
    """What must be equal for a record and a known party to be one.

    A decisive rule has the last word. A strong one gives way to a weaker one where its party ended long ago; a weak
    one finds no such party, and only one that ``agrees`` in other ways.
    """

    name: str
    keys_of_record: Callable[[EntityRecord], Iterable]
    keys_of_known: Callable[[KnownParty], Iterable]
    is_decisive: bool = False
    is_strong: bool = True
    agrees: Callable[[EntityRecord, KnownParty], bool] = lambda record, party: True
    replaces_the_dead: bool = False


def _names(record: EntityRecord) -> list[str]:
    return [record.name, *(other.name for other in record.other_names if other.kind != "acronym")]


def _folded(names: Iterable[str]) -> list[str]:
    return [folded for name in names if (folded := fold(name))]


def _codes(names: Iterable[str]) -> list[str]:
    """Short codes without blanks and points: ``PA.SO.K.`` is ``PASOK``."""
    codes = (folded.replace(" ", "") for folded in _folded(names))
    return [code for code in codes if len(code) <= LONGEST_CODE]


def _without_subtitles(names: Iterable[str]) -> list[str]:
    """``NEOS — The New Austria`` is ``NEOS``, ``Alliance Party (Fiji)`` is ``Alliance Party``."""
    return [SUBTITLE.split(name)[0] for name in names]


def _bare(names: Iterable[str]) -> list[tuple[str, ...]]:
    """The words of each name that tell it from others, whatever their order."""
    bare = (tuple(sorted(set(name.split()) - FILLING)) for name in _folded(names))
    return [words for words in bare if len("".join(words)) >= SHORTEST_BARE]


def _identifiers(scheme: str):
    def of_record(record):
        return [entry.value for entry in record.identifiers if entry.scheme == scheme]

    def of_known(party):
        return [value for name, value in party.identifiers if name == scheme]

    return Rule(scheme, of_record, of_known, is_decisive=scheme != "wikidata")


def _alias(record):
    names = (ALIASES.get((record.country_code, name)) for name in _folded(_names(record)))
    return [number for number in names if number]


def _acronyms_of_record(record):
    return _codes(
        [
            record.evidence.get("short_name", ""),
            *(other.name for other in record.other_names if other.kind == "acronym"),
        ]
    )


def _codes_of_record(record):
    return [*_acronyms_of_record(record), *_codes([record.name])]


def _has_words_in_common(record: EntityRecord, party: KnownParty) -> bool:
    """Whether half the words of a name of the record are words of the party; a code of two letters needs more.

    A record that is called by its code alone has no words that could differ.
    """
    codes = _acronyms_of_record(record)
    if not codes or set(_codes([record.name])) & {*codes, *_codes(party.acronyms)}:
        return True
    words = {_stem(word) for name in _folded(party.names) for word in name.split()}
    shares = (_share_of(words, name) for name in _bare(_names(record)))
    enough = MOST_WORDS if max(map(len, codes)) <= len("PC") else HALF_THE_WORDS
    return any(share >= enough for share in shares)


def _share_of(words, name):
    return sum(_stem(word) in words for word in name) / len(name)


def _stem(word):
    return word.removesuffix("s")


RULES = (
    *(_identifiers(scheme) for scheme in ("parlgov-party", "partyfacts", "wikipedia")),
    Rule("alias", _alias, _identifiers("partyfacts").keys_of_known, is_decisive=True),
    Rule("shown name", lambda record: _folded([record.name]), lambda party: _folded(party.names[:1]), is_strong=False),
    Rule("name", lambda record: _folded(_names(record)), lambda party: _folded(party.names)),
    _identifiers("wikidata"),
    Rule(
        "code",
        _codes_of_record,
        lambda party: _codes([*party.acronyms, *party.names]),
        is_strong=False,
        agrees=_has_words_in_common,
        replaces_the_dead=True,
    ),
    Rule(
        "bare name",
        lambda record: _bare(_names(record)),
        lambda party: _bare([*party.names, *_without_subtitles(party.names)]),
        is_strong=False,
    ),
)
"""Strongest first."""


def _is_of_its_own(record: EntityRecord) -> bool:
    """Whether the record is known to be another party than its namesakes in the registers."""
    return any((record.country_code, name) in OF_THEIR_OWN for name in _folded([record.name]))


def _continues(party, beginnings, record):
    """Whether a name of the party goes on where the record's ends, and no acronym says that it is another."""
    ours, theirs = _acronyms_of_record(record), _codes(party.acronyms)
    if ours and theirs and not set(ours) & set(theirs):
        return False
    return any(name.startswith(beginnings) for name in _folded(party.names))


def _the_one_meant(hits):
    if len(hits) < 2:
        return hits[0] if hits else None
    alive = [party for party in hits if party.is_alive]
    if len(alive) == 1:
        return alive[0]
    first, second, *_ = sorted(alive or hits, key=lambda party: -(party.share or 0))
    return first if (first.share or 0) >= TIMES_THE_SHARE * (second.share or 0) > 0 else None
