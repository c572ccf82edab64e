"""Name the British parties by their number in Parliament's register of members (MNIS)."""

from collections.abc import Iterable, Iterator, Mapping

from graph.importers import builders
from graph.importers.records import NameRecord, Record
from graph.importers.uk.contests import Candidate, Contest, Term

COUNTRY = "gb"
INDEPENDENT = "8"
# The Speaker leaves the party on election to the chair.
SPEAKER = "47"

# Names that differ from those on the ballots. Labour's number is also that of its candidates with the Co-operatives.
NAMES = {
    "1": "Alliance Party of Northern Ireland",
    "4": "Conservative Party",
    "15": "Labour Party",
    "17": "Liberal Democrats",
    "26": "Respect Party",
    "30": "Sinn Féin",
    "31": "Social Democratic and Labour Party",
    "44": "Green Party of England and Wales",
    "1036": "Reform UK",
}
FORMER_NAMES = {"26": "Respect – The Unity Coalition", "1036": "Brexit Party"}


def has_party(candidate: Candidate) -> bool:
    """Return whether the candidate has a party. Independents and the Speaker have none."""
    return candidate.party_id not in (INDEPENDENT, SPEAKER)


def key(candidate: Candidate) -> str:
    """Return the key that identifies the candidate's party in the import records: ``uk:party:15``."""
    return f"uk:party:{candidate.party_id}"


def name(candidate: Candidate) -> str:
    """Return the name of the candidate's party: from ``NAMES``, otherwise from the ballot."""
    return NAMES.get(candidate.party_id, candidate.party)


def first_victories(terms: Iterable[Term]) -> dict[str, Contest]:
    """Return the first contest that each party won, by the party's number. The terms must be in order of time."""
    contests = {}
    for term in terms:
        if has_party(term.winner):
            contests.setdefault(term.winner.party_id, term.contest)
    return contests


def records(first_victories: Mapping[str, Contest]) -> Iterator[Record]:
    """Yield each party that won a seat, and the relationship that it operates in the United Kingdom."""
    for number, contest in first_victories.items():
        other_names = [NameRecord(name=contest.winner.abbreviation, kind="acronym")]
        if number in FORMER_NAMES:
            other_names.append(NameRecord(name=FORMER_NAMES[number], kind="former"))
        yield from builders.party(
            key(contest.winner),
            name(contest.winner),
            COUNTRY,
            other_names=tuple(other_names),
            identifiers={"mnis-party": number},
            line=contest.line,
        )
