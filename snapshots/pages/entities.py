from django.utils import timezone

from config.http.links import base_url
from graph.api.entity import found_entity
from graph.api.lookup import published_country
from graph.api.parameters import EntityParameters
from graph.kinds import KINDS, Kind
from graph.queries.entities import load_parts
from snapshots.countries.facts import load_country_facts
from snapshots.countries.snapshot import country_snapshot
from snapshots.pages.base import Page
from snapshots.pages.linked_data import linked_data
from snapshots.pages.seats import hemicycle
from snapshots.pages.sections import facts, relationship_tables


class EntityPage(Page):
    """An entity with its relationships; for a country its snapshot. With ``?at=``, as of that day."""

    parameters = EntityParameters

    def get_context_data(self, slug, **kwargs):
        at = self.read_parameters()["at"]
        day = at or timezone.localdate()
        found = found_entity(slug, day, base_url(self.request), only_valid=at is not None)
        entity = found.document["entity"]
        self.template_name = "snapshots/country.html" if entity["type"] == Kind.COUNTRY else "snapshots/entity.html"
        if entity["type"] == Kind.COUNTRY:
            kwargs |= _country(slug, day, base_url(self.request), is_past=at is not None)
        else:
            kwargs["tables"] = relationship_tables(found.document["relationships"])
            kwargs["hidden"] = max(0, found.page.total - len(found.document["relationships"]))
        return super().get_context_data(
            entity=entity,
            kind=KINDS[entity["type"]],
            facts=facts(entity),
            linked_data=linked_data(entity),
            at=at,
            today=timezone.localdate(),
            **kwargs,
        )


def _country(slug, day, base_url, *, is_past):
    country = published_country(slug, day)
    load_parts(country)
    snapshot = country_snapshot(load_country_facts(country, day, is_past=is_past), base_url)
    chambers = [(row, hemicycle(row["composition"])) for row in snapshot["institutions"]]
    return {"snapshot": snapshot, "chambers": chambers}
