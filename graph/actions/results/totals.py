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
    """The results of all races of an election together. ``seats`` is the number of all seats. If the number of seats of
    a race is unknown, ``seats`` is None, and the contenders may lack the seats of this race. ``two_party`` maps slugs
    of parties to votes in the two-party-preferred count."""

    contenders: list[Contender]
    seats: int | None
    turnout: float | None
    two_party: Counter = field(default_factory=Counter)
    margin_of_race: Decimal | None = None
    """The margin in percentage points in the last round, if the election elects one person in a single race. Otherwise
    None."""

    @property
    def share_of(self) -> dict[str, float]:
        votes = sum(row.votes for row in self.contenders)
        return {row.name: percentage(row.votes, votes) for row in self.contenders} if votes else {}

    @property
    def winner(self) -> Contender | None:
        """Return the party or candidate with the most seats. Return None if nobody has seats, if several have the most,
        or if the number of seats is unknown. If the election has a two-party-preferred count, a winner needs more than
        half of all seats."""
        if self.seats is None:
            return None
        first, *others = sorted(self.contenders, key=lambda row: -row.seats) or [Contender("", None)]
        is_level = not first.seats or (others and others[0].seats == first.seats)
        if is_level or (self.two_party and first.seats * 2 <= self.seats):
            return None
        return first

    @property
    def margin(self) -> float | None:
        """Return the margin of the election in percentage points, or None if it is unknown. If one person was elected
        in a single race, this is the margin of the race. If there is a two-party-preferred count, it is the difference
        between the shares of the two parties. Otherwise, it is the difference between the two highest shares of all
        votes."""
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
    seats = [race.seats for race in races]
    all_seats = None if None in seats else sum(seats)
    return Totals(contenders, all_seats, turnout(versions), two_party, margin)


def turnout(versions: list[ResultVersion]) -> float | None:
    """Return the turnout of an election in per cent of the electorate, or None if it is unknown. ``versions`` are the
    newest result versions of all races. The turnout is computed from the ballots. It is computed from the valid votes
    instead if the ballots of a race are unknown, or if there are more ballots than voters in the electorate."""
    for name in ("ballots", "valid"):
        votes = [getattr(version, name) for version in versions]
        electorates = [version.electorate for version in versions]
        if versions and None not in votes and None not in electorates and sum(votes) <= sum(electorates):
            return percentage(sum(votes), sum(electorates)) if sum(electorates) else None
    return None


def _contenders(election, by_person):
    """Return {text: `Contender`}. There is a contender for each party in the election or, if ``by_person``, for each
    candidate. The text identifies the party or person. A contender has the seats and first-round votes in all races."""
    candidacies = Candidacy.objects.filter(race__election=election, race__is_notional=False)
    candidacies = {row.pk: row for row in candidacies.select_related("party", "person")}
    contenders = {}
    for candidacy, votes, seats in votes_and_seats(election):
        row = _contender(candidacies[candidacy], by_person, contenders)
        row.votes += votes or 0
        row.seats += seats or 0
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
