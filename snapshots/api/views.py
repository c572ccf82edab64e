from django.utils import timezone
from rest_framework.viewsets import ViewSet

from config.http.cache import Validity
from config.http.links import base_url
from config.http.openapi import operation, path_parameter
from config.http.parameters import read_parameters
from config.http.views import CountedMixin, json_response
from graph import past
from graph.api import last_modified
from graph.api.lookup import published_country
from graph.api.parameters import EntityParameters
from graph.documents import SLUG
from graph.journal.tail import country_tag, entity_tag
from snapshots.countries.facts import load_country_facts
from snapshots.countries.snapshot import Snapshot, country_snapshot

COUNTRY_IN_PATH = path_parameter(
    "country", SLUG, "The country's slug; a two-letter ISO 3166-1 code redirects to it by 308"
)


class SnapshotViewSet(CountedMixin, ViewSet):
    @operation("get_snapshot", Snapshot, EntityParameters(), in_path=[COUNTRY_IN_PATH])
    def retrieve(self, request, country):
        params, _ = read_parameters(request.GET, EntityParameters)
        at, today = params["at"], timezone.localdate()
        found = published_country(country, at or today)
        is_past = at is not None and at < today
        if is_past:
            past.show_as_of(found, at)
        facts = load_country_facts(found, at or today, is_past=is_past)
        document = country_snapshot(facts, base_url(request))
        if is_past:
            past.describe_as_of(list(past.short_forms(document)), at)
        # The stored response is dropped when any entity of the country changes, even if it is a new one.
        tags = frozenset({country_tag(found.country_code), *map(entity_tag, facts.foreign_slugs)})
        # A snapshot without a chosen day is valid only today. That of a past day is valid until the journal changes.
        validity = Validity(tags, None if is_past else today)
        return json_response(document, last_modified.of_journal(found.journal, None if at else today), validity)
