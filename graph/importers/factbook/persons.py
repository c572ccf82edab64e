"""The persons of one country's page: one for every way the page spells a name."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from graph.importers.factbook.known_as import KNOWN_AS
from graph.importers.factbook.people import PersonName, parse
from graph.importers.records import EntityRecord, NameRecord
from graph.kinds import Kind
from graph.text.folding import fold, fold_unordered

# Persons who hold offices outside their own country.
HOME = {"charles iii": "gb", "emmanuel macron": "fr"}


@dataclass(slots=True, eq=False)
class Person:
    """A politician with all spellings found; the first gives the key."""

    code: str
    line: str
    names: list[PersonName]
    titled: list[str] = field(default_factory=list)

    @property
    def key(self) -> str:
        """The run's key of the politician."""
        return f"factbook:person:{self.code}:{fold_unordered(self.names[0].display)}"

    @property
    def display(self) -> str:
        """The name the world uses: as told by hand, else the shortest spelling that leaves only middle names out."""
        known = KNOWN_AS.get(self.code, {})
        for name in self.names:
            if name.display in known:
                return known[name.display]
        shown = self.names[0]
        for name in self.names[1:]:
            if name.words < shown.words and len(name.words) > 1:
                shown = name
        return shown.display

    def record(self) -> EntityRecord:
        """The politician as an entity."""
        return EntityRecord(
            key=self.key,
            kind=Kind.POLITICIAN,
            name=self.display,
            country_code=self.code,
            other_names=tuple(NameRecord(name=alias) for alias in self._aliases()),
            line=self.line,
        )

    def _aliases(self):
        spellings = [spelling for name in self.names for spelling in (name.display, *name.aliases)]
        return [name for name in dict.fromkeys([*spellings, *self.titled]) if name != self.display]


class Persons:
    """Finds the person that a name means, or makes one."""

    def __init__(self, code: str):
        self._code = code
        self._known: list[Person] = []

    def __iter__(self) -> Iterator[Person]:
        return iter(self._known)

    def named(self, text: str, line: str) -> Person:
        """The person whom the page calls so; a surname alone means the one person known who bears it."""
        name = parse(text, self._code)
        person = self.find(name)
        if person is None:
            code = HOME.get(fold(name.display), self._code)
            person = Person(code, line, [name])
            self._known.append(person)
        elif name.given and name not in person.names:
            person.names.append(name)
        return person

    def find(self, name: PersonName) -> Person | None:
        """The known person with this name, None when there is none."""
        found = [person for person in self._known if any(_is_same(known, name) for known in person.names)]
        return found[0] if found and (name.given or len(found) == 1) else None


def _is_same(one, other):
    if fold_unordered(one.display) == fold_unordered(other.display):
        return True
    if one.surname != other.surname:
        return False
    given, others = set(one.given), set(other.given)
    return one.given[:1] == other.given[:1] or given <= others or others <= given
