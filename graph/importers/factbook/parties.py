"""Parties: names, other names and acronyms out of the lists of parties and the lists of seats."""

from collections.abc import Iterator

from graph.folding import fold
from graph.importers.factbook import party_names
from graph.importers.factbook.page import LEGISLATIVE, LOWER, UPPER, Page
from graph.importers.factbook.party_names import PartyName
from graph.importers.factbook.seats import seats
from graph.importers.records import EntityRecord, NameRecord, Record, RelationshipRecord, country_key
from graph.kinds import Kind

PATH = ("Political parties",)
SEATS = "parties elected and seats per party"
# Words that do not tell parties of one country apart.
EMPTY_WORDS = frozenset("party parties the of for and to in a partido".split())
SPELLINGS = {"labor": "labour", "center": "centre", "peoples": "people", "honor": "honour", "block": "bloc"}
SHORT_ACRONYM = 2


class Party:
    """A party with the names found so far."""

    def __init__(self, code: str, name: PartyName, line: str):
        self.code, self.line = code, line
        self.names = [name]

    @property
    def name(self) -> str:
        """The name it is shown by: the first that was found."""
        return self.names[0].name

    @property
    def key(self) -> str:
        """The run's key of the party."""
        return f"factbook:party:{self.code}:{fold(self.name)}"

    def is_called(self, name: PartyName) -> bool:
        """Whether one of its names or acronyms is the other's, and nothing speaks against it."""
        if is_another_faction(name.name, self.name):
            return False
        if name.folded & self.folded:
            return True
        return bool(name.acronyms_folded & self.acronyms) and bool(name_words(name) & self.words)

    @property
    def folded(self) -> set[str]:
        """All names, folded."""
        return {folded for name in self.names for folded in name.folded}

    @property
    def acronyms(self) -> set[str]:
        """All acronyms, folded."""
        return {acronym for name in self.names for acronym in name.acronyms_folded}

    @property
    def words(self) -> set[str]:
        """The telling words of all names."""
        return {word for name in self.names for word in name_words(name)}

    def record(self) -> EntityRecord:
        """The party as an entity."""
        other = {NameRecord(name=name, kind=kind): None for found in self.names for name, kind in found.others}
        spelled = {NameRecord(name=found.name): None for found in self.names}
        return EntityRecord(
            key=self.key,
            kind=Kind.PARTY,
            name=self.name,
            country_code=self.code,
            other_names=tuple(entry for entry in (spelled | other) if entry.name != self.name),
            line=self.line,
        )


def is_another_faction(name: str, other: str) -> bool:
    """Whether brackets in both names tell them apart: ``Jatiya Party (Ershad faction)``."""
    return name.endswith(")") and other.endswith(")") and name != other


def name_words(name: PartyName) -> set[str]:
    """The words of a name that tell it from others, one spelling each."""
    return {SPELLINGS.get(word, word) for word in fold(name.name).split()} - EMPTY_WORDS


class Parties:
    """The parties of one page, each once."""

    def __init__(self, page: Page):
        self._page = page
        self._country_words = set(fold(page.country.name).split())
        self._known: list[Party] = []
        for line in party_names.items(page.lines(*PATH)):
            self._add(party_names.parse(line, page.code), page.line(*PATH))
        for section in (LEGISLATIVE, LOWER, UPPER):
            for name, _ in seats(page.text(section, SEATS)):
                if party_names.is_one_party(name):
                    self._add_seated(party_names.parse(name, page.code), page.line(section, SEATS))

    def records(self) -> Iterator[Record]:
        """The parties, and that they operate in the country."""
        for party in self._known:
            yield party.record()
            yield RelationshipRecord(
                type="party_operates_in_country",
                subject=party.key,
                object=country_key(self._page.code),
                line=party.line,
            )

    def called(self, text: str) -> Party | None:
        """The one party with this name or acronym; None where there is none or two."""
        wanted = fold(text)
        found = [party for party in self._known if wanted in party.folded | party.acronyms]
        return found[0] if wanted and len(found) == 1 else None

    def shown(self, text: str) -> str:
        """The name of the party that a list of seats means, as the graph shows it."""
        name = party_names.parse(text, self._page.code)
        party = self._find(name) if party_names.is_one_party(text) else None
        return party.name if party else name.name

    def _add(self, name, line):
        known = next((party for party in self._known if party.is_called(name)), None)
        if known:
            known.names.append(name)
        elif name.name:
            self._known.append(Party(self._page.code, name, line))

    def _add_seated(self, name, line):
        known = self._find(name)
        if known is None:
            self._add(name, line)
        elif name not in known.names:
            known.names.append(name)

    def _find(self, name):
        """Lists of seats shorten names: their words may be some of the words of just one party."""
        words = name_words(name) - self._country_words
        acronyms = {acronym for acronym in name.acronyms_folded if len(acronym) > SHORT_ACRONYM} | {fold(name.name)}
        for rule in (
            lambda party: party.is_called(name),
            lambda party: bool(acronyms & party.acronyms),
            lambda party: bool(words) and any(words == name_words(known) - self._country_words for known in party.names),
            lambda party: bool(words) and any(words < name_words(known) for known in party.names),
        ):
            found = [party for party in self._known if rule(party)]
            if found:
                return found[0] if len(found) == 1 else None
        return None
