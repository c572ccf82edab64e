from django.http import HttpResponsePermanentRedirect
from django.urls import reverse
from django.views.generic import TemplateView

from config.http.exceptions import MovedPermanently
from config.http.parameters import MOST_ROWS
from config.http.problems import error_response
from graph.api.lookup import UnknownEntity, WithdrawnEntity
from graph.results import Phase
from snapshots.api.states import stale_since, state_of
from snapshots.results import rows
from snapshots.results.races import races_response
from snapshots.results.summary import election_results

NEWEST = {"as_of": None, "version": None}
SECONDS_UNTIL_REFRESH = 30


class ElectionPage(TemplateView):
    """Show the newest results of an election and of its races. While votes are counted, browsers reload the page."""

    template_name = "snapshots/election.html"
    http_method_names = ["get", "head", "options"]

    def dispatch(self, request, *args, **kwargs):
        try:
            response = super().dispatch(request, *args, **kwargs)
        except MovedPermanently as moved:
            path = reverse("election-page", args=[moved.slug])
            return HttpResponsePermanentRedirect(path, preserve_request=True)
        except (UnknownEntity, WithdrawnEntity) as error:
            return error_response(request, error.problem)
        # A browser without JavaScript understands this header.
        if request.method != "OPTIONS" and response.context_data["found"]["phase"] == Phase.COUNTING:
            response["Refresh"] = str(SECONDS_UNTIL_REFRESH)
        return response

    def get_context_data(self, slug, **kwargs):
        state = state_of(slug, NEWEST)
        found = election_results(state, stale_since(state, NEWEST))
        # All races are on one page: no election has more than a thousand.
        races = rows.races(state, {}, MOST_ROWS, "")
        listed = races_response(state, races, len(races), None, None)["races"]
        return super().get_context_data(found=found, races=listed, **kwargs)
