"""The parties that won seats, by their number in the Members' Names register (MNIS), and what they are called."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from graph.importers.records import EntityRecord, IdentifierRecord, NameRecord, Record, RelationshipRecord
from graph.importers.uk.chamber import COUNTRY, UNITED_KINGDOM
from graph.importers.uk.contests import Candidate, Contest
from graph.kinds import Kind
from graph.relations import RelationshipType

# Independents and the Speaker, who leaves the party on election to the chair and is not opposed by it.
NO_PARTY = ("8", "47")


@dataclass(frozen=True, slots=True)
class Naming:
    """A party's name, where the source has another; and a name the party had before."""

    name: str
    former: str = ""


# Labour's number also covers candidates who stand for it and the Co-operative Party together.
NAMINGS = {
    "1": Naming("Alliance Party of Northern Ireland"),
    "4": Naming("Conservative Party"),
    "15": Naming("Labour Party"),
    "17": Naming("Liberal Democrats"),
    "26": Naming("Respect Party", former="Respect – The Unity Coalition"),
    "30": Naming("Sinn Féin"),
    "31": Naming("Social Democratic and Labour Party"),
    "44": Naming("Green Party of England and Wales"),
    "1036": Naming("Reform UK", former="Brexit Party"),
}


def has_party(candidate: Candidate) -> bool:
    """Whether the candidate stood for a party."""
    return candidate.party_id not in NO_PARTY


def key(candidate: Candidate) -> str:
    """The key of the candidate's party in the run."""
    return f"uk:party:{candidate.party_id}"


def name(candidate: Candidate) -> str:
    """The name of the candidate's party."""
    naming = NAMINGS.get(candidate.party_id)
    return naming.name if naming else candidate.party


def records(people: Iterable) -> Iterator[Record]:
    """Each party of someone elected, and that it operates in the United Kingdom."""
    for contest in elected(people).values():
        yield _party(contest.winner, contest.line)
        yield RelationshipRecord(
            type=RelationshipType.OPERATES_IN_COUNTRY,
            subject=key(contest.winner),
            object=UNITED_KINGDOM,
            line=contest.line,
        )


def elected(people: Iterable) -> dict[str, Contest]:
    """The numbers of the parties that won a seat, each with the first contest it won."""
    winners = {}
    for member in people:
        for term in member.terms:
            if has_party(term.contest.winner):
                winners.setdefault(term.contest.winner.party_id, term.contest)
    return winners


def _party(candidate, line):
    naming = NAMINGS.get(candidate.party_id)
    other_names = [NameRecord(name=candidate.abbreviation, kind="acronym")]
    if naming and naming.former:
        other_names.append(NameRecord(name=naming.former, kind="former"))
    return EntityRecord(
        key=key(candidate),
        kind=Kind.PARTY,
        name=name(candidate),
        country_code=COUNTRY,
        other_names=tuple(other_names),
        identifiers=(IdentifierRecord(scheme="mnis-party", value=candidate.party_id),),
        line=line,
    )
