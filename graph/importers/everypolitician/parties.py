"""The parties of one country, gathered from the groups of its chambers."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from graph.importers.everypolitician.groups import is_party
from graph.importers.everypolitician.house import Group
from graph.importers.everypolitician.index import Legislature
from graph.importers.everypolitician.party_names import (
    as_written,
    is_code,
    listed_names,
    party_names,
    tidy,
    translation,
)
from graph.importers.everypolitician.text import is_latin
from graph.importers.records import EntityRecord, IdentifierRecord, NameRecord, Record, RelationshipRecord, country_key
from graph.kinds import Kind
from graph.relations import RelationshipType
from graph.text.folding import fold

LANGUAGES = frozenset({"de", "en", "es", "fr", "pt"})

# Identifiers of groups that are made by a machine or by the source, not abbreviations.
MADE_IDENTIFIER = re.compile(r"party/.*|_.*|[0-9].*|[a-z].*|.*\s.*")
YEAR_AT_END = re.compile(r"(?<=[A-Z]{2})[0-9]{2}$")


@dataclass(slots=True)
class _Party:
    """A party under construction: how often it is called what, and the groups that it is."""

    key: str
    value: str
    names: Counter = field(default_factory=Counter)
    groups: dict[tuple[str, str], Group] = field(default_factory=dict)


class Parties:
    """Finds the party of a group, one for all groups of the country with one folded name."""

    def __init__(self, legislature: Legislature):
        self._country = legislature.country
        self._slug = legislature.country_slug
        self._parties: dict[str, _Party] = {}

    def keys_of(self, group: Group) -> tuple[str, ...]:
        """The keys of the parties a member of the group belonged to; none for independents."""
        if not is_party(group.name, self._slug):
            return ()
        names = [name for name in _names(group, self._slug) if is_party(name, self._slug)]
        return tuple(self._party(name, group).key for name in names)

    def records(self) -> Iterator[Record]:
        """The records of the parties asked for so far, and that they operate in the country."""
        for record in _without_shared_names([self._entity(party) for party in self._parties.values()]):
            yield record
            yield RelationshipRecord(
                type=RelationshipType.OPERATES_IN_COUNTRY,
                subject=record.key,
                object=country_key(self._country.code),
                line=record.line,
            )

    def _party(self, name, group):
        value = f"{self._slug}/{fold(name).replace(' ', '-')}"
        party = self._parties.setdefault(value, _Party(key=f"everypolitician:party:{value}", value=value))
        party.names[name] += 1
        party.groups.setdefault((group.id, group.name), group)
        return party

    def _entity(self, party):
        lines = sorted(group.line for group in party.groups.values())
        groups = self._groups_of_one_party(party)
        name = min(party.names, key=lambda name: (-party.names[name], name))
        acronyms = _acronyms(name, groups)
        return EntityRecord(
            key=party.key,
            kind=Kind.PARTY,
            name=name,
            country_code=self._country.code,
            other_names=_other_names(name, acronyms, groups),
            identifiers=_identifiers(party.value, groups),
            evidence={"short_name": acronyms[0]} if acronyms else {},
            line=lines[0],
        )

    def _groups_of_one_party(self, party):
        """The groups whose names, codes and identifiers are the party's own."""
        groups = [group for group in party.groups.values() if len(party_names(group.name, self._slug)) == 1]
        return sorted(groups, key=lambda group: group.line)


def _names(group, slug):
    """The parties' names; a code, or a name in another script, gives way to the English name in the source."""
    names = party_names(group.name, slug)
    if listed_names(group.name, slug) or len(names) > 1:
        return names
    english = next((translation(name) for name, language in group.other_names if language == "en"), "")
    is_plain = is_latin(names[0]) and not is_code(names[0])
    return names if is_plain or not is_latin(english) or is_code(english) else (english,)


def _without_shared_names(records):
    """The records without other names that several of them bear, which would tell none of them."""
    uses = Counter(folded for record in records for folded in _folded(record))
    for record in records:
        own = tuple(other for other in record.other_names if other.kind == "acronym" or uses[fold(other.name)] == 1)
        yield replace(record, other_names=own)


def _folded(record):
    return {fold(record.name), *(fold(other.name) for other in record.other_names)}


def _acronyms(name, groups):
    """Abbreviations in the order of use: the name itself, other names and identifiers that are short codes."""
    candidates = [name, *(tidy(group.name) for group in groups), *(_acronym_of(group) for group in groups)]
    return list(dict.fromkeys(text for text in candidates if text and is_code(text)))


def _acronym_of(group):
    identifier = YEAR_AT_END.sub("", group.id)
    return "" if MADE_IDENTIFIER.fullmatch(group.id) or not is_code(identifier) else identifier


def _other_names(name, acronyms, groups):
    found = {acronym: NameRecord(name=acronym, kind="acronym") for acronym in acronyms}
    for other in _one_spelling_each([as_written(group.name) for group in groups], name):
        native = not is_latin(other) and is_latin(name)
        found.setdefault(other, NameRecord(name=other, kind="native" if native else "alias"))
    for other, language in _translations(groups):
        found.setdefault(other, NameRecord(name=other, lang=language))
    return tuple(record for other, record in found.items() if other and other != name)


def _one_spelling_each(names, shown):
    """The names without those that differ from the shown one, or from another, only in case and accents."""
    spellings = {fold(name): name for name in sorted(names, key=str.isupper, reverse=True)}
    return sorted(name for folded, name in spellings.items() if folded != fold(shown))


def _translations(groups):
    pairs = {(translation(name), language) for group in groups for name, language in group.other_names}
    return sorted(pair for pair in pairs if pair[1] in LANGUAGES)


def _identifiers(value, groups):
    wikidata = sorted({identifier for group in groups for identifier in group.wikidata})
    return (
        IdentifierRecord(scheme="everypolitician-party", value=value),
        *(IdentifierRecord(scheme="wikidata", value=identifier) for identifier in wikidata),
    )
