"""Factories for entities and their details. Set details by arguments such as ``details__birth_year=1954``. With
``details=None``, the entity has no details."""

import factory
from factory.django import DjangoModelFactory

from graph.kinds import Kind
from graph.models import Entity, Redirect
from graph.text.folding import fold
from tests.factories import details
from tests.factories.cast import COUNTRIES, ELECTION_WORDS, IDEOLOGIES, INSTITUTIONS, OFFICES, PARTIES, POLITICIANS

A_DATE = "2022-04-24"
AN_ELECTION = "presidential"


def hyphenated(text):
    return fold(text).replace(" ", "-")


def free_slug(slug):
    """Return ``slug`` if no entity has it, otherwise the first of ``slug-2``, ``slug-3`` and so on that no entity
    has."""
    taken = set(Entity.objects.filter(slug__startswith=slug).values_list("slug", flat=True))
    numbered = (slug if number == 1 else f"{slug}-{number}" for number in range(1, len(taken) + 2))
    return next(candidate for candidate in numbered if candidate not in taken)


def free_country_code():
    """Return the code of the first country in `COUNTRIES` that the database does not have yet."""
    taken = set(Entity.objects.of_kind(Kind.COUNTRY).values_list("country_code", flat=True))
    return next(code for code in COUNTRIES if code not in taken)


def country_name(code):
    return COUNTRIES[code][0] if code in COUNTRIES else f"Country {code.upper()}"


def drawn(cast):
    """Return a lazy attribute: the next name of ``cast`` for each new entity. After the last name, the first one
    follows again."""
    return factory.LazyAttribute(lambda entity: cast[Entity.objects.of_kind(entity.kind).count() % len(cast)][0])


class EntityFactory(DjangoModelFactory):
    """The base class of the factories of all kinds of entities."""

    slug = factory.LazyAttribute(lambda entity: free_slug(hyphenated(entity.name)))
    country_code = "fr"
    status = Entity.Status.PUBLISHED

    class Meta:
        model = Entity
        skip_postgeneration_save = True


class CountryFactory(EntityFactory):
    """Creates France first, then the other countries in `tests.factories.cast`. The country code decides the name and
    the details."""

    kind = Kind.COUNTRY
    country_code = factory.LazyFunction(free_country_code)
    name = factory.LazyAttribute(lambda country: country_name(country.country_code))
    details = factory.RelatedFactory(details.CountryDetailsFactory, "entity")


class PoliticianFactory(EntityFactory):
    kind = Kind.POLITICIAN
    name = drawn(POLITICIANS)
    details = factory.RelatedFactory(details.PoliticianDetailsFactory, "entity")


class PartyFactory(EntityFactory):
    kind = Kind.PARTY
    name = drawn(PARTIES)
    slug = factory.LazyAttribute(lambda party: free_slug(f"{hyphenated(party.name)}-{party.country_code}"))
    details = factory.RelatedFactory(details.PartyDetailsFactory, "entity")


class ElectionFactory(EntityFactory):
    """Creates an election, by default the French presidential election of 2022. Its name and slug follow from
    ``details__date`` and ``details__kind``."""

    kind = Kind.ELECTION
    name = factory.LazyAttribute(
        lambda election: f"{country_name(election.country_code)} {election.year} {ELECTION_WORDS[election.elects]}"
    )
    slug = factory.LazyAttribute(
        lambda election: free_slug(
            f"{hyphenated(country_name(election.country_code))}-{election.year}-{election.elects}"
        )
    )
    details = factory.RelatedFactory(details.ElectionDetailsFactory, "entity", date=A_DATE, kind=AN_ELECTION)

    class Params:
        year = A_DATE[:4]
        elects = AN_ELECTION

    @classmethod
    def _generate(cls, strategy, params):
        derived = {"year": params.get("details__date", A_DATE)[:4], "elects": params.get("details__kind", AN_ELECTION)}
        return super()._generate(strategy, derived | params)


class OfficeFactory(EntityFactory):
    """Creates one office for each call, by default of France. The titles are those in `OFFICES`, from "President" on.
    After the last title, the first one follows again."""

    kind = Kind.OFFICE
    title = drawn(OFFICES)
    name = factory.LazyAttribute(lambda office: f"{office.title} of {country_name(office.country_code)}")
    details = factory.RelatedFactory(details.OfficeDetailsFactory, "entity")

    class Meta:
        exclude = ("title",)


class InstitutionFactory(EntityFactory):
    kind = Kind.INSTITUTION
    name = drawn(INSTITUTIONS)
    details = factory.RelatedFactory(details.InstitutionDetailsFactory, "entity")


class IdeologyFactory(EntityFactory):
    kind = Kind.IDEOLOGY
    name = drawn(IDEOLOGIES)
    country_code = ""
    details = factory.RelatedFactory(details.IdeologyDetailsFactory, "entity")


FACTORIES = {
    Kind.COUNTRY: CountryFactory,
    Kind.POLITICIAN: PoliticianFactory,
    Kind.PARTY: PartyFactory,
    Kind.ELECTION: ElectionFactory,
    Kind.OFFICE: OfficeFactory,
    Kind.INSTITUTION: InstitutionFactory,
    Kind.IDEOLOGY: IdeologyFactory,
}
"""Maps each kind to its factory, for tests that use all kinds."""


class RedirectFactory(DjangoModelFactory):
    slug = factory.Sequence(lambda number: f"a-former-slug-{number}")
    entity = factory.SubFactory(PoliticianFactory)

    class Meta:
        model = Redirect
