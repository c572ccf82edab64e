"""List the races of an election with phase, leader or winner, margin and outcome. Newsrooms request this list often."""

from config.http.documents import COUNT, NEXT_PAGE, NUMBER, STRING, TOTAL, Document, Member, one_of
from graph.results import AreaLevel
from snapshots.results import members, rows, states
from snapshots.results.figures import turnout_percent
from snapshots.results.summary import ElectionResults, header

RACE_SLUG = {
    "type": "string",
    "pattern": "^[a-z0-9]+(-[a-z0-9]+)*$",
    "maxLength": 120,
    "description": "Identifies the race within its election",
}


class Area(Document):
    """The area that votes in a race."""

    name = Member(STRING, description="Name of the area")
    code = Member(STRING, null=True, description="Official code of the area")
    scheme = Member(STRING, null=True, description="Of the code, such as `gss`, `fips` or `aec`")
    level = Member(one_of(AreaLevel), description="How large the area is")
    region = Member(STRING, null=True, description="The larger area around it")


class Reporting(Document):
    """How many reporting units have reported, and how many exist. A number is null if the source does not give it."""

    counted = Member(COUNT, null=True, description="Reporting units whose count is known")
    total = Member(COUNT, null=True, description="All reporting units")


class CandidacyShort(Document):
    """A candidacy without its votes."""

    key = members.CANDIDACY_KEY
    name = Member(STRING, description="Name of the candidate or list, as the source prints it")
    label, person, party = members.LABEL, members.PERSON, members.PARTY


class PartyOfWinner(Document):
    """The party of the candidacy that won a race."""

    party, label = members.PARTY, members.LABEL


class RaceShort(Document):
    slug = Member(RACE_SLUG)
    name = Member(STRING, description="Name of the race, usually that of its area")
    area = Member(Area)
    seats = Member(members.SEATS, null=True)
    method = Member(members.METHOD)
    version = Member(COUNT, description="The number of the result version; 0 before the first")
    updated_at = Member(members.UPDATED_AT, null=True)
    phase = Member(members.PHASE)
    is_called = Member(members.IS_CALLED)
    reporting = Member(Reporting)
    turnout = Member(NUMBER, null=True, description="Ballots, otherwise valid votes, in per cent of the electorate")
    leader = Member(CandidacyShort, null=True, description="Who leads; null once there is a winner")
    winner = Member(CandidacyShort, null=True, description="Who won; null until that is known")
    margin_votes = Member(members.MARGIN_VOTES, null=True)
    margin = Member(members.MARGIN, null=True)
    outcome = Member(members.OUTCOME)
    winner_before = Member(PartyOfWinner, null=True, description="Who won the race with which it is compared")


class RacesResponse(Document, component="RacesAnswer"):
    # The first members are the same as in the results of the election.
    election, mode, version = ElectionResults.election, ElectionResults.mode, ElectionResults.version
    updated_at = Member(members.UPDATED_AT, null=True)
    stale_since = Member(members.STALE_SINCE, null=True)
    count = Member(TOTAL)
    next = Member(NEXT_PAGE, null=True)
    races = Member(RaceShort, many=True, description="Races by slug")


def races_response(state: states.State, races: list[rows.RaceRow], count, updated_at, next_url, stale_since) -> dict:
    return RacesResponse.render(
        **header(state),
        updated_at=updated_at,
        stale_since=stale_since,
        count=count,
        next=next_url,
        races=race_documents(races),
    )


def race_documents(races: list[rows.RaceRow]) -> list[dict]:
    return [RaceShort.from_values(race_values(race)) for race in races]


def race_values(race: rows.RaceRow) -> tuple:
    """Return the values of all members of `RaceShort`, in the order in which the class declares them."""
    # Before the first count, a race has no leader.
    leader = CandidacyShort.from_values(race.leader) if race.leader[0] else None
    is_decided = race.is_decided
    return (
        race.slug,
        race.name,
        Area.from_values((race.area_name, race.area_code, race.area_scheme, race.area_level, race.region)),
        race.seats,
        race.method,
        race.version,
        states.moment(race.received_at),
        race.phase,
        bool(race.is_called),
        Reporting.from_values((race.units_counted, race.units_total)),
        turnout(race),
        None if is_decided else leader,
        leader if is_decided else None,
        race.margin_votes,
        race.margin,
        race.outcome,
        PartyOfWinner.from_values(race.winner_before) if any(race.winner_before) else None,
    )


def turnout(race: rows.RaceRow | rows.RaceBefore) -> float | None:
    """Return the turnout in per cent: ballots, or valid votes if the ballots are unknown, divided by the electorate.
    Return None if a number is unknown, or if the turnout would be over 100."""
    return turnout_percent(race.valid if race.ballots is None else race.ballots, race.electorate)
