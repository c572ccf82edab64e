from config.http.parameters import MOST_ROWS
from graph.results import Phase
from snapshots.api.states import find_race, stale_since, state_of, validity
from snapshots.pages.base import Page
from snapshots.pictures.bars import bars_of_election
from snapshots.pictures.tiles import tiles
from snapshots.results import parts, rows
from snapshots.results.history import versions_response
from snapshots.results.race import race_facts, race_response
from snapshots.results.races import races_response
from snapshots.results.summary import election_results

NEWEST = {"as_of": None, "version": None}
SECONDS_UNTIL_REFRESH = 30
MOST_VERSIONS = 20


class ResultsPage(Page):
    """The base class of pages with the newest results. While votes are counted, browsers reload them."""

    def get(self, request, *args, **kwargs):
        response = super().get(request, *args, **kwargs)
        # A browser without JavaScript understands this header.
        if response.context_data["phase"] == Phase.COUNTING:
            response["Refresh"] = str(SECONDS_UNTIL_REFRESH)
        return response


class ElectionPage(ResultsPage):
    """The page of an election: its results, and a list of its races."""

    template_name = "snapshots/election.html"

    def get_context_data(self, slug, **kwargs):
        state = state_of(slug, NEWEST)
        found = election_results(state, stale_since(state, NEWEST))
        self.validity = validity(state, NEWEST)
        races = all_races(state)
        pictures = {"bars": bars_of_election(found), "tiles": tiles(found, races)}
        return super().get_context_data(
            area="elections", found=found, phase=found["phase"], races=races, **pictures, **kwargs
        )


def all_races(state) -> list[dict]:
    """Return all races of an election as JSON documents of the API. No election has more than a thousand."""
    races = rows.races(state, {}, MOST_ROWS, "")
    return races_response(state, races, len(races), None, None)["races"]


class RacePage(ResultsPage):
    """The page of a race: candidacies, rounds, newest versions, and the comparison with the previous election."""

    template_name = "snapshots/race.html"

    def get_context_data(self, slug, race, **kwargs):
        state = state_of(slug, NEWEST)._replace(number=None)
        found = find_race(state, race)
        self.validity = validity(state, {})
        document = race_response(state.election, race_facts(*found))
        versions = parts.versions(found[0], MOST_VERSIONS, found[0].version + 1)
        history = versions_response(state.election, race, versions, found[0].version, None)["versions"]
        return super().get_context_data(
            area="elections",
            election=document["election"],
            race=document["race"],
            phase=document["race"]["phase"],
            rounds=_rounds(document["race"]),
            versions=history,
            **kwargs,
        )


def _rounds(race):
    """Return (name of the candidacy, its tally in each round or None) for each row of the table of rounds."""
    by_key = [{tally["candidacy"]: tally for tally in found["tallies"]} for found in race["rounds"]]
    return [(row["name"], [tallies.get(row["key"]) for tallies in by_key]) for row in race["candidacies"] if by_key]
