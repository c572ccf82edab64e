"""Factories for the details of entities. `tests.factories.cast` has the details for the name of an entity. For any
other name, they are empty."""

import factory
from factory.django import DjangoModelFactory

from graph.models import details
from tests.factories.cast import COUNTRIES, IDEOLOGIES, INSTITUTIONS, OFFICES, PARTIES, POLITICIANS


def of_country(column, unknown):
    """Return a lazy attribute: a fact about the entity's country, from the column of COUNTRIES with this index, or
    ``unknown`` if the country is not in the table."""
    return factory.LazyAttribute(lambda row: COUNTRIES.get(row.entity.country_code, [unknown] * 6)[column])


def of_name(cast, column, unknown):
    """Return a lazy attribute: a fact about the entity, from the column of ``cast`` with this index, or ``unknown`` if
    no row has its name. The name ``President of France`` is looked up as ``President``."""
    facts = {name: facts[column - 1] for name, *facts in cast}
    return factory.LazyAttribute(
        lambda row: facts.get(row.entity.name.rpartition(" of ")[0] or row.entity.name, unknown)
    )


class CountryDetailsFactory(DjangoModelFactory):
    capital = of_country(1, "")
    government_type = of_country(2, "")
    population = of_country(3, None)
    continent = of_country(4, "")
    legislature_name = of_country(5, "")

    class Meta:
        model = details.CountryDetails


class PoliticianDetailsFactory(DjangoModelFactory):
    birth_year = of_name(POLITICIANS, 1, None)

    class Meta:
        model = details.PoliticianDetails


class PartyDetailsFactory(DjangoModelFactory):
    founded_year = of_name(PARTIES, 1, None)

    class Meta:
        model = details.PartyDetails


class ElectionDetailsFactory(DjangoModelFactory):
    class Meta:
        model = details.ElectionDetails


class OfficeDetailsFactory(DjangoModelFactory):
    office_type = of_name(OFFICES, 1, "")
    term_length = of_name(OFFICES, 2, None)

    class Meta:
        model = details.OfficeDetails


class InstitutionDetailsFactory(DjangoModelFactory):
    institution_type = of_name(INSTITUTIONS, 1, "")
    seats = of_name(INSTITUTIONS, 2, None)

    class Meta:
        model = details.InstitutionDetails


class IdeologyDetailsFactory(DjangoModelFactory):
    spectrum = of_name(IDEOLOGIES, 1, "")

    class Meta:
        model = details.IdeologyDetails
