from collections.abc import Iterator
from datetime import date

from graph.checks.queries import entities, without
from graph.kinds import ElectionStatus, Kind
from graph.models.relationships import stale_before
from graph.relations import RelationshipType


def check_elections_without_country(day: date) -> Iterator[tuple[str, str]]:
    for slug, name in without(Kind.ELECTION, RelationshipType.OCCURS_IN_COUNTRY):
        yield slug, f"{name} is held in no country."


def check_elections_without_date(day: date) -> Iterator[tuple[str, str]]:
    """The database wants a date of every election's details, but not the details of every election."""
    for slug, name in entities(Kind.ELECTION).filter(election_details=None).values_list("slug", "name"):
        yield slug, f"{name} has no date."


def check_elections_held_in_the_future(day: date) -> Iterator[tuple[str, str]]:
    held = entities(Kind.ELECTION).filter(election_details__status=ElectionStatus.HELD)
    ahead = held.filter(election_details__date_first__gt=day)
    for slug, name, date_of in ahead.values_list("slug", "name", "election_details__date"):
        yield slug, f"{name} counts as held, but its date is {date_of}."


def check_elections_forgotten(day: date) -> Iterator[tuple[str, str]]:
    """Scheduled for a day that is long past. For a while that is right: it is overdue, and answered so."""
    scheduled = entities(Kind.ELECTION).filter(election_details__status=ElectionStatus.SCHEDULED)
    past = scheduled.filter(election_details__date_last__lt=stale_before(day))
    for slug, name, date_of in past.values_list("slug", "name", "election_details__date"):
        yield slug, f"{name} was scheduled for {date_of}, and nothing is known of it since."
