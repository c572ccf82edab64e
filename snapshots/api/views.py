from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.viewsets import ViewSet

from config.http.links import base_url
from config.http.openapi import ok, parameters, path_parameter
from config.http.parameters import read_parameters
from config.http.views import CountedMixin, json_response
from graph.api import last_modified
from graph.api.lookup import published_country
from graph.api.parameters import EntityParameters
from graph.api.schema import SLUG_RESPONSES
from graph.documents import SLUG
from graph.models import Entity
from snapshots.countries.snapshot import Snapshot, country_snapshot

# A country has no metadata that its relationships provide, so the annotations for those are left out.
COUNTRIES = Entity.objects.select_related("country_details").with_names_and_sources()
COUNTRY_IN_PATH = path_parameter(
    "country", SLUG, "The country's slug; a two-letter ISO 3166-1 code redirects to it by 308"
)


class SnapshotViewSet(CountedMixin, ViewSet):
    """Return everything about a country in one response, as of today or as of the day in the parameter ``at``."""

    @extend_schema(
        operation_id="get_snapshot",
        summary="A country in one call",
        description="Who leads the country, who sits in its parliament, how it voted and when it votes next, as of "
        "today or of the day `at`. A row whose dates are too coarse to say whether it held on the day "
        "has the `certainty` `possible`; so has a composition past the term of its chamber. A "
        "composition begins on the day of the election. Before the first dated election or office "
        "holder of the country the lists are empty. `country`, the counts and the population in "
        "`stats`, and offices and institutions themselves are shown as they are known today.",
        parameters=[COUNTRY_IN_PATH, *parameters(EntityParameters())],
        responses=ok(Snapshot, "The country as of the day") | SLUG_RESPONSES,
    )
    def retrieve(self, request, country):
        params, _ = read_parameters(request.GET, EntityParameters)
        at, today = params["at"], timezone.localdate()
        found = published_country(country, COUNTRIES.all())
        document = country_snapshot(found, at or today, base_url(request), is_past=at is not None)
        # A snapshot of today changes with the day, that of a past day changes with the journal alone.
        return json_response(document, last_modified.of_list(today, by_status=at is None))
