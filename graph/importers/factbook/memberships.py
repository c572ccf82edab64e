"""Parties of leaders, where the election results name one in brackets after the very name."""

import re
from collections.abc import Iterable, Iterator

from graph.importers.factbook.leaders import Holding
from graph.importers.factbook.page import EXECUTIVE, Page
from graph.importers.factbook.parties import Parties
from graph.importers.factbook.persons import Person
from graph.importers.records import RelationshipRecord
from graph.kinds import OfficeType
from graph.relations import RelationshipType

RESULT = "election results"


def records(page: Page, holdings: Iterable[Holding], parties: Parties) -> Iterator[RelationshipRecord]:
    """A leader's party: the first one told, if the page's parties know its name or acronym.

    Heads of state of parliamentary republics are passed over: most leave their party when they take office.
    """
    text = " ".join(page.lines(EXECUTIVE, RESULT))
    governing = [holding.person for holding in holdings if holding.person and _governs(page, holding)]
    for person in dict.fromkeys(governing):
        party = parties.called(_party(person, text))
        if party and not party.is_alliance:
            yield RelationshipRecord(
                type=RelationshipType.MEMBER_OF_PARTY,
                subject=person.key,
                object=party.key,
                line=page.line(EXECUTIVE, RESULT),
            )


def _governs(page, holding):
    is_presidential = "presidential" in page.text("Government type")
    return holding.office_type != OfficeType.HEAD_OF_STATE or is_presidential


def _party(person: Person, text: str) -> str:
    spellings = [spelling for name in person.names for spelling in (name.display, *name.aliases)]
    pattern = "|".join(re.escape(spelling) for spelling in sorted(spellings, key=len, reverse=True))
    match = re.search(rf"(?:{pattern}) \((?P<party>[^()]+)\)", text)
    return match["party"] if match else ""
