from itertools import zip_longest
from urllib.parse import urlencode

from django import forms
from django.utils import timezone

from config.http.pages import Page
from config.http.parameters import CursorField, OneOfField
from graph.kinds import ElectionKind
from graph.results import Outcome, Phase
from snapshots.api.parameters import BY_SLUG, LONGEST_TEXT
from snapshots.api.states import find_race, stale_since, state_of, validity
from snapshots.pages.positions import positions_of
from snapshots.pages.sections import filled
from snapshots.pictures.bars import bars_of_election
from snapshots.pictures.seats import hemicycle
from snapshots.pictures.text import is_other_name, seat_word
from snapshots.pictures.tiles import PLACES, Tiles, tiles
from snapshots.results import parts, rows, sql
from snapshots.results.history import versions_response
from snapshots.results.race import race_response
from snapshots.results.race_facts import race_facts
from snapshots.results.races import race_documents
from snapshots.results.summary import election_results

NEWEST = {"as_of": None, "version": None}
SECONDS_UNTIL_REFRESH = 30
MOST_VERSIONS = 20
RACES_ON_PAGE = 51
"""The number of races on a page. All states of the United States and the District of Columbia fit on one page."""
MOST_PARTIES = 30
"""The table shows at most this many parties. In some elections, a hundred other parties have a few votes each."""


class ResultsPage(Page):
    """The base class of pages with the newest results. While votes are counted, browsers reload these pages."""

    def get(self, request, *args, **kwargs):
        response = super().get(request, *args, **kwargs)
        # With the header Refresh, even a browser without JavaScript reloads the page.
        if response.context_data["phase"] == Phase.COUNTING:
            response["Refresh"] = str(SECONDS_UNTIL_REFRESH)
            # Otherwise, a browser could reload the page from its cache.
            response["Cache-Control"] = "public, no-cache"
        return response


class ElectionParameters(forms.Form):
    party = forms.CharField(required=False, max_length=LONGEST_TEXT)
    outcome = OneOfField(Outcome)
    area = forms.CharField(required=False, max_length=LONGEST_TEXT)
    cursor = CursorField(order=BY_SLUG)


class ElectionPage(ResultsPage):
    """The page of an election: its results, and a list of its races. Query parameters filter the races."""

    template_name = "snapshots/election.html"
    parameters = ElectionParameters

    def get_context_data(self, slug, **kwargs):
        state = state_of(slug, NEWEST)
        found = election_results(state, stale_since(state, NEWEST))
        self.validity = validity(state, NEWEST)
        seat = seat_word(found["kind"])
        seats = [row for row in found["parties"] if row["seats"]]
        bars = bars_of_election(found)
        pictures = {
            "bars": bars if bars and len(bars.rows) > 1 else None,
            "tiles": tiles_of(state, found),
            # Draw no chamber if the seats are electoral votes: electors do not meet in a chamber.
            "seats": seat == "seat" and (found["seats"]["total"] or 0) > 1 and hemicycle(seats, positions_of(seats)),
        }
        # ``area`` is the current link in the navigation. It must not be the filter ``area``.
        return super().get_context_data(
            area="elections",
            found=found,
            phase=found["phase"],
            columns=_columns(found),
            seat=seat,
            parties=_with_dots(_with_names(found["parties"][:MOST_PARTIES], state), pictures["seats"]),
            other_parties=found["parties"][MOST_PARTIES:],
            **self._races(state, found),
            **pictures,
            **kwargs,
        )

    def _races(self, state, results):
        """Return the template context for one page of an election's races. The query parameters choose the page, and
        filter the races. ``state`` is a `State`: the election and the time of its results. ``results`` is the summary
        of the election, a JSON document of the API."""
        params = self.read_parameters()
        filters = {name: params[name] for name in sql.FILTERS if params.get(name)}
        after = params["cursor"].values[0] if params["cursor"] else ""
        # Read one row more than the page has, to see whether there is a next page.
        found = rows.races(state, filters, RACES_ON_PAGE + 1, after)
        shown, more = found[:RACES_ON_PAGE], found[RACES_ON_PAGE:]
        races = race_documents(shown)
        cursor = BY_SLUG.cursor([shown[-1].slug], timezone.localdate()) if more else None
        return {
            "races": races,
            # Races can have phases that differ from that of the election. Only then the page shows the phase of each
            # race.
            "phases": {race["phase"] for race in races} - {results["phase"]},
            "filters": filters,
            "outcomes": [outcome.value for outcome in Outcome],
            "count": rows.races_total(state, filters)[0] if filters else results["races"]["total"],
            "is_first": not after,
            "query": urlencode(filters),
            "next_query": cursor and urlencode(filters | {"cursor": cursor}),
        }


def _with_names(parties, state):
    """Return the parties with one more key, ``former_name``: the name that the sources of the election use for the
    party. It is "" if it is unknown, or similar to the name of today. ``state`` is a `State` with the election."""
    names = rows.names_of_parties(state)
    known = [names.get(row["party"]["slug"], "") if row["party"] else "" for row in parties]
    return [
        row | {"former_name": name if is_other_name(name, row["name"]) else ""}
        for row, name in zip(parties, known, strict=True)
    ]


def _with_dots(parties, picture):
    """Return pairs (party, `Wedge`) for the table of parties. The `Wedge` is the part of the picture with the dots of
    this party's seats. It is None if there is no picture, or if the party has no seats."""
    # The parties and the wedges are sorted by seats, so each wedge belongs to the party at the same index.
    wedges = picture.rows[: len(parties)] if picture else []
    return list(zip_longest(parties, wedges))


def _columns(found):
    """Return the names of the columns in the table of parties. ``found`` is the summary of an election, a JSON document
    of the API. If voters elect one president directly, there are no columns for seats."""
    columns = filled(found["parties"])
    is_direct = found["kind"] == ElectionKind.PRESIDENTIAL and (found["seats"]["total"] or 0) <= 1
    return columns - {"seats", "seats_change"} if is_direct else columns


def tiles_of(state, results: dict) -> Tiles | None:
    """Return a picture with a square for each of the 50 states of the United States and the District of Columbia.
    Return None if the races of the election are not exactly these 51.

    ``results`` is the summary of the election, a JSON document of the API. ``state`` is not one of the 50 states, but a
    `State`: the election and the time of its results."""
    # This is not an election in all states, so do not read its races.
    if results["races"]["total"] != len(PLACES):
        return None
    return tiles(results, race_documents(rows.races(state, {}, len(PLACES), "")))


class RacePage(ResultsPage):
    """The page of a race: candidacies, rounds, newest versions, and the comparison with the previous election."""

    template_name = "snapshots/race.html"

    def get_context_data(self, slug, race, **kwargs):
        state = state_of(slug, NEWEST)
        found = find_race(state, race)
        self.validity = validity(state, {})
        document = race_response(state.election, race_facts(state.election, *found))
        versions = parts.versions(found[0], MOST_VERSIONS, found[0].version + 1)
        history = versions_response(state.election, race, versions, found[0].version, None)["versions"]
        return super().get_context_data(
            area="elections",
            election=document["election"],
            race=document["race"],
            phase=document["race"]["phase"],
            mode=state.election.mode,
            day=state.election.date,
            seat=seat_word(state.election.election_kind),
            columns=filled(document["race"]["candidacies"]),
            rounds=_rounds(document["race"]),
            versions=history,
            version_columns=filled(history),
            **kwargs,
        )


def _rounds(race):
    """Return the rows of the table of rounds as (name of the candidacy, list of tallies). The list has an item for each
    round: the tally (the votes of the candidacy in this round), or None if there is none. ``race`` is the race as a
    JSON object."""
    by_key = [{tally["candidacy"]: tally for tally in found["tallies"]} for found in race["rounds"]]
    return [(row["name"], [tallies.get(row["key"]) for tallies in by_key]) for row in race["candidacies"] if by_key]
