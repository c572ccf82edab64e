"""Find out which results of an election a request asks for: the newest, or those of an earlier time. A `State`
describes this choice. Also compute how long a response may be cached."""

from datetime import timedelta
from difflib import get_close_matches
from functools import partial

from django.utils import timezone

from config.http.cache import Validity
from config.http.exceptions import InvalidParameters
from config.http.views import not_in_this_second
from graph.api.lookup import SLUG, UnknownEntity, published_election
from graph.journal.tail import country_tag, results_tag
from graph.models import Race
from snapshots.results import rows, states

LEAST_SIMILARITY = 0.6


def state_of(slug, params):
    """Return a `State`: it says which election a response shows, and which of its results. ``slug`` is the slug of the
    election. ``params`` are the query parameters:

    - With ``as_of`` (a time), the response shows the results at this time.
    - With ``version``, such as 7, it shows the results after the first 7 result versions of the election.
    - If both are None, it shows the newest results.

    Raise UnknownEntity if no public election with results has the slug, MovedPermanently if the slug is an old one,
    WithdrawnEntity if the election is withdrawn, and InvalidParameters if the version does not exist yet."""
    election = published_election(slug, partial(states.find_election, as_of=params["as_of"]))
    if params["as_of"]:
        return states.State(election, election.sequence, params["as_of"])
    # Reject versions that do not exist yet: a stored response would be wrong as soon as they exist.
    if params["version"] is not None and params["version"] > election.sequence:
        _reject_version(params["version"], election.sequence)
    return states.State(election, election.sequence if params["version"] is None else params["version"])


def state_of_race(slug, params):
    """Return a `State` for a response about one race of the election ``slug``. ``params`` are the query parameters:
    ``as_of`` is used as in `state_of`. With ``version``, such as 3, the response shows the third result version of the
    race. This function does not check whether this version exists; `find_race` does."""
    # The sequence of the election counts the versions of all races, so the race cannot have more versions.
    state = state_of(slug, params | {"version": None})
    return state._replace(number=params["version"])


def find_race(state, slug):
    found = rows.race_in_full(state, slug) if SLUG.fullmatch(slug) else None
    if found is None:
        similar = get_close_matches(slug, rows.race_slugs(state), 3, LEAST_SIMILARITY)
        raise UnknownEntity(slug, similar, "race of this election", partial(_links, state, similar))
    # Version 0 is the state before the first version.
    if state.number and found[0].version != state.number:
        _reject_version(state.number, rows.race_in_full(state._replace(number=None), slug)[0].version)
    return found


def _links(state, slugs):
    races = Race.objects.filter(election__slug=state.election.slug, slug__in=slugs)
    names = dict(races.values_list("slug", "name"))
    return [(f"/elections/{state.election.slug}/races/{slug}", names[slug]) for slug in slugs if slug in names]


def _reject_version(version, newest):
    detail = f"There is no version {version} yet; the newest is {newest}."
    raise InvalidParameters([{"parameter": "version", "detail": detail}])


def stale_since(state, params):
    """Return the time when the source of live results last responded, if this was more than two polling intervals ago.
    Return None in these cases: the source responded later than that, the election has no live source, or the query
    parameters ``params`` choose earlier results."""
    until = _fresh_until(state.election)
    is_newest = params["as_of"] is None and params["version"] is None
    return states.moment(state.election.followed_at) if is_newest and until and until <= timezone.now() else None


def _fresh_until(election):
    if not (election.follow_interval and election.followed_at):
        return None
    return states.moment(election.followed_at) + timedelta(seconds=2 * election.follow_interval)


def validity(state, params):
    """Return a `Validity`, which says how long a response with election results may be cached. The response becomes
    invalid in these cases:

    - The results of the election or of the previous election change.
    - An entity of the country changes, because the response has names of parties and people.
    - The response has the member ``stale_since`` (the time of the last contact with a late source), and the source has
      not responded for two polling intervals. If this is already so, return None: the response must not be cached.

    ``state`` has the election. ``params`` are the query parameters of the request, or {} for a response that never has
    the member ``stale_since``."""
    election = state.election
    tags = {results_tag(election.slug), country_tag(election.country_code or "")}
    tags |= {results_tag(election.previous[3])} if election.previous[0] else set()
    until = _fresh_until(election) if params else None
    # Do not store a response with a stale source: it would not be dropped when the source responds again.
    return None if until and until <= timezone.now() else Validity(frozenset(tags), until=until)


def last_modified(state):
    """Return the time for the header Last-Modified: the time of the last change of the election's results or of any
    entity. Entities count, because the response has their names. ``state`` has the election.

    HTTP times have whole seconds, and another change may follow in the current second. So the returned time is at least
    one second ago."""
    return not_in_this_second(max(state.election.journal.newest, states.moment(state.election.updated_at)))
