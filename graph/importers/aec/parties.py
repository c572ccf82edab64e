"""The parties that won divisions, by the commission's abbreviation: their names change with branch and year."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from graph.importers.aec.chamber import AUSTRALIA, COUNTRY
from graph.importers.aec.counts import Candidate, Count
from graph.importers.records import EntityRecord, NameRecord, Record, RelationshipRecord
from graph.kinds import Kind
from graph.relations import RelationshipType

LABOR = "ALP"
COALITION = frozenset({"LP", "NP", "LNP", "CLP"})
NO_PARTY = ("IND", "")
# Abbreviations of state branches and of earlier years.
SAME = {"CLR": "ALP", "GVIC": "GRN", "HAN": "ON", "LNQ": "LNP"}


@dataclass(frozen=True, slots=True)
class Naming:
    """A party's name, and other names with their kind."""

    name: str
    others: tuple[tuple[str, str], ...] = ()


NAMINGS = {
    LABOR: Naming("Australian Labor Party"),
    "LP": Naming("Liberal Party of Australia"),
    "NP": Naming("National Party of Australia", (("The Nationals", "alias"),)),
    "LNP": Naming("Liberal National Party of Queensland"),
    "CLP": Naming("Country Liberal Party"),
    "GRN": Naming("Australian Greens"),
    "KAP": Naming("Katter's Australian Party"),
    "ON": Naming("Pauline Hanson's One Nation"),
    "PUP": Naming("Palmer United Party"),
    "XEN": Naming("Centre Alliance", (("Nick Xenophon Team", "former"),)),
}


def abbreviation(candidate: Candidate) -> str:
    """The abbreviation of the candidate's party, empty for an independent."""
    return one_for_all(candidate.party)


def one_for_all(short: str) -> str:
    """The abbreviation that stands for all branches of the party; empty for independents."""
    return "" if short in NO_PARTY else SAME.get(short, short)


def key(short: str) -> str:
    """The key of the party in the run."""
    return f"au:party:{short}"


def records(counts: Iterable[Count]) -> Iterator[Record]:
    """Each party that won a division, and that it operates in Australia."""
    for short, line in elected(counts).items():
        yield _party(short, line)
        yield RelationshipRecord(
            type=RelationshipType.OPERATES_IN_COUNTRY, subject=key(short), object=AUSTRALIA, line=line
        )


def elected(counts: Iterable[Count]) -> dict[str, str]:
    """The abbreviations of the parties that won a division, each with the place of its first victory."""
    first = {}
    for count in counts:
        for winner in count.winners.values():
            first.setdefault(abbreviation(winner), winner.line)
    return {short: line for short, line in first.items() if short}


def _party(short, line):
    naming = NAMINGS.get(short) or Naming(short)
    names = [NameRecord(name=name, kind=kind) for name, kind in naming.others]
    if naming.name != short:
        names.append(NameRecord(name=short, kind="acronym"))
    return EntityRecord(
        key=key(short), kind=Kind.PARTY, name=naming.name, country_code=COUNTRY, other_names=tuple(names), line=line
    )
