"""The parties of the source and who belonged to them."""

from collections import defaultdict
from collections.abc import Iterator
from datetime import date

from graph.importers.congress.people import COUNTRY, key
from graph.importers.records import EntityRecord, Record, RelationshipRecord, country_key
from graph.kinds import Kind
from graph.relations import RelationshipType
from graph.text import dates

# By the word for a party's people that the source uses instead of the party's name.
NAMES = {
    "Democrat": "Democratic Party",
    "Democratic-Republican": "Democratic-Republican Party",
    "Federalist": "Federalist Party",
    "Republican": "Republican Party",
    "Whig": "Whig Party",
}
NO_PARTY = ("Independent", "no party")
# The source tells people's parties only; these dissolved in the year, and were not there when it was made.
DISSOLVED = {"Federalist": "1824", "Democratic-Republican": "1825", "Whig": "1856"}


def party_key(label: str) -> str:
    """The key of the party in the run."""
    return f"us:party:{NAMES[label]}"


def records() -> Iterator[Record]:
    """Each party and that it operates in the United States."""
    for label, name in NAMES.items():
        party = party_key(label)
        yield EntityRecord(key=party, kind=Kind.PARTY, name=name, country_code=COUNTRY, line=label)
        yield RelationshipRecord(
            type=RelationshipType.OPERATES_IN_COUNTRY,
            subject=party,
            object=country_key(COUNTRY),
            end_date=DISSOLVED.get(label, ""),
            line=label,
        )


def memberships(person, today: date, line: str) -> Iterator[RelationshipRecord]:
    """One row for each party of the person, from the first term to the last one; open while a term is running."""
    for label, spells in _spells(person).items():
        if label not in NO_PARTY:
            end = max(end for _, end in spells)
            yield RelationshipRecord(
                type=RelationshipType.MEMBER_OF_PARTY,
                subject=key(person),
                object=party_key(label),
                start_date=min(start for start, _ in spells),
                end_date=end if dates.last_day(end) < today else "",
                line=line,
            )


def label_on(person, day: date) -> str:
    """The source's word for the party of a member that day, in the last term."""
    term = person["terms"][-1]
    parts = [part for part in term.get("party_affiliations", ()) if dates.first_day(str(part["start"])) <= day]
    return (parts or [term])[-1]["party"]


def _spells(person):
    spells = defaultdict(list)
    for term in person["terms"]:
        # Who changed sides inside a term has the parts of the term listed, and the last party as the term's.
        for part in term.get("party_affiliations") or [term]:
            spells[part["party"]].append((dates.parse(str(part["start"])), dates.parse(str(part["end"]))))
    return spells
