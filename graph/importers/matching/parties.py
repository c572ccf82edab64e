"""When two parties are one: the rules of the catalogue, strongest first, always inside one country."""

from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from graph.importers.records import EntityRecord

ALIVE_AFTER = 2005
TIMES_THE_SHARE = 3
SHORTEST_PREFIX = 8
SHORTEST_BARE = 5
LONGEST_CODE = 12

# Words that say no more than that it is a party, in the languages that sources use.
FILLING = frozenset(
    "party partido parti partei partito partia partija partiya partiia partit partidul partid parties partai pati the "
    "of for and in a an de da do dos das del di du des la le les el los las l d der die den et e y i und och og en na "
    "für pour para per pro political".split()
)


@dataclass(slots=True, kw_only=True)
class KnownParty:
    """A party the graph has. ``id`` is for the caller; years and ``share`` (its biggest, in per cent) may be unknown."""

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

        Of several the one that is alive, else the one with three times the votes of any other is meant.
        """
        for rule in RULES:
            hits = self._hits(rule, record)
            if hits:
                return _the_one_meant(hits)
        return _the_one_meant(self._beginning_with(record))

    def _hits(self, rule, record):
        found = {}
        for key in rule.keys_of_record(record):
            for party in self._known.get((record.country_code, rule.name, key), ()):
                found.setdefault(party.id, party)
        return [party for party in found.values() if party.is_alive or rule.is_strong]

    def _beginning_with(self, record):
        beginnings = tuple(name for name in _folded(_names(record)) if len(name) >= SHORTEST_PREFIX)
        known = self._by_country[record.country_code]
        return [party for party in known if party.is_alive and _any_starts(party.names, beginnings)]


@dataclass(frozen=True, slots=True)
class Rule:
    """What must be equal. A strong rule also finds parties that ended long ago, a weak one might find namesakes."""

    name: str
    keys_of_record: Callable[[EntityRecord], Iterable]
    keys_of_known: Callable[[KnownParty], Iterable]
    is_strong: bool = True


def _names(record: EntityRecord) -> list[str]:
    return [record.name, *(other.name for other in record.other_names if other.kind != "acronym")]


def _folded(names: Iterable[str]) -> list[str]:
    return [folded for name in names if (folded := fold(name))]


def _codes(names: Iterable[str]) -> list[str]:
    """Short codes without blanks and points: ``PA.SO.K.`` is ``PASOK``."""
    codes = (folded.replace(" ", "") for folded in _folded(names))
    return [code for code in codes if len(code) <= LONGEST_CODE]


def _bare(names: Iterable[str]) -> list[tuple[str, ...]]:
    """The words of each name that tell it from others, whatever their order."""
    bare = (tuple(sorted(set(name.split()) - FILLING)) for name in _folded(names))
    return [words for words in bare if len("".join(words)) >= SHORTEST_BARE]


def _identifiers(scheme: str):
    def of_record(record):
        return [entry.value for entry in record.identifiers if entry.scheme == scheme]

    def of_known(party):
        return [value for name, value in party.identifiers if name == scheme]

    return Rule(scheme, of_record, of_known)


def _alias(record):
    names = (ALIASES.get((record.country_code, name)) for name in _folded(_names(record)))
    return [number for number in names if number]


def _codes_of_record(record):
    acronyms = [other.name for other in record.other_names if other.kind == "acronym"]
    return _codes([record.evidence.get("short_name", ""), *acronyms, record.name])


RULES = (
    *(_identifiers(scheme) for scheme in ("parlgov-party", "partyfacts", "wikipedia")),
    Rule("alias", _alias, _identifiers("partyfacts").keys_of_known),
    Rule("name", lambda record: _folded(_names(record)), lambda party: _folded(party.names)),
    _identifiers("wikidata"),
    Rule("code", _codes_of_record, lambda party: _codes([*party.acronyms, *party.names]), is_strong=False),
    Rule("bare name", lambda record: _bare(_names(record)), lambda party: _bare(party.names), is_strong=False),
)
"""Strongest first."""


def _any_starts(names, beginnings):
    return bool(beginnings) and any(name.startswith(beginnings) for name in _folded(names))


def _the_one_meant(hits):
    if len(hits) < 2:
        return hits[0] if hits else None
    alive = [party for party in hits if party.is_alive]
    if len(alive) == 1:
        return alive[0]
    first, second, *_ = sorted(alive or hits, key=lambda party: -(party.share or 0))
    return first if (first.share or 0) >= TIMES_THE_SHARE * (second.share or 0) > 0 else None
