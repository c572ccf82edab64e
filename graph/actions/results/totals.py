"""Add up the newest result versions of all races of an election."""

from collections import Counter
from dataclasses import dataclass, field
from decimal import Decimal

from graph.kinds import ElectionKind
from graph.models import Candidacy, Coverage, Race, ResultVersion
from graph.queries.seats import votes_and_seats
from graph.results import percentage
from graph.standings import identity

ELECTS_A_PERSON = {ElectionKind.PRESIDENTIAL, ElectionKind.BY_ELECTION}


@dataclass
class Contender:
    """A party, or a candidate if the election elects one person, with its seats and votes in all races."""

    name: str
    party_id: int | None
    person_id: int | None = None
    seats: int = 0
    votes: int = 0


@dataclass
class Totals:
    contenders: list[Contender]
    seats: int
    turnout: float | None
    two_party: Counter = field(default_factory=Counter)
    margin_of_race: Decimal | None = None
    """If the election elects one person in a single race: the margin in the last round of this race, in percentage
    points. Otherwise None."""

    @property
    def share_of(self) -> dict[str, float]:
        votes = sum(row.votes for row in self.contenders)
        return {row.name: percentage(row.votes, votes) for row in self.contenders} if votes else {}

    @property
    def winner(self) -> Contender | None:
        """Return the party or candidate with the most seats. Return None if nobody has seats, or if several have the
        most. In an election with a two-party-preferred count, also return None if the first party has no more than half
        of all seats, because smaller parties may then govern together as a coalition."""
        first, *others = sorted(self.contenders, key=lambda row: -row.seats) or [Contender("", None)]
        is_level = not first.seats or (others and others[0].seats == first.seats)
        if is_level or (self.two_party and first.seats * 2 <= self.seats):
            return None
        return first

    @property
    def margin(self) -> float | None:
        """Return the margin of the election in percentage points, or None if it is unknown. If one person was elected
        in a single race, this is the margin of the race. Otherwise, it is the difference between the two highest shares
        of all votes. If there are two-party-preferred counts, it is the difference between the shares of these two
        parties."""
        if self.margin_of_race is not None:
            return float(self.margin_of_race)
        votes = sorted(self.two_party.values() or (row.votes for row in self.contenders), reverse=True)
        return percentage(votes[0] - votes[1], sum(votes)) if len(votes) > 1 and sum(votes) else None


def totals(coverage: Coverage) -> Totals:
    """Add up the newest results of all races of an election. Return its turnout, and the seats and votes of each party
    or, if the election elects one person, of each candidate."""
    races = Race.objects.filter(election=coverage.election_id, is_notional=False).select_related("current")
    races = list(races)
    versions = [race.current for race in races if race.current]
    by_person = coverage.election.details.kind in ELECTS_A_PERSON
    two_party = Counter()
    for version in versions:
        for party, votes in version.two_party or ():
            two_party[party] += votes
    contenders = list(_contenders(coverage.election_id, by_person).values())
    margin = versions[0].margin if by_person and len(races) == len(versions) == 1 else None
    return Totals(contenders, sum(race.seats for race in races), turnout(versions), two_party, margin)


def turnout(versions: list[ResultVersion]) -> float | None:
    """Return the turnout in per cent. ``versions`` are the newest result versions of all races of an election. Use the
    ballots of all races. If one is unknown, or if they exceed the electorate, use the valid votes of all races instead.
    Return None if these fail, too, or if the electorate is unknown or 0."""
    for name in ("ballots", "valid"):
        votes = [getattr(version, name) for version in versions]
        electorates = [version.electorate for version in versions]
        if versions and None not in votes and None not in electorates and sum(votes) <= sum(electorates):
            return percentage(sum(votes), sum(electorates)) if sum(electorates) else None
    return None


def _contenders(election, by_person):
    """Return a dictionary with a `Contender` object for each party in the election or, if ``by_person``, for each
    candidate. It has the seats and first-round votes in all races. Its key is a text that identifies the party or
    person, and is the same for all candidacies of this party or person."""
    candidacies = Candidacy.objects.filter(race__election=election, race__is_notional=False)
    candidacies = {row.pk: row for row in candidacies.select_related("party", "person")}
    contenders = {}
    for candidacy, votes, seats in votes_and_seats(election):
        row = _contender(candidacies[candidacy], by_person, contenders)
        row.votes += votes or 0
        row.seats += seats
    return contenders


def _contender(candidacy, by_person, contenders):
    entity = candidacy.person if by_person else candidacy.party
    text = candidacy.name if by_person else candidacy.label or candidacy.name
    key = identity(entity and entity.pk, text)
    if key not in contenders:
        pk = entity and entity.pk
        keys = {"party_id": None, "person_id": pk} if by_person else {"party_id": pk}
        contenders[key] = Contender(entity.name if entity else text, **keys)
    return contenders[key]
