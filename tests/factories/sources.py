from datetime import date

import factory
from factory.django import DjangoModelFactory

from graph.models import Citation, Source
from tests.factories.entities import PoliticianFactory


class SourceFactory(DjangoModelFactory):
    """Creates the source World Factbook in the first call. Later calls with the same slug return this row."""

    slug = "factbook"
    name = "CIA World Factbook"
    url = "https://www.cia.gov/the-world-factbook/"
    licence = "CC0-1.0"
    retrieved = date(2026, 1, 22)

    class Meta:
        model = Source
        django_get_or_create = ("slug",)


class CitationFactory(DjangoModelFactory):
    entity = factory.SubFactory(PoliticianFactory)
    source = factory.SubFactory(SourceFactory)
    retrieved = factory.SelfAttribute("source.retrieved")

    class Meta:
        model = Citation
