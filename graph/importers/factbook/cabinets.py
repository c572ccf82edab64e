"""Cabinets: the name that a country's government bears."""

import re
from collections.abc import Iterator

from graph.importers.factbook.page import EXECUTIVE, Page
from graph.importers.records import EntityRecord, Record, RelationshipRecord, country_key
from graph.kinds import InstitutionType, Kind
from graph.relations import RelationshipType

DEFAULT = "Cabinet"
NAME = re.compile(
    r"(?:the |formerly the )?(?P<name>(?:National |Union )?Council of Ministers|Cabinet of Ministers|"
    r"(?:Federal |National )?Executive Council|State Council|Council of State|Federal Council|Council of Government|"
    r"Congress of State|Executive Yuan)\b"
)
# The text names a ministry or a council beside the cabinet.
NAMED = {
    "ca": "Cabinet",
    "dk": "Cabinet",
    "nz": "Cabinet",
}
# The text names the legislature once more.
NONE = frozenset({"va"})


def key(page: Page) -> str:
    """The run's key of the cabinet; empty for a page without one."""
    has_one = page.text(EXECUTIVE, "cabinet") and page.code not in NONE
    return f"factbook:institution:{page.code}:cabinet" if has_one else ""


def records(page: Page) -> Iterator[Record]:
    """The cabinet of the country."""
    cabinet, line = key(page), page.line(EXECUTIVE, "cabinet")
    if not cabinet:
        return
    yield EntityRecord(
        key=cabinet,
        kind=Kind.INSTITUTION,
        name=f"{_name(page)} of {page.of_country}",
        country_code=page.code,
        details={"institution_type": InstitutionType.CABINET},
        line=line,
    )
    yield RelationshipRecord(
        type=RelationshipType.INSTITUTION_IN_COUNTRY, subject=cabinet, object=country_key(page.code), line=line
    )


def _name(page):
    found = NAME.match(page.text(EXECUTIVE, "cabinet"))
    return NAMED.get(page.code) or (found["name"] if found else DEFAULT)
