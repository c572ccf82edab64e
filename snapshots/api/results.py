from datetime import timedelta
from difflib import get_close_matches

from django.utils import timezone
from rest_framework.viewsets import ViewSet

from config.http.cache import Validity
from config.http.exceptions import InvalidParameters
from config.http.links import next_page_url
from config.http.parameters import read_parameters
from config.http.views import CountedMixin, json_response, page_response
from graph.api.lookup import SLUG, UnknownEntity, published_election
from graph.journal.tail import ANY_CHANGE, ANY_RESULTS, country_tag, results_tag
from snapshots.api import schema
from snapshots.api.parameters import (
    BY_CODE,
    BY_DATE,
    BY_NUMBER,
    BY_SLUG,
    CoveredElectionsParameters,
    RacesParameters,
    RaceStateParameters,
    StateParameters,
    UnitsParameters,
    VersionsParameters,
)
from snapshots.results import rows, sql, states
from snapshots.results.elections import CoveredElectionsResponse, covered_elections
from snapshots.results.history import units_response, versions_response
from snapshots.results.race import race_facts, race_response
from snapshots.results.races import races_response
from snapshots.results.summary import election_results

ONE_SECOND = timedelta(seconds=1)
LEAST_SIMILARITY = 0.6


class ResultsViewSet(CountedMixin, ViewSet):
    """Return the results of covered elections: the newest, or those of the parameter ``as_of`` or ``version``."""

    @schema.elections
    def list(self, request):
        params, _ = read_parameters(request.GET, CoveredElectionsParameters)
        filters = {name: params[name] for name in ("country", "phase", "level") if params[name]}
        filters |= {name: params[name].isoformat() for name in ("from", "to") if params[name]}
        after = params["cursor"].values if params["cursor"] else None
        page = covered_elections(filters, params["mode"], params["limit"], after)
        cursor = BY_DATE.cursor(page.last, timezone.localdate()) if page.last else None
        next_url = next_page_url(request, request.path, cursor)
        document = CoveredElectionsResponse.from_values((page.total, next_url, page.documents))
        validity = Validity(frozenset({ANY_RESULTS, ANY_CHANGE}))
        return page_response(document, _modified(page.journal.newest), page.total, next_url, validity)

    @schema.election
    def retrieve(self, request, slug):
        params, _ = read_parameters(request.GET, StateParameters)
        state = _state(slug, params)
        document = election_results(state, _stale_since(state, params))
        return json_response(document, _last_modified(state, document["updated_at"]), _validity(state, params))

    @schema.races
    def races(self, request, slug):
        params, _ = read_parameters(request.GET, RacesParameters)
        state = _state(slug, params)
        # A number of versions may be 0.
        filters = {name: params[name] for name in sql.FILTERS if params[name] not in ("", None)}
        after = params["cursor"].values[0] if params["cursor"] else ""
        total, newest = rows.races_total(state, filters)
        # One more row shows whether there is a next page.
        races = rows.races(state, filters, params["limit"] + 1, after)
        cursor = _cursor(BY_SLUG, races, params["limit"], lambda row: row.slug)
        next_url = next_page_url(request, request.path, cursor)
        races = races[: params["limit"]]
        document = races_response(state, races, total, newest, next_url, _stale_since(state, params))
        return page_response(document, _last_modified(state, newest), total, next_url, _validity(state, params))

    @schema.race
    def race(self, request, slug, race):
        params, _ = read_parameters(request.GET, RaceStateParameters)
        state = _state_of_race(slug, params)
        facts = race_facts(*_race(state, race))
        document = race_response(state.election, facts)
        # A race does not say whether the source is stale.
        return json_response(document, _last_modified(state, document["race"]["updated_at"]), _validity(state, {}))

    @schema.versions
    def versions(self, request, slug, race):
        params, _ = read_parameters(request.GET, VersionsParameters)
        state = _state_of_race(slug, params)
        found, _ = _race(state, race)
        position, limit = params["cursor"], params["limit"]
        versions = rows.versions(found, limit + 1, position.values[0] if position else found.version + 1)
        cursor = _cursor(BY_NUMBER, versions, limit, lambda row: row.number)
        next_url = next_page_url(request, request.path, cursor)
        # Versions are numbered from 1 without gaps.
        document = versions_response(state.election, race, versions[:limit], found.version, next_url)
        return self._page(state, found, document)

    @schema.units
    def units(self, request, slug, race):
        params, _ = read_parameters(request.GET, UnitsParameters)
        state = _state_of_race(slug, params)
        found, _ = _race(state, race)
        position, limit = params["cursor"], params["limit"]
        units = rows.units(found, limit + 1, position.values[0] if position else "")
        next_url = next_page_url(request, request.path, _cursor(BY_CODE, units, limit, lambda row: row.code))
        units = rows.tallies_of_units(found, units[:limit])
        document = units_response(state.election, found, units, rows.units_total(found), next_url)
        return self._page(state, found, document)

    def _page(self, state, race, document):
        modified = _last_modified(state, states.moment(race.received_at))
        return page_response(document, modified, document["count"], document["next"], _validity(state, {}))


def _cursor(order, found, limit, key):
    """Return the cursor of the next page, or None if ``found`` has no row more than the page."""
    return order.cursor([key(found[limit - 1])], timezone.localdate()) if len(found) > limit else None


def _state(slug, params):
    """Return the state of the results of the election with this slug, as the parameters ask for it."""
    election = published_election(slug, states.find_election)
    if params["as_of"]:
        return states.State(election, states.sequence_as_of(election, params["as_of"]), params["as_of"])
    # A later version would be another state as soon as it exists, and stored responses would not notice.
    if params["version"] is not None and params["version"] > election.sequence:
        _reject_version(params["version"], election.sequence)
    return states.State(election, election.sequence if params["version"] is None else params["version"])


def _state_of_race(slug, params):
    """Return the state in which a race is shown. Its parameter ``version`` is a number of a version of the race."""
    # The election counts the versions of all its races.
    state = _state(slug, params | {"version": None})
    return state._replace(number=params["version"])


def _race(state, slug):
    found = rows.race_in_full(state, slug) if SLUG.fullmatch(slug) else None
    if found is None:
        raise UnknownEntity(slug, _similar_races(state, slug), "race of this election")
    if state.number and found[0].version != state.number:
        _reject_version(state.number, rows.race_in_full(state._replace(number=None), slug)[0].version)
    return found


def _similar_races(state, slug):
    return get_close_matches(slug, rows.race_slugs(state), 3, LEAST_SIMILARITY)


def _reject_version(version, newest):
    detail = f"There is no version {version} yet; the newest is {newest}."
    raise InvalidParameters([{"parameter": "version", "detail": detail}])


def _stale_since(state, params):
    """Return when the followed source last responded, if that is longer ago than two intervals.

    Only the newest state says so.
    """
    until = _fresh_until(state.election)
    is_newest = params["as_of"] is None and params["version"] is None
    return states.moment(state.election.followed_at) if is_newest and until and until <= timezone.now() else None


def _fresh_until(election):
    if not (election.follow_interval and election.followed_at):
        return None
    return states.moment(election.followed_at) + timedelta(seconds=2 * election.follow_interval)


def _validity(state, params):
    """Return how long the response may be stored. Parties and people of the country are shown, too."""
    election = state.election
    tags = {results_tag(election.slug), country_tag(election.country_code or "")}
    tags |= {results_tag(election.previous[3])} if election.previous[0] else set()
    until = _fresh_until(election) if params else None
    # Nothing says when a source responds again, so such a response is not stored.
    return None if until and until <= timezone.now() else Validity(frozenset(tags), until=until)


def _last_modified(state, updated_at):
    return _modified(max(filter(None, (state.election.journal.newest, updated_at))))


def _modified(newest):
    # HTTP dates have whole seconds, and another version may be recorded within this one.
    return min(newest, timezone.now() - ONE_SECOND)
