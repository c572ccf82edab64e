from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.viewsets import ViewSet

from config.http.cache import Validity
from config.http.links import base_url
from config.http.openapi import ok, parameters, path_parameter
from config.http.parameters import read_parameters
from config.http.views import CountedMixin, json_response
from graph.api import last_modified
from graph.api.lookup import published_country
from graph.api.parameters import EntityParameters
from graph.api.schema import SLUG_RESPONSES
from graph.documents import SLUG
from graph.journal.tail import country_tag, entity_tag
from graph.queries.entities import load_parts
from snapshots.countries.facts import load_country_facts
from snapshots.countries.snapshot import Snapshot, country_snapshot

COUNTRY_IN_PATH = path_parameter(
    "country", SLUG, "The country's slug; a two-letter ISO 3166-1 code redirects to it by 308"
)


class SnapshotViewSet(CountedMixin, ViewSet):
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
        found = published_country(country, at or today)
        # The snapshot shows the names, identifiers and sources of the country, but none of its relationships.
        load_parts(found)
        facts = load_country_facts(found, at or today, is_past=at is not None)
        document = country_snapshot(facts, base_url(request))
        # The tag of the country covers its own entities, also those that are added later.
        tags = frozenset({country_tag(found.country_code), *map(entity_tag, facts.foreign_slugs)})
        # A snapshot of today changes with the day, that of a past day changes with the journal alone.
        validity = Validity(tags, None if at else today)
        return json_response(document, last_modified.of_journal(found.journal, None if at else today), validity)
