"""List the races of an election with phase, leader or winner, margin and outcome. Newsrooms request this list often."""

from config.http.documents import BOOLEAN, COUNT, NUMBER, STRING, TIMESTAMP, URL, Document, Member, one_of
from graph.documents import ShortEntity
from graph.results import AreaLevel, Method, Outcome, Phase
from snapshots.results import rows, states
from snapshots.results.figures import turnout_percent
from snapshots.results.summary import POINTS, ElectionHeader, header

RACE_SLUG = {"type": "string", "pattern": "^[a-z0-9]+(-[a-z0-9]+)*$", "maxLength": 120}


class Area(Document):
    name = Member(STRING)
    code = Member(STRING, null=True)
    scheme = Member(STRING, null=True, description="Of the code, such as `gss`, `fips` or `aec`")
    level = Member(one_of(AreaLevel))
    region = Member(STRING, null=True, description="The larger area around it")


class Reporting(Document):
    counted = Member(COUNT, null=True, description="Reporting units whose count is known")
    total = Member(COUNT, null=True)


class CandidacyShort(Document):
    key = Member(STRING, description="Identifies the candidacy within its race")
    name = Member(STRING)
    label = Member(STRING, null=True, description="The party as the source prints it")
    person = Member(ShortEntity, null=True)
    party = Member(ShortEntity, null=True)


class PartyOfWinner(Document):
    party = Member(ShortEntity, null=True)
    label = Member(STRING, null=True)


class RaceShort(Document):
    slug = Member(RACE_SLUG)
    name = Member(STRING)
    area = Member(Area)
    seats = Member(COUNT)
    method = Member(one_of(Method))
    version = Member(COUNT, description="The number of the result version; 0 before the first")
    updated_at = Member(TIMESTAMP, null=True)
    phase = Member(one_of(Phase))
    is_called = Member(BOOLEAN, description="It is known who won")
    reporting = Member(Reporting)
    turnout = Member(NUMBER, null=True, description="Ballots, otherwise valid votes, in per cent of the electorate")
    leader = Member(CandidacyShort, null=True, description="Null once there is a winner")
    winner = Member(CandidacyShort, null=True)
    margin_votes = Member(COUNT, null=True, description="Votes between first and second")
    margin = Member(NUMBER, null=True, description=POINTS)
    outcome = Member(one_of(Outcome), description="For the party of the winner")
    winner_before = Member(PartyOfWinner, null=True, description="Who won the race with which it is compared")


class RacesResponse(ElectionHeader, component="RacesAnswer"):
    updated_at = Member(TIMESTAMP, null=True)
    stale_since = Member(TIMESTAMP, null=True)
    count = Member(COUNT, description="Rows of all pages")
    next = Member(URL, null=True, description="The next page; null on the last")
    races = Member(RaceShort, many=True)


def races_response(
    state: states.State, races: list[rows.RaceRow], count, updated_at, next_url, stale_since=None
) -> dict:
    return RacesResponse.render(
        **header(state),
        updated_at=updated_at,
        stale_since=stale_since,
        count=count,
        next=next_url,
        races=[RaceShort.from_values(race_values(race)) for race in races],
    )


def race_values(race: rows.RaceRow) -> tuple:
    """Return the values of the members of `RaceShort`, in the order of their declaration."""
    # A race without a count has no leader.
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


def turnout(race: rows.RaceRow) -> float | None:
    """Return the ballots in per cent of the electorate. If they are unknown, use the valid votes."""
    return turnout_percent(race.valid if race.ballots is None else race.ballots, race.electorate)
