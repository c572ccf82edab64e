"""For each check, build a graph with an error, and return the slugs of the entities that the check must find."""

from contextlib import contextmanager
from datetime import date

from django.db import connection

from graph.models import Entity, Relationship
from tests.factories import (
    TWO_ROUNDS,
    CitationFactory,
    CompositionFactory,
    CountryFactory,
    ElectionFactory,
    InstitutionFactory,
    OfficeFactory,
    OtherNameFactory,
    PartyFactory,
    PoliticianFactory,
    RedirectFactory,
    RelationshipFactory,
    SeatShareFactory,
)


def holding(office_type, **office):
    """Create an office of this type and a politician who has held it since 2020. Return the relationship between
    them."""
    office = OfficeFactory(details__office_type=office_type, **office)
    return RelationshipFactory(object=office, start_date="2020-01-01")


def two_heads_of_state():
    CountryFactory(country_code="ad")
    holding("head of state", country_code="ad")
    holding("head of state and government", country_code="ad")
    return ["andorra"]


def two_heads_of_government():
    CountryFactory(country_code="ad")
    first = holding("head of government", country_code="ad")
    RelationshipFactory(object=first.object, start_date="2021")
    return ["andorra"]


def politicians_too_young_for_office():
    born_after = PoliticianFactory(details__birth_year=2000)
    a_child = PoliticianFactory(details__birth_year=1976)
    RelationshipFactory(subject=born_after, start_date="1990", end_date="1995")
    RelationshipFactory(subject=a_child, start_date="", end_date="1990-12-31")
    return [born_after.slug, a_child.slug]


def politicians_with_offices_abroad_only():
    french, office = PoliticianFactory(country_code="fr"), OfficeFactory(country_code="de")
    for start in ("2017", "2021"):
        RelationshipFactory(subject=french, object=office, start_date=start)
    return [french.slug, french.slug]


def elections_without_date():
    return [ElectionFactory(details=None).slug]


def elections_held_in_the_future():
    return [ElectionFactory(details__date="2026-06-16", details__status="held").slug]


def rounds_with_another_date_than_the_election():
    return [ElectionFactory(details__date="2022-04-10", details__rounds=TWO_ROUNDS).slug]


def elections_forgotten():
    return [ElectionFactory(details__date="2024-06-14", details__status="scheduled").slug]


def parties_founded_after_their_members_left():
    party = PartyFactory(details__founded_year=2013)
    RelationshipFactory(subject=PoliticianFactory(), object=party, start_date="2007", end_date="2011")
    RelationshipFactory(subject=PoliticianFactory(), object=party, start_date="2015", end_date="2019")
    return [party.slug]


def memberships_counted_twice():
    person, party = PoliticianFactory(), PartyFactory()
    RelationshipFactory(subject=person, object=party)
    RelationshipFactory(subject=person, object=party, start_date="2014-12-14")
    another = RelationshipFactory(subject=PoliticianFactory(), object=party, start_date="1992", end_date="2007")
    RelationshipFactory(subject=another.subject, object=party, start_date="1997", end_date="2002")
    return [person.slug, another.subject.slug]


def elections_with_one_name():
    elections = [ElectionFactory(name="1977 Fiji legislative election", country_code="fj") for _ in range(2)]
    return [min(election.slug for election in elections)]


def citations_older_than_their_facts():
    day = date(2026, 6, 1)
    term = RelationshipFactory(verified_at=day)
    seats = CompositionFactory(total=1, verified_at=day)
    SeatShareFactory(composition=seats, seats=1)
    election = ElectionFactory(details__date="2026-06-01", details__status="held")
    CitationFactory(entity=term.subject, source=term.source)
    CitationFactory(entity=seats.institution, source=seats.source)
    CitationFactory(entity=election, facts=["date"])
    return [term.subject.slug, seats.institution.slug, election.slug]


def ends_before_starts():
    relationship = RelationshipFactory(start_date="2020", end_date="2021")
    with constraints_disabled():
        Relationship.objects.update(end_first=date(2019, 1, 1), end_last=date(2019, 12, 31))
    return [relationship.subject.slug]


@contextmanager
def constraints_disabled():
    """Let the database accept relationships that end before they start, in the ``with`` block. SQLite ignores all CHECK
    constraints in it. With PostgreSQL, this constraint is missing until the rollback after the test."""
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("PRAGMA ignore_check_constraints = ON")
            yield
            cursor.execute("PRAGMA ignore_check_constraints = OFF")
        else:
            # PostgreSQL cannot alter a table while constraint checks are pending, so run the checks now.
            connection.check_constraints()
            cursor.execute("ALTER TABLE graph_relationship DROP CONSTRAINT relationship_ends_after_it_starts")
            yield


def dates_in_the_far_future():
    relationship = RelationshipFactory(start_date="2020", end_date="2037")
    election = ElectionFactory(details__date="2099", details__status="scheduled")
    return [relationship.subject.slug, election.slug]


def facts_verified_in_the_future():
    return [RelationshipFactory(verified_at=date(2026, 6, 16)).subject.slug]


def relationships_across_borders():
    party, country = PartyFactory(country_code="fr"), CountryFactory(country_code="de")
    return [RelationshipFactory(subject=party, object=country).subject.slug]


def compositions_whose_sum_is_not_the_seats():
    incomplete = SeatShareFactory(composition=CompositionFactory(total=577), seats=576).composition
    return [incomplete.institution.slug, CompositionFactory().institution.slug]


def compositions_that_differ_from_the_seats():
    assembly = InstitutionFactory(details__seats=577)
    CompositionFactory(institution=assembly, start_date="2017-06-18", total=577)
    CompositionFactory(institution=assembly, start_date="2022-06-19", total=575)
    return [assembly.slug]


def compositions_across_borders():
    from_abroad = SeatShareFactory(party=PartyFactory(country_code="de")).composition
    elected_abroad = CompositionFactory(election=ElectionFactory(country_code="de"))
    return [from_abroad.institution.slug, elected_abroad.institution.slug]


def slugs_of_the_wrong_shape():
    return [PartyFactory(slug="labour-party").slug, ElectionFactory(slug="france-2022").slug]


def slugs_that_lead_elsewhere():
    macron = PoliticianFactory(slug="emmanuel-macron")
    RedirectFactory(slug="emmanuel-macron")
    return [macron.slug]


def texts_that_are_not_clean():
    return [
        PoliticianFactory(
            name="Emmanuel\u0000Macron" if connection.vendor == "sqlite" else "Emmanuel\u0001Macron"
        ).slug,
        PoliticianFactory(name="Angela\u202eMerkel").slug,
        PoliticianFactory(name="Donald\u200bTusk").slug,
        PoliticianFactory(name="Viktor  Orbán").slug,
        PoliticianFactory(name="Viktor Orba\u0301n").slug,
        PoliticianFactory(description="Chancellor of Germany. ").slug,
        OtherNameFactory(name=" Angela", lang="").entity.slug,
        CountryFactory(details__capital="Paris\n").slug,
        ElectionFactory(details__winner="Emmanuel\ufffdMacron").slug,
        SeatShareFactory(party=None, name=" Others").composition.institution.slug,
    ]


def texts_with_markup():
    return [
        PoliticianFactory(name="Emmanuel <b>Macron</b>").slug,
        PoliticianFactory(description="Chancellor of Germany.<BR/>").slug,
        PartyFactory(name="Citizens &amp; Farmers").slug,
        OtherNameFactory(name="D&#39;Hondt").entity.slug,
        CountryFactory(details__government_type="republic<!-- sic -->").slug,
    ]


WRONG = {
    "two_heads_of_state": two_heads_of_state,
    "two_heads_of_government": two_heads_of_government,
    "offices_without_country": lambda: [OfficeFactory().slug],
    "institutions_without_country": lambda: [InstitutionFactory().slug],
    "politicians_without_office": lambda: [PoliticianFactory(status=Entity.Status.DRAFT).slug],
    "politicians_too_young_for_office": politicians_too_young_for_office,
    "politicians_with_offices_abroad_only": politicians_with_offices_abroad_only,
    "elections_without_country": lambda: [ElectionFactory().slug],
    "elections_without_date": elections_without_date,
    "elections_held_in_the_future": elections_held_in_the_future,
    "rounds_with_another_date_than_the_election": rounds_with_another_date_than_the_election,
    "elections_forgotten": elections_forgotten,
    "parties_without_country": lambda: [PartyFactory().slug],
    "parties_founded_after_their_members_left": parties_founded_after_their_members_left,
    "memberships_counted_twice": memberships_counted_twice,
    "elections_with_one_name": elections_with_one_name,
    "citations_older_than_their_facts": citations_older_than_their_facts,
    "ends_before_starts": ends_before_starts,
    "dates_in_the_far_future": dates_in_the_far_future,
    "facts_verified_in_the_future": facts_verified_in_the_future,
    "relationships_across_borders": relationships_across_borders,
    "compositions_whose_sum_is_not_the_seats": compositions_whose_sum_is_not_the_seats,
    "compositions_that_differ_from_the_seats": compositions_that_differ_from_the_seats,
    "compositions_across_borders": compositions_across_borders,
    "compositions_in_the_future": lambda: [CompositionFactory(start_date="2026-06-16").institution.slug],
    "slugs_of_the_wrong_shape": slugs_of_the_wrong_shape,
    "slugs_that_lead_elsewhere": slugs_that_lead_elsewhere,
    "entities_without_source": lambda: [PoliticianFactory().slug, CitationFactory().source and CountryFactory().slug],
    "names_in_other_scripts": lambda: [PoliticianFactory(name="安倍晋三").slug],
    "texts_that_are_not_clean": texts_that_are_not_clean,
    "texts_with_markup": texts_with_markup,
}
