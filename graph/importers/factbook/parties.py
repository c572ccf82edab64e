"""Parties: names, other names and acronyms out of the lists of parties and the lists of seats."""

from collections.abc import Iterator

from graph.importers.factbook import party_names
from graph.importers.factbook.page import LEGISLATIVE, LOWER, UPPER, Page
from graph.importers.factbook.party_names import PartyName
from graph.importers.factbook.seat_slips import SEAT_LISTS
from graph.importers.factbook.seats import seats
from graph.importers.records import EntityRecord, NameRecord, Record, RelationshipRecord, country_key
from graph.kinds import Kind
from graph.relations import RelationshipType
from graph.text.folding import fold

PATH = ("Political parties",)
SEATS = "parties elected and seats per party"
# Words that do not tell parties of one country apart.
EMPTY_WORDS = frozenset("party parties the of for and to in a partido".split())
SPELLINGS = {"labor": "labour", "center": "centre", "peoples": "people", "honor": "honour", "block": "bloc"}
SHORT_ACRONYM = 2


class Party:
    """A party with the names found so far; ``common`` are the words of the country's name, which tell none apart."""

    def __init__(self, code: str, name: PartyName, line: str, common: frozenset[str]):
        self.code, self.line, self.common = code, line, common
        self.names = [name]

    @property
    def name(self) -> str:
        """The name it is shown by: the first that was found, in its spelling with the most accents."""
        first = self.names[0].name
        same = [name.name for name in self.names if fold(name.name) == fold(first)]
        return max(same, key=lambda name: (not name.isupper(), sum(not letter.isascii() for letter in name)))

    @property
    def is_alliance(self) -> bool:
        """Whether it is several parties that stand together."""
        return any(name.is_alliance for name in self.names)

    @property
    def key(self) -> str:
        """The run's key of the party; acronyms tell two parties of one name apart."""
        return f"factbook:party:{self.code}:{' '.join([fold(self.name), *sorted(self.names[0].acronyms_folded)])}"

    @property
    def folded(self) -> set[str]:
        """All names in use, folded."""
        return {folded for name in self.names for folded in name.folded}

    @property
    def acronyms(self) -> set[str]:
        """All acronyms, folded."""
        return {acronym for name in self.names for acronym in name.acronyms_folded}

    def is_called(self, name: PartyName) -> bool:
        """Whether one of its names or acronyms is the other's, and nothing speaks against it."""
        if _is_another_faction(name.name, self.name):
            return False
        if name.folded & self.folded or fold(name.name) in self.acronyms or self.folded & name.acronyms_folded:
            return True
        shared = telling_words(name.name) & {word for words in self.words() for word in words}
        return bool(name.acronyms_folded & self.acronyms and shared - self.common)

    def words(self) -> list[set[str]]:
        """The telling words of each name in use."""
        return [telling_words(folded) for folded in self.folded]

    def record(self) -> EntityRecord:
        """The party as an entity."""
        return EntityRecord(
            key=self.key,
            kind=Kind.PARTY,
            name=self.name,
            country_code=self.code,
            other_names=tuple(NameRecord(name=name, kind=kind) for name, kind in self._other_names()),
            line=self.line,
        )

    def _other_names(self):
        """Each name once, however it is spelled; as an alias only when it is nothing else."""
        found = [other for name in self.names for other in name.others]
        found += [(name.name, "alias") for name in self.names]
        found.sort(key=lambda other: other[1] == "alias")
        told = {fold(self.name)}
        for name, kind in found:
            if (kind == "acronym" and name != self.name and f"{name} acronym" not in told) or fold(name) not in told:
                told |= {fold(name), f"{name} acronym"}
                yield name, kind


def seat_list(page: Page, section: str) -> str:
    """The list of seats per party of a chamber, slips put right; empty where the page has none."""
    text = page.text(section, SEATS)
    for wrong, right in SEAT_LISTS.get(page.code, ()):
        text = text.replace(wrong, right)
    return text


def telling_words(name: str) -> set[str]:
    """The words of a name that tell it from others, one spelling each."""
    return {SPELLINGS.get(word, word) for word in fold(name).split()} - EMPTY_WORDS


class Parties:
    """The parties of one page, each once."""

    def __init__(self, page: Page):
        self._page = page
        self._common = frozenset(fold(page.country.name).split())
        self._known: list[Party] = []
        for item in party_names.items(page.lines(*PATH)):
            self._add(party_names.parse(item, page.code), page.line(*PATH))
        for section in (LEGISLATIVE, LOWER, UPPER):
            for name, _ in seats(seat_list(page, section)):
                if party_names.is_one_party(name):
                    self._add_seated(party_names.parse_seated(name, page.code), page.line(section, SEATS))

    def records(self) -> Iterator[Record]:
        """The parties, and that they operate in the country."""
        for party in self._known:
            yield party.record()
            yield RelationshipRecord(
                type=RelationshipType.OPERATES_IN_COUNTRY,
                subject=party.key,
                object=country_key(self._page.code),
                line=party.line,
            )

    def called(self, text: str) -> Party | None:
        """The one party with this name or acronym; None where there is none or two."""
        wanted = fold(text)
        found = [party for party in self._known if wanted in party.folded | party.acronyms]
        return found[0] if wanted and len(found) == 1 else None

    def seated(self, text: str) -> Party | None:
        """The party or alliance that an entry of a list of seats means; None for a joint list that is no alliance."""
        if not party_names.stands_for_one(text, self._page.code):
            return None
        return self._find(party_names.parse_seated(text, self._page.code))

    def shown(self, text: str) -> str:
        """The name of the party that a list of seats means, as the graph shows it."""
        party = self.seated(text)
        return party.name if party else party_names.parse_seated(text, self._page.code).name

    def _add(self, name, line):
        known = next((party for party in self._known if party.is_called(name) and not _is_namesake(party, name)), None)
        if known:
            known.names.append(name)
        elif name.name:
            self._known.append(Party(self._page.code, name, line, self._common))

    def _add_seated(self, name, line):
        known = self._find(name)
        if known is None:
            self._add(name, line)
        elif name not in known.names:
            known.names.append(name)

    def _find(self, name):
        """The party that a list of seats means, which shortens names: the first rule that points to just one."""
        for rule in (_is_called, _has_acronym, _has_same_words, _has_most_words):
            found = [party for party in self._known if rule(party, name)]
            if len(found) > 1:
                found = [party for party in found if party.acronyms & name.acronyms_folded] or found
            if found:
                return found[0] if len(found) == 1 else None
        return None


def _is_another_faction(name, other):
    """Brackets in both names tell them apart: ``Jatiya Party (Ershad faction)``."""
    return name.endswith(")") and other.endswith(")") and name != other


def _is_namesake(party, name):
    """One name and different acronyms, as in both parts of Cyprus."""
    acronyms = party.names[0].acronyms_folded
    return bool(acronyms and name.acronyms_folded) and not (party.acronyms & name.acronyms_folded)


def _is_called(party, name):
    return party.is_called(name)


def _has_acronym(party, name):
    bare = fold(name.name).removesuffix(" party").removeprefix("the ")
    return bool(
        ({acronym for acronym in name.acronyms_folded if len(acronym) > SHORT_ACRONYM} | {bare}) & party.acronyms
    )


def _has_same_words(party, name):
    words = telling_words(name.name) - party.common
    return bool(words) and any(words == known - party.common for known in party.words())


def _has_most_words(party, name):
    """At least half of the words of a longer name."""
    words = telling_words(name.name)
    return bool(words) and any(words < known and len(words) * 2 >= len(known) for known in party.words())
