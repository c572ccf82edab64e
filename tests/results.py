"""Build a small British general election with two races, and the election before, with which it is compared."""

from datetime import UTC, datetime

from graph.results import Comparability, Mode, Outcome, Phase
from tests.factories import (
    CandidacyFactory,
    CountryFactory,
    CoverageFactory,
    PartyFactory,
    RaceFactory,
    ResultVersionFactory,
    TallyFactory,
)

EVENING = datetime(2019, 12, 12, 22, tzinfo=UTC)


def record(race, votes, *, number=1, sequence=1, minute=0, leader=0, seats=(), **values):
    """Store a result version of a race, make it the current version, and return it. ``votes`` has a number for each
    candidacy, in the order of their primary keys, and so has ``seats`` unless it is empty. ``leader`` is the index of
    the leading candidacy."""
    candidacies = list(race.candidacies.order_by("pk"))
    values = {"valid": sum(votes), "leader": candidacies[leader], "phase": Phase.FINAL, "is_called": True} | values
    received = EVENING.replace(minute=minute)
    version = ResultVersionFactory(race=race, number=number, sequence=sequence, received_at=received, **values)
    for candidacy, number_of_votes, won in zip(candidacies, votes, seats or [None] * len(votes), strict=True):
        TallyFactory(version=version, candidacy=candidacy, votes=number_of_votes, seats=won)
    race.current = version
    race.save()
    return version


def race(election, slug, parties, **values):
    """Return a new race with one candidacy for each party."""
    contest = RaceFactory(election=election, slug=slug, name=slug.title(), area_name=slug.title(), **values)
    for party in parties:
        CandidacyFactory(race=contest, key=party.slug, name=f"Candidate of {party.name}", label=party.name, party=party)
    return contest


def three_parties():
    CountryFactory(country_code="gb")
    return [PartyFactory(name=name, country_code="gb") for name in ("Labour", "Conservative", "Green")]


def election_of_2017(parties):
    """Return an election in which Labour won the north and the Conservatives the south."""
    facts = {"election__slug": "gb-2017", "election__details__date": "2017-06-08"}
    coverage = CoverageFactory(mode=Mode.ARCHIVE, sequence=2, phase=Phase.FINAL, **facts)
    north, south = (race(coverage.election, slug, parties[:2], area_code=slug.upper()) for slug in ("north", "south"))
    record(north, [600, 400], electorate=2000, outcome=Outcome.NEW)
    record(south, [450, 550], sequence=2, leader=1, electorate=2000, outcome=Outcome.NEW)
    return coverage.election


def election_of_2019(parties, election_2017):
    """Return an election with three result versions. The Conservatives gain the north and hold the south. The result of
    the south was corrected once."""
    coverage = CoverageFactory(
        election__slug="gb-2019",
        previous=election_2017,
        comparability=Comparability.COMPARABLE,
        mode=Mode.ARCHIVE,
        phase=Phase.FINAL,
        sequence=3,
    )
    before = {contest.slug: contest for contest in election_2017.races.all()}
    north, south = (
        race(
            coverage.election,
            slug,
            parties,
            previous=before[slug],
            comparability=Comparability.COMPARABLE,
            area_code=slug.upper(),
            region="Wales" if slug == "north" else "London",
        )
        for slug in ("north", "south")
    )
    record(south, [300, 650, 50], minute=1, leader=1, phase=Phase.PROVISIONAL, outcome=Outcome.HOLD, electorate=2000)
    record(north, [450, 500, 50], sequence=2, minute=2, leader=1, outcome=Outcome.GAIN, electorate=2000)
    correction = {"kind": "correction", "note": "Recount", "outcome": Outcome.HOLD, "electorate": 2000}
    record(south, [320, 630, 50], number=2, sequence=3, minute=3, leader=1, **correction)
    return coverage.election


RESULTS = "/api/results"
ELECTION = f"{RESULTS}/gb-2019"
RACES = f"{ELECTION}/races"
SOUTH = f"{RACES}/south"


def get(client, path, **query):
    response = client.get(path, query)
    assert response.status_code == 200, response.content
    return response.json()


def slugs(rows):
    return [row["slug"] for row in rows]
