"""What editors ask for: an entity by whatever it is called, and what is missing."""

from datetime import date

from django.apps import apps
from django.db import models
from django.db.models import Exists, OuterRef, Q, Subquery

from graph.kinds import Kind
from graph.relations import RelationshipType
from graph.text.folding import fold

LONGEST_TERM = 200
"""What is typed beyond it finds nothing more."""


class CurationQuerySet(models.QuerySet):
    """Verbs of the query set of entities that only the desk of the editors speaks."""

    def with_country_name(self):
        """Annotate ``country_name``, also of a country that is no longer or not yet published."""
        countries = _model("Entity").objects.of_kind(Kind.COUNTRY).in_country(OuterRef("country_code"))
        return self.annotate(country_name=Subquery(countries.values("name")[:1]))

    def search_text(self, text: str):
        """Whose slug has all words of the text, whatever their accents; whose name or other name contains the text as
        it is written; and whose identifier it is. Everything for an empty text.
        """
        text = text.strip()[:LONGEST_TERM]
        if not text:
            return self
        # Past the cache of `fold`: what is typed would fill it.
        words = [Q(slug__contains=word) for word in fold.__wrapped__(text).split()]
        fits = Q(name__icontains=text) | Q(slug=text) | Q(pk__in=_named_beside(text)) | Q(pk__in=_identified_by(text))
        return self.filter(fits | Q(*words) if words else fits)

    def without_fact(self, kind: str, name: str):
        """Those of the kind whose details do not say it, or who have none."""
        path = f"{kind}_details__{name}"
        unsaid = Q(**{f"{path}__isnull": True})
        if not _model(f"{kind}details")._meta.get_field(name).null:
            unsaid |= Q(**{path: ""})
        return self.filter(unsaid, kind=kind)

    def without_source(self):
        """Those that no source is cited for."""
        return self.filter(~Exists(_model("Citation").objects.filter(entity=OuterRef("pk"))))

    def without_outgoing(self, relation_type: str):
        """Those that are the subject of no statement of the type."""
        return self.filter(~Exists(_statements().filter(subject=OuterRef("pk"), type=relation_type)))

    def without_incoming(self, relation_type: str):
        """Those that are the object of no statement of the type."""
        return self.filter(~Exists(_statements().filter(object=OuterRef("pk"), type=relation_type)))

    def without_holder(self, day: date):
        """Offices that nobody is known to hold on the day."""
        held = _statements().filter(type=RelationshipType.HOLDS_OFFICE).current(day)
        return self.exclude(pk__in=held.values("object"))

    def unverified_for_two_years(self, day: date):
        """Those that say something without an end which nobody confirmed in the two years before the day."""
        from graph.models.relationships import TIMELESS, stale_before

        old = Q(verified_at__lt=stale_before(day)) | Q(verified_at=None)
        open_ones = _statements().filter(old, end_date="").exclude(type__in=TIMELESS)
        return self.filter(pk__in=open_ones.values("subject"))

    def without_composition(self):
        """Institutions whose seats are known of no day."""
        return self.filter(~Exists(_model("Composition").objects.filter(institution=OuterRef("pk"))))

    def overdue(self, day: date):
        """Elections still called scheduled though their day is over."""
        return self.filter(election_details__status="scheduled", election_details__date_last__lt=day)


def _named_beside(text):
    return _model("OtherName").objects.filter(name__icontains=text).values("entity")


def _identified_by(text):
    return _model("Identifier").objects.filter(value=text).values("entity")


def _statements():
    return _model("Relationship").objects


def _model(name):
    """A model that is made after entities."""
    return apps.get_model("graph", name)
