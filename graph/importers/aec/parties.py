"""List the Australian parties by abbreviation. A party's names on the ballots differ by state and year."""

from collections.abc import Iterable, Iterator, Mapping

from graph.importers import builders
from graph.importers.aec.counts import Count
from graph.importers.records import NameRecord, Record

COUNTRY = "au"
LABOR = "ALP"
# Liberals, Nationals and their branches in Queensland and the Northern Territory govern together.
COALITION = frozenset({"LP", "NP", "LNP", "CLP"})
INDEPENDENT = ("IND", "")
# Abbreviations of state branches and of earlier years, and the abbreviation that we use for them.
MAIN_ABBREVIATION = {"CLR": "ALP", "GVIC": "GRN", "HAN": "ON", "LNQ": "LNP"}

NAMES = {
    LABOR: "Australian Labor Party",
    "LP": "Liberal Party of Australia",
    "NP": "National Party of Australia",
    "LNP": "Liberal National Party of Queensland",
    "CLP": "Country Liberal Party",
    "GRN": "Australian Greens",
    "KAP": "Katter's Australian Party",
    "ON": "Pauline Hanson's One Nation",
    "PUP": "Palmer United Party",
    "XEN": "Centre Alliance",
}
OTHER_NAMES = {
    "NP": NameRecord(name="The Nationals"),
    "XEN": NameRecord(name="Nick Xenophon Team", kind="former"),
}


def main_abbreviation(abbreviation: str) -> str:
    """Return one abbreviation for all state branches of a party; an empty text for independent candidates."""
    return "" if abbreviation in INDEPENDENT else MAIN_ABBREVIATION.get(abbreviation, abbreviation)


def key(abbreviation: str) -> str:
    """Return the key that identifies a party in the import records: ``au:party:ALP``."""
    return f"au:party:{abbreviation}"


def first_victories(counts: Iterable[Count]) -> dict[str, str]:
    """Map each party that won a division to the file and line of its first victory; by main abbreviation."""
    lines = {}
    for count in counts:
        for winner in count.winners.values():
            lines.setdefault(main_abbreviation(winner.party), winner.line)
    lines.pop("", None)
    return lines


def records(first_victories: Mapping[str, str]) -> Iterator[Record]:
    """Yield each party that won a division, and the relationship that it operates in Australia."""
    for abbreviation, line in first_victories.items():
        name, other_names = NAMES.get(abbreviation, abbreviation), tuple(_other_names(abbreviation))
        yield from builders.party(key(abbreviation), name, COUNTRY, other_names=other_names, line=line)


def _other_names(abbreviation):
    if abbreviation in OTHER_NAMES:
        yield OTHER_NAMES[abbreviation]
    if abbreviation in NAMES:
        yield NameRecord(name=abbreviation, kind="acronym")
