"""Who leads a country: chiefs of state, those who represent them, heads of government, and their offices."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from graph.importers.factbook import dates, titles
from graph.importers.factbook.corrections import CHIEF, HEAD, HEADS_OF_BOTH, LEADERS, NO_TERM, TERMS
from graph.importers.factbook.page import EXECUTIVE, Page
from graph.importers.factbook.persons import Person, Persons
from graph.importers.factbook.text import split_outside
from graph.importers.factbook.titles import Title
from graph.importers.records import EntityRecord, NameRecord, Record, RejectedRecord, RelationshipRecord, country_key
from graph.kinds import Kind, OfficeType
from graph.relations import RelationshipType

CLAUSE = r";"
CLAUSE_START = re.compile(r"(?:and )?(?:represented by )?")
HOLDER = re.compile(r"(?P<person>.*?) *\((?P<dates>[^()]*[0-9]{4}[^()]*)\)[ /]*")
VACANT = re.compile(r".*\(vacant\)")
TERM = re.compile(r"\bpresident(?:ial)?\b[^;]*?\b(?P<years>[0-9]+|three|four|five|six|seven)[- ]year", re.IGNORECASE)
# The text tells how it was before the constitution was suspended.
SUSPENDED = re.compile(r"prior to|formerly|the CNSP rules")
WRITTEN_NUMBERS = {"three": 3, "four": 4, "five": 5, "six": 6, "seven": 7}
PRESIDENT = titles.PRESIDENT.name


@dataclass(frozen=True, slots=True)
class Holding:
    """An office and who holds it; nobody where it is vacant."""

    title: Title
    office_type: OfficeType
    person: Person | None
    role: str
    start: str
    end: str
    line: str


class Leaders:
    """The leaders of one page, with the offices they hold."""

    def __init__(self, page: Page, persons: Persons):
        self._page, self._persons = page, persons
        self.rejected: list[RejectedRecord] = []
        self.holdings = self._merged([*self._holdings(CHIEF), *self._holdings(HEAD)])

    def office_key(self, title: Title) -> str:
        """The run's key of an office."""
        return f"factbook:office:{self._page.code}:{title.name.lower()}"

    def records(self, cabinet: str) -> Iterator[Record]:
        """The offices, where they belong, and who holds them; ``cabinet`` is its key, empty where there is none."""
        yield from self.rejected
        for title in dict.fromkeys(holding.title for holding in self.holdings):
            yield from self._office(title, cabinet)
        for holding in self.holdings:
            if holding.person is not None:
                yield self._holds(holding)

    def elected_office(self) -> str:
        """Key of the office that a presidential election fills; empty where none is known."""
        wanted = {"Member of the Presidency", PRESIDENT}
        found = [holding.title for holding in self.holdings if holding.title.name in wanted]
        return self.office_key(found[0]) if found else ""

    def _holdings(self, field):
        text = LEADERS.get((self._page.code, field)) or self._page.text(EXECUTIVE, field)
        line = self._page.line(EXECUTIVE, field)
        for clause in split_outside(text, CLAUSE):
            # Remarks about the office or a former holder follow in clauses of their own.
            if clause.startswith(("the ", "former ")):
                continue
            yield self._holding(clause[CLAUSE_START.match(clause).end() :], field, line)

    def _holding(self, clause, field, line):
        parts = titles.split(clause)
        holder = HOLDER.fullmatch(parts[2]) if parts else None
        if not parts or not (holder or VACANT.fullmatch(clause)):
            return RejectedRecord(reason=f"no title and holder in {clause!r}", line=line)
        title = titles.title_of(self._page.code, parts[1])
        start, end = dates.period(holder["dates"]) if holder else ("", "")
        person = self._person(holder["person"], title, parts[1], line) if holder else None
        return Holding(title, title.office_type or _office_type(field), person, parts[0], start, end, line)

    def _person(self, text, title, printed, line):
        person = self._persons.named(text, line)
        if title.is_regnal:
            person.titled.append(f"{printed.partition(' and ')[0].replace('Amir', 'Emir')} {person.display}")
        return person

    def _merged(self, found):
        """One holding where the same person holds the same office as chief of state and as head of government."""
        self.rejected += [entry for entry in found if isinstance(entry, RejectedRecord)]
        holdings = [entry for entry in found if isinstance(entry, Holding)]
        heads = {(holding.title, holding.person) for holding in holdings if _heads_government(holding)}
        both, merged = set(), []
        for holding in holdings:
            key = holding.title, holding.person
            is_chief = holding.office_type == OfficeType.HEAD_OF_STATE
            if is_chief and (key in heads or self._heads_both(holding)):
                both.add(key)
                merged.append(replace(holding, office_type=OfficeType.HEAD_OF_STATE_AND_GOVERNMENT))
            elif key not in both:
                merged.append(holding)
        return merged

    def _heads_both(self, holding):
        return self._page.code in HEADS_OF_BOTH and holding.title.name == PRESIDENT

    def _office(self, title, cabinet):
        first = next(holding for holding in self.holdings if holding.title == title)
        key, country = self.office_key(title), country_key(self._page.code)
        yield EntityRecord(
            key=key,
            kind=Kind.OFFICE,
            name=self._name(title.name),
            country_code=self._page.code,
            details={"office_type": first.office_type} | self._term(title),
            other_names=tuple(NameRecord(name=name) for name in (*map(self._name, title.aliases), *title.full_names)),
            line=first.line,
        )
        yield RelationshipRecord(type=RelationshipType.OFFICE_IN_COUNTRY, subject=key, object=country, line=first.line)
        if cabinet and _heads_government(first):
            yield RelationshipRecord(
                type=RelationshipType.CONTAINS_OFFICE, subject=cabinet, object=key, line=first.line
            )

    def _name(self, name):
        return f"{name} of {self._page.of_country}"

    def _term(self, title):
        text = self._page.text(EXECUTIVE, "election/appointment process")
        match = TERM.search(text)
        if title.name != PRESIDENT or not match or SUSPENDED.match(text) or self._page.code in NO_TERM:
            return {}
        years = match["years"].lower()
        return {"term_length": TERMS.get(self._page.code) or WRITTEN_NUMBERS.get(years) or int(years)}

    def _holds(self, holding):
        return RelationshipRecord(
            type=RelationshipType.HOLDS_OFFICE,
            subject=holding.person.key,
            object=self.office_key(holding.title),
            role=holding.role,
            start_date=holding.start,
            end_date=holding.end,
            # A king's own country comes before the others, a president's before the one he is co-prince of.
            position=int(holding.person.code != self._page.code),
            line=holding.line,
        )


def _office_type(field):
    return OfficeType.HEAD_OF_STATE if field == CHIEF else OfficeType.HEAD_OF_GOVERNMENT


def _heads_government(holding):
    return holding.office_type in (OfficeType.HEAD_OF_GOVERNMENT, OfficeType.HEAD_OF_STATE_AND_GOVERNMENT)
