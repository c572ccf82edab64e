from django.utils import timezone

from config.http.cache import Validity
from config.http.links import base_url
from config.http.pages import Page
from graph.api.entity import entity_with_relationships, published_on, tags_of
from graph.api.parameters import EntityParameters
from graph.documents import relationship_documents
from graph.journal.tail import ANY_CHANGE, country_tag, entity_tag
from graph.kinds import KINDS, InstitutionType, Kind
from graph.models import Entity, Status
from graph.past import show_as_of
from graph.queries.relationships import Selection
from graph.queries.selecting import select_relationships
from graph.relations import RelationshipType
from snapshots.countries.facts import load_country_facts
from snapshots.countries.snapshot import country_snapshot
from snapshots.pages.chambers import CHAMBERS, chamber_of, draw_chambers, leaders_of
from snapshots.pages.ideologies import MOST_SEATED, seated_parties, with_ideologies
from snapshots.pages.linked_data import linked_data
from snapshots.pages.networks import network_of
from snapshots.pages.relationships import ROWS_ON_PAGE, countries_of_rows
from snapshots.pages.sections import (
    end_of_party,
    facts,
    filled,
    identifiers,
    relationship_tables,
    unknown_leaders,
)
from snapshots.pictures.bars import bars_of_party
from snapshots.pictures.timeline import timeline
from snapshots.results.by_party import results_of_party

MOST_NEXT = 3
"""The largest number of upcoming elections on a page for a past day. Later elections say little about the day."""
LEAST_DRAWN = 4
"""The least number of neighbours in the picture of a network. With fewer, the page has no such picture, because its
tables say more."""


class EntityPage(Page):
    """The page of an entity with its relationships. The page of a country shows the country's snapshot. The query
    parameter ``at`` chooses a day."""

    parameters = EntityParameters

    def get_context_data(self, slug, **kwargs):
        at, today = self.read_parameters()["at"], timezone.localdate()
        found = published_on(slug, at or today)
        show = _country if found.kind == Kind.COUNTRY else _entity
        self.template_name, shown, tags = show(found, at or today, base_url(self.request), is_chosen=at is not None)
        # The form on the page shows today's date, so the page is valid only today.
        self.validity = Validity(tags, today)
        entity, has_picture = shown["entity"], any(row.picture for row in shown.get("chambers", ()))
        return super().get_context_data(
            **shown,
            kind=KINDS[found.kind],
            area="countries" if found.kind == Kind.COUNTRY else "",
            # Other sites show this preview image next to a link to the page. It shows the first chamber.
            image=f"/entity/{entity['slug']}/seats.png" if has_picture else "",
            facts=facts(entity, shown.get("ended")),
            identifiers=identifiers(entity),
            linked_data=linked_data(entity),
            at=at,
            today=today,
            **kwargs,
        )


def _entity(found, day, base_url, *, is_chosen):
    """Return (template, context, cache tags) for the page of ``found``, an entity that is not a country. ``is_chosen``
    is True if the visitor chose the day. A cached page is valid until one of its cache tags changes."""
    document, page = entity_with_relationships(found, day, base_url, only_valid=is_chosen, limit=ROWS_ON_PAGE)
    relationships, sources = document["relationships"], document["entity"]["sources"]
    elections = results_of_party(found.pk) if found.kind == Kind.PARTY else []
    elections = [row for row in elections if row.date <= day.isoformat()]
    countries = countries_of_rows(found)
    context = {
        "entity": document["entity"],
        "seated": seated_parties(found, day, countries) if found.kind == Kind.IDEOLOGY else [],
        "most_seated": MOST_SEATED,
        "country": _country_of(found),
        "tables": relationship_tables(relationships, sources, countries),
        "ended": _end(found, relationships, day, is_complete=not (is_chosen or page.has_more)),
        "total": page.total,
        "hidden": page.has_more,
        "elections": elections,
        "election_columns": filled([row._asdict() for row in elections]),
        "round_columns": filled(document["entity"]["metadata"].get("rounds") or []),
        "pictures": _pictures(found, relationships, page, elections, day, is_chosen=is_chosen),
        **_of_institution(found, relationships, day, is_chosen=is_chosen),
    }
    return "snapshots/entity.html", context, tags_of(found) | _more_tags(found)


def _more_tags(found):
    if found.kind == Kind.IDEOLOGY:
        # Any country can get another party of an ideology with seats.
        return {ANY_CHANGE}
    # The seats depend on parties and elections of the country, not only on the chamber.
    return {country_tag(found.country_code)} if found.kind == Kind.INSTITUTION else set()


def _end(party, relationships, day, *, is_complete):
    """Return the partial date on which a party ended, such as "1993-12". Return None if it has not ended, or if
    ``party`` is an entity of another kind. A party has ended if all its relationships with countries have ended.

    ``relationships`` are the relationships on the party's page. ``is_complete`` is True if the party has no others. If
    it is False, this function reads the relationships with countries from the database. It does not read them if those
    on the page show that the party exists on ``day``."""
    if party.kind != Kind.PARTY:
        return None
    countries = [row for row in relationships if row["type"] == RelationshipType.OPERATES_IN_COUNTRY]
    if is_complete or any(row["status"] == Status.CURRENT for row in countries):
        return end_of_party(countries)
    selection = Selection.of(party, day, ROWS_ON_PAGE, type=RelationshipType.OPERATES_IN_COUNTRY.value)
    return end_of_party(relationship_documents(select_relationships(selection), day))


def _of_institution(found, relationships, day, *, is_chosen):
    """Return the template context that only the pages of institutions need. For a chamber with known seats, it is
    ``chambers``, a list with only this chamber. For a cabinet, it is ``leaders``. For all other entities, it is {}.

    ``found`` is the record of the entity. ``relationships`` are its relationships on ``day`` as JSON objects.
    ``is_chosen`` is True if the visitor chose the day."""
    # Check this first, because the snapshot of a country takes long. On a past day, the number of seats of today is
    # removed from the details.
    institution_type = found.details.institution_type if found.kind == Kind.INSTITUTION and found.details else None
    if institution_type in CHAMBERS:
        chamber = chamber_of(found, day, is_chosen=is_chosen)
        return {"chambers": [chamber]} if chamber else {}
    if institution_type == InstitutionType.CABINET:
        offices = {row["entity"]["slug"] for row in relationships if row["type"] == RelationshipType.CONTAINS_OFFICE}
        return {"leaders": leaders_of(found, offices, day, is_chosen=is_chosen)}
    return {}


def _country_of(found):
    """Return the country of the entity ``found``, or None if this entity belongs to no country."""
    countries = Entity.objects.published().of_kind(Kind.COUNTRY)
    return countries.in_country(found.country_code).first() if found.country_code else None


def _pictures(found, relationships, page, elections, day, *, is_chosen):
    """Return (file name, text, width, height) of each picture on the page of the entity ``found``. Pictures that would
    show too little are left out.

    ``relationships`` are the relationships on the page as JSON documents. ``page`` has the same relationships as
    database rows, and says whether the entity has more. ``elections`` are the results of a party. ``is_chosen`` is True
    if the visitor chose the day."""
    bars = bars_of_party(found.slug, elections)
    pictures = [("results.svg", f"{found.name}: election results", bars)] if bars and len(bars.rows) > 1 else []
    # An election has no timeline, because all its relationships are on one day. It has no network, because it has too
    # many candidates.
    if found.kind != Kind.ELECTION:
        drawn = timeline(relationships, day)
        # If not all rows fit, a timeline would show a random selection, for example of the members of a party.
        if drawn and not drawn.has_one_bar and (not drawn.hidden or found.kind == Kind.POLITICIAN):
            pictures.append(("timeline.svg", f"{found.name}: timeline", drawn))
        network = _network(found, relationships, page, day, is_chosen=is_chosen)
        if network and len(network.neighbours) >= LEAST_DRAWN:
            pictures.append(("network.svg", f"{found.name}: relationships", network))
    return [(name, text, picture.width, picture.height) for name, text, picture in pictures if picture]


def _network(found, relationships, page, day, *, is_chosen):
    if page.has_more and is_chosen:
        # The most important of many neighbours are known only today.
        return None
    return network_of(found, day, is_chosen=is_chosen, relationships=None if page.has_more else relationships)


def _country(found, day, base_url, *, is_chosen):
    """Return (template, context, cache tags) for the page of the country ``found``. ``is_chosen`` is True if the
    visitor chose the day. A cached page is valid until one of its cache tags changes."""
    is_past = is_chosen and day < timezone.localdate()
    if is_past:
        show_as_of(found, day)
    # The snapshot needs the names and sources of the country.
    country_facts = load_country_facts(found, day, is_past=is_past)
    snapshot = country_snapshot(country_facts, base_url)
    tags = frozenset({country_tag(found.country_code), *map(entity_tag, country_facts.foreign_slugs)})
    # On a past day, a party without dates may not have existed yet, so it is listed apart. Today, all parties are
    # listed together.
    statuses = {Status.UNKNOWN} if is_past else set()
    undated = [row["party"] for row in snapshot["parties"] if row["status"] in statuses]
    parties = [row for row in snapshot["parties"] if row["status"] not in statuses]
    context = {
        "entity": snapshot["country"],
        "snapshot": snapshot,
        "chambers": draw_chambers(snapshot["institutions"], is_past=is_past),
        "leaders": snapshot["current_leaders"],
        "unknown_leaders": unknown_leaders(snapshot),
        "upcoming": snapshot["elections"]["upcoming"][: MOST_NEXT if is_past else None],
        "parties": with_ideologies(parties),
        "undated_parties": undated,
        "election_columns": filled(snapshot["elections"]["recent"]),
        "party_columns": filled(parties),
    }
    return "snapshots/country.html", context, tags
