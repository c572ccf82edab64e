from functools import partial

from django.utils import timezone
from rest_framework.viewsets import ViewSet

from config.http.cache import Validity
from config.http.links import next_page_url
from config.http.openapi import operation
from config.http.parameters import read_parameters
from config.http.views import CountedMixin, json_response, not_in_this_second, page_response
from graph.api.lookup import check_country
from graph.journal.tail import ANY_CHANGE, ANY_RESULTS
from snapshots.api.parameters import (
    BY_CODE,
    BY_DATE,
    BY_NUMBER,
    BY_SLUG,
    OF_ELECTION,
    OF_RACE,
    CoveredElectionsParameters,
    RacesParameters,
    RaceStateParameters,
    StateParameters,
    UnitsParameters,
    VersionsParameters,
)
from snapshots.api.states import find_race, last_modified, stale_since, state_of, state_of_race, validity
from snapshots.results import parts, rows, sql
from snapshots.results.elections import CoveredElectionsResponse, covered_elections
from snapshots.results.history import UnitsResponse, VersionsResponse, units_response, versions_response
from snapshots.results.race import RaceResponse, race_response
from snapshots.results.race_facts import race_facts
from snapshots.results.races import RacesResponse, races_response
from snapshots.results.summary import ElectionResults, election_results


class ResultsViewSet(CountedMixin, ViewSet):
    """Shows the results of elections. By default, these are the newest results. The parameter ``as_of`` or ``version``
    chooses earlier ones."""

    @operation("list_results", CoveredElectionsResponse, CoveredElectionsParameters())
    def list(self, request):
        params, _ = read_parameters(request.GET, CoveredElectionsParameters)
        filters = {name: params[name] for name in ("country", "phase", "kind", "level") if params[name]}
        filters |= {name: params[name].isoformat() for name in ("from", "to") if params[name]}
        after = params["cursor"].values if params["cursor"] else None
        page = covered_elections(filters, params["mode"], params["limit"], after)
        if not page.total:
            check_country(params["country"])
        cursor = BY_DATE.cursor(page.last, timezone.localdate()) if page.last else None
        next_url = next_page_url(request, request.path, cursor)
        document = CoveredElectionsResponse.from_values((page.total, next_url, page.documents))
        newest = max([page.journal.newest, *(row["updated_at"] for row in page.documents)])
        tags = frozenset({ANY_RESULTS, ANY_CHANGE})
        return page_response(document, not_in_this_second(newest), page.total, next_url, Validity(tags))

    @operation("get_results", ElectionResults, StateParameters(), in_path=OF_ELECTION)
    def retrieve(self, request, slug):
        params, _ = read_parameters(request.GET, StateParameters)
        state = state_of(slug, params)
        document = election_results(state, stale_since(state, params))
        return json_response(document, last_modified(state), validity(state, params))

    @operation("list_races", RacesResponse, RacesParameters(), in_path=OF_ELECTION)
    def races(self, request, slug):
        params, _ = read_parameters(request.GET, RacesParameters)
        state = state_of(slug, params)
        # Do not leave out 0: it is a valid value of ``changed_since``.
        filters = {name: params[name] for name in sql.FILTERS if params[name] not in ("", None)}
        total, newest = rows.races_total(state, filters)
        races, next_url = self._page(params, BY_SLUG, "slug", partial(rows.races, state, filters), "")
        document = races_response(state, races, total, newest, next_url, stale_since(state, params))
        return page_response(document, last_modified(state), total, next_url, validity(state, params))

    @operation("get_race", RaceResponse, RaceStateParameters(), in_path=OF_RACE)
    def race(self, request, slug, race):
        params, _ = read_parameters(request.GET, RaceStateParameters)
        state = state_of_race(slug, params)
        facts = race_facts(state.election, *find_race(state, race))
        document = race_response(state.election, facts)
        # Parameters matter only for documents with the member ``stale_since``, which this document does not have.
        return json_response(document, last_modified(state), validity(state, {}))

    @operation("list_versions", VersionsResponse, VersionsParameters(), in_path=OF_RACE)
    def versions(self, request, slug, race):
        params, _ = read_parameters(request.GET, VersionsParameters)
        state = state_of_race(slug, params)
        found, _ = find_race(state, race)
        read = partial(parts.versions, found)
        versions, next_url = self._page(params, BY_NUMBER, "number", read, found.version + 1)
        # Versions are numbered from 1 without gaps, so the last number is the number of versions.
        document = versions_response(state.election, race, versions, found.version, next_url)
        return page_response(document, last_modified(state), found.version, next_url, validity(state, {}))

    @operation("list_units", UnitsResponse, UnitsParameters(), in_path=OF_RACE)
    def units(self, request, slug, race):
        params, _ = read_parameters(request.GET, UnitsParameters)
        state = state_of_race(slug, params)
        found, _ = find_race(state, race)
        units, next_url = self._page(params, BY_CODE, "code", partial(parts.units, found), "")
        total = parts.units_total(found)
        document = units_response(state.election, found, parts.tallies_of_units(found, units), total, next_url)
        return page_response(document, last_modified(state), total, next_url, validity(state, {}))

    def _page(self, params, order, key, read, start):
        """Return one page of a list as (rows, URL of the next page or None).

        - ``params`` are the query parameters, with ``limit`` and ``cursor``.
        - ``order`` is the `SortOrder` of the list.
        - ``key`` is the name of the attribute by which the rows are sorted, such as "slug".
        - ``read(limit, after)`` returns at most ``limit`` rows: those that follow the value ``after`` of this
          attribute.
        - ``start`` is the value of ``after`` for the first page."""
        limit = params["limit"]
        # Read one row more than the page has, to see whether there is a next page.
        found = read(limit + 1, params["cursor"].values[0] if params["cursor"] else start)
        last = getattr(found[limit - 1], key) if len(found) > limit else None
        cursor = None if last is None else order.cursor([last], timezone.localdate())
        return found[:limit], next_page_url(self.request, self.request.path, cursor)
