"""Show pictures of entities and elections as SVG files, and of seats also as PNG files. Their URLs never change, so
that other sites can embed them. Each SVG has a title, a description, and colours for light and dark pages."""

from django.conf import settings
from django.http import Http404, HttpResponse
from django.utils import timezone
from django.utils.safestring import mark_safe

from config.http.cache import Validity
from config.http.pages import Page
from config.http.views import MAX_AGE
from graph.api.entity import entity_with_relationships, published_on, tags_of
from graph.api.parameters import EntityParameters
from graph.journal.tail import ANY_RESULTS, country_tag
from snapshots.api.states import state_of, validity
from snapshots.pages.chambers import chamber_of
from snapshots.pages.networks import network_of
from snapshots.pages.results import NEWEST, tiles_of
from snapshots.pictures.bars import bars_of_election, bars_of_party
from snapshots.pictures.png import seats_image
from snapshots.pictures.timeline import timeline
from snapshots.results.by_party import results_of_party
from snapshots.results.summary import election_results

# Only this style sheet, which is our own file, is inserted without escaping.
STYLE = mark_safe((settings.BASE_DIR / "config/static/pictures.css").read_text())  # noqa: S308 - our own file


class Picture(Page):
    """The base class of views that return an SVG picture. Subclasses put ``picture`` into the template context: the
    shapes that the template draws, or None if there is nothing to show."""

    content_type = "image/svg+xml"

    def get_context_data(self, **kwargs):
        return super().get_context_data(style=STYLE, **kwargs)


class EntityPicture(Picture):
    """The base class of pictures of an entity, today or on the day in the query parameter ``at``. A subclass defines
    ``draw(entity, day, is_chosen)``, which returns a template context with ``title`` and ``picture``. ``is_chosen`` is
    True if the request has a day."""

    parameters = EntityParameters

    def get_context_data(self, slug, **kwargs):
        at = self.read_parameters()["at"]
        day = at or timezone.localdate()
        entity = published_on(slug, day)
        self.validity = Validity(tags_of(entity), timezone.localdate())
        return super().get_context_data(**self.draw(entity, day, is_chosen=at is not None), **kwargs)


class TimelinePicture(EntityPicture):
    """A picture with a bar for each dated office, party membership and candidacy of an entity."""

    template_name = "pictures/timeline.svg"

    def draw(self, entity, day, *, is_chosen):
        # A timeline also shows what has ended, even on a past day.
        document, _ = entity_with_relationships(entity, day, "", only_valid=False)
        title = f"{entity.name}: timeline"
        return {"title": title, "picture": timeline(document["relationships"], day), "description": entity.description}


class NetworkPicture(EntityPicture):
    """A picture with the entity in the centre, around it at most eight neighbours by each type of relationship."""

    template_name = "pictures/network.svg"

    def draw(self, entity, day, *, is_chosen):
        picture = network_of(entity, day, is_chosen=is_chosen)
        return {"title": f"{entity.name}: relationships", "picture": picture, "description": entity.description}


class SeatsPicture(EntityPicture):
    """A picture of the seats of a chamber by party. For a country, this is its first chamber whose seats by party are
    known."""

    template_name = "pictures/seats.svg"

    def draw(self, entity, day, *, is_chosen):
        # The seats depend on parties and elections of the country, not only on the chamber.
        self.validity = Validity(frozenset({country_tag(entity.country_code)}), timezone.localdate())
        chamber = chamber_of(entity, day, is_chosen=is_chosen)
        name = chamber.row["institution"]["name"] if chamber else entity.name
        return {"title": f"Seats in {name}", "picture": chamber and chamber.picture}


class SeatsImage(SeatsPicture):
    """The seats of a chamber as a PNG image without text. The response is 404 if it is not known which parties have the
    seats."""

    def render_to_response(self, context, **kwargs):
        if context["picture"] is None:
            raise Http404
        headers = {"Cache-Control": f"public, max-age={MAX_AGE}"}
        response = HttpResponse(seats_image(context["picture"]), "image/png", headers=headers)
        response.validity = self.validity
        return response


class PartyPicture(EntityPicture):
    """A picture with the share of the votes and the seats of a party in its latest elections, at most 12."""

    template_name = "pictures/results.svg"

    def draw(self, entity, day, *, is_chosen):
        # The picture is valid until any results change, because results have no tag for each party.
        self.validity = Validity(tags_of(entity) | {ANY_RESULTS}, timezone.localdate())
        # The picture of a past day shows no elections after this day.
        found = [row for row in results_of_party(entity.pk) if row.date <= day.isoformat()]
        return {"title": f"{entity.name}: election results", "picture": bars_of_party(entity.slug, found)}


class ElectionPicture(Picture):
    """The base class of pictures of an election's newest results. A subclass defines ``draw(state, results)``, which
    returns the template context with the key ``picture``. ``results`` is the summary of the election, a JSON document
    of the API."""

    def get_context_data(self, slug, **kwargs):
        state = state_of(slug, NEWEST)
        self.validity = validity(state, NEWEST)
        results = election_results(state, None)
        title = f"{results['election']['name']}: results"
        return super().get_context_data(title=title, **self.draw(state, results), **kwargs)


class ResultsPicture(ElectionPicture):
    """A picture with the share of the votes and the seats of up to 12 parties, and the changes since the previous
    election."""

    template_name = "pictures/results.svg"

    def draw(self, state, results):
        races = results["races"]
        note = results["phase"].capitalize()
        if races["total"] > 1:
            note += f": {races['reporting']} of {races['total']} races reporting"
        return {"picture": bars_of_election(results), "note": note}


class TilesPicture(ElectionPicture):
    """A picture with the states of the United States as squares, in the colour of the party that won each of them."""

    template_name = "pictures/tiles.svg"

    def draw(self, state, results):
        return {"picture": tiles_of(state, results)}
