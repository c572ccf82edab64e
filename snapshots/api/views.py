from django.utils import timezone
from rest_framework.viewsets import ViewSet

from config.http.links import base_url
from config.http.parameters import read_parameters
from config.http.views import CountedMixin, json_response
from graph.api import last_modified
from graph.api.lookup import published_country
from graph.api.parameters import EntityParameters
from graph.models import Entity
from snapshots.api import schema
from snapshots.countries.snapshot import country_snapshot

# A country has no metadata that its relationships provide, so the annotations for those are left out.
COUNTRIES = Entity.objects.select_related("country_details").with_names_and_sources()


class SnapshotViewSet(CountedMixin, ViewSet):
    """A country in one call, as of today or of the day ``at``."""

    @schema.snapshot
    def retrieve(self, request, country):
        params, _ = read_parameters(request.GET, EntityParameters)
        at, today = params["at"], timezone.localdate()
        found = published_country(country, COUNTRIES.all())
        document = country_snapshot(found, at or today, base_url(request), is_past=at is not None)
        # A snapshot of today changes with the day, that of a past day changes with the journal alone.
        return json_response(document, last_modified.of_list(today, by_status=at is None))
