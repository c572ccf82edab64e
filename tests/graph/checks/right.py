"""For each check, build a valid graph that is similar to an error, in which the check must find nothing."""

from datetime import date

from graph.kinds import KINDS
from graph.models import Entity
from tests.factories import (
    FACTORIES,
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
    SourceFactory,
)
from tests.graph.checks.wrong import holding


def hold_one_after_another(office_type):
    CountryFactory(country_code="fr")
    office = OfficeFactory(details__office_type=office_type)
    RelationshipFactory(object=office, start_date="2012-05-15", end_date="2017-05-14")
    RelationshipFactory(object=office, start_date="2017-05-14")
    RelationshipFactory(object=office, start_date="2027-05-14")


def one_head_of_state_a_country():
    hold_one_after_another("head of state")
    CountryFactory(country_code="de")
    holding("head of state", country_code="de")
    holding("head of government", country_code="de")


def one_person_in_two_offices():
    CountryFactory(country_code="us")
    relationship = holding("head of state and government", country_code="us")
    also = OfficeFactory(country_code="us", details__office_type="head of government")
    RelationshipFactory(subject=relationship.subject, object=also, start_date="2020-01-01")


def a_young_member():
    RelationshipFactory(subject=PoliticianFactory(details__birth_year=1990), start_date="2005", end_date="2009")
    RelationshipFactory(subject=PoliticianFactory(details__birth_year=None), start_date="1900")
    RelationshipFactory(subject=PoliticianFactory(details__birth_year=1990))


def memberships_one_after_another():
    person, party = PoliticianFactory(), PartyFactory()
    RelationshipFactory(subject=person, object=party, end_date="1988-11-21")
    RelationshipFactory(subject=person, object=party, start_date="1988-11-21", end_date="2009")
    RelationshipFactory(subject=person, object=party, start_date="2009")
    RelationshipFactory(subject=person, object=PartyFactory(), start_date="2001")


def citations_as_new_as_their_facts():
    term = RelationshipFactory()
    CitationFactory(entity=term.subject, source=term.source)
    CitationFactory(entity=term.subject, source=SourceFactory(slug="older", retrieved=date(2015, 11, 30)))
    election = ElectionFactory(details__date="2026-06-01", details__status="held")
    CitationFactory(entity=election, facts=["winner"])


def a_sovereign_of_several_countries():
    charles = PoliticianFactory(name="Charles III", country_code="gb")
    for code in ("gb", "au", "nz"):
        RelationshipFactory(subject=charles, object=OfficeFactory(country_code=code))
    RelationshipFactory(subject=PoliticianFactory(country_code="fr"), object=OfficeFactory(country_code="fr"))


def elections_held_and_to_come():
    ElectionFactory(details__date="2026-06-15", details__status="held")
    ElectionFactory(details__date="2026", details__status="held")
    ElectionFactory(details__date="2027-04", details__status="scheduled")


def elections_lately_overdue():
    ElectionFactory(details__date="2024-06-15", details__status="scheduled")
    ElectionFactory(details__date="2001", details__status="cancelled")
    ElectionFactory(details__date="2001", details__status="held")


def members_of_a_term_in_which_the_party_was_founded():
    party = PartyFactory(details__founded_year=2013)
    RelationshipFactory(subject=PoliticianFactory(), object=party, start_date="2011", end_date="2015")
    RelationshipFactory(subject=PoliticianFactory(), object=party, start_date="2008", end_date="2012")
    RelationshipFactory(subject=PoliticianFactory(), object=party, start_date="2011", verified_at=date(2015, 11, 1))
    unknown = PartyFactory(details__founded_year=None)
    RelationshipFactory(subject=PoliticianFactory(), object=unknown, start_date="1900", end_date="1910")


def dates_within_ten_years():
    RelationshipFactory(start_date="2030", end_date="2036-06-15")
    ElectionFactory(details__date="2031", details__status="scheduled")


def neighbours():
    RelationshipFactory(subject=PartyFactory(country_code="fr"), object=CountryFactory(country_code="fr"))
    RelationshipFactory(type="party_has_ideology")
    RelationshipFactory(subject=PoliticianFactory(country_code="fr"), object=ElectionFactory(country_code="de"))


def seats_by_party_that_sum_up():
    composition = CompositionFactory(total=577)
    SeatShareFactory(composition=composition, seats=500)
    SeatShareFactory(composition=composition, party=None, name="Others", seats=77)
    SeatShareFactory(composition=composition, seats=0)


def chambers_that_grew():
    assembly = InstitutionFactory(details__seats=577)
    CompositionFactory(institution=assembly, start_date="1981-06-21", total=491)
    CompositionFactory(institution=assembly, start_date="2022-06-19", total=577)
    CompositionFactory(institution=assembly, start_date="2027-06", total=600)
    CompositionFactory(institution=InstitutionFactory(details__seats=None))
    CompositionFactory(institution=InstitutionFactory(details=None))


def seats_won_at_home():
    SeatShareFactory(composition=CompositionFactory(election=ElectionFactory()))
    SeatShareFactory(party=None)
    withdrawn = {"country_code": "de", "status": Entity.Status.WITHDRAWN}
    SeatShareFactory(
        composition=CompositionFactory(election=ElectionFactory(**withdrawn)), party=PartyFactory(**withdrawn)
    )


def compositions_begun_or_without_a_start():
    CompositionFactory(start_date="2026-06-15")
    CompositionFactory(start_date="2026")
    CompositionFactory(start_date="", verified_at=date(2026, 6, 15))


def one_of_each_kind():
    for kind in KINDS:
        FACTORIES[kind]()


def names_of_the_world():
    PoliticianFactory(name="Владимир Путин", description='O\'Neill & Sons, 5 < 6 > 4: "quoted".')
    PoliticianFactory(name="محمد\u200cرضا")  # In Persian, a zero-width non-joiner is part of the correct spelling.
    OtherNameFactory(name="習近平", lang="zh")
    CountryFactory(details__capital="N'Djamena")
    PartyFactory(name="Citizens & Farmers; AT&T")


RIGHT = {
    "two_heads_of_state": one_head_of_state_a_country,
    "two_heads_of_government": one_person_in_two_offices,
    "offices_without_country": lambda: RelationshipFactory(type="office_in_country"),
    "institutions_without_country": lambda: RelationshipFactory(type="institution_in_country"),
    "politicians_without_office": lambda: RelationshipFactory(end_date="1999"),
    "politicians_too_young_for_office": a_young_member,
    "politicians_with_offices_abroad_only": a_sovereign_of_several_countries,
    "elections_without_country": lambda: RelationshipFactory(type="election_occurs_in_country"),
    "elections_without_date": ElectionFactory,
    "elections_held_in_the_future": elections_held_and_to_come,
    "rounds_with_another_date_than_the_election": lambda: ElectionFactory(
        details__date="2022-04-24", details__rounds=TWO_ROUNDS
    ),
    "elections_forgotten": elections_lately_overdue,
    "parties_without_country": lambda: RelationshipFactory(type="party_operates_in_country"),
    "parties_founded_after_their_members_left": members_of_a_term_in_which_the_party_was_founded,
    "memberships_counted_twice": memberships_one_after_another,
    "elections_with_one_name": lambda: [
        ElectionFactory(name="1977 Fiji legislative election", country_code="fj"),
        ElectionFactory(name="1977 Fiji legislative election", country_code="fr"),
    ],
    "citations_older_than_their_facts": citations_as_new_as_their_facts,
    "ends_before_starts": lambda: RelationshipFactory(start_date="2022-09-06", end_date="2022-09"),
    "dates_in_the_far_future": dates_within_ten_years,
    "facts_verified_in_the_future": lambda: RelationshipFactory(verified_at=date(2026, 6, 15)),
    "relationships_across_borders": neighbours,
    "compositions_whose_sum_is_not_the_seats": seats_by_party_that_sum_up,
    "compositions_that_differ_from_the_seats": chambers_that_grew,
    "compositions_across_borders": seats_won_at_home,
    "compositions_in_the_future": compositions_begun_or_without_a_start,
    "slugs_of_the_wrong_shape": one_of_each_kind,
    "slugs_that_lead_elsewhere": RedirectFactory,
    "entities_without_source": CitationFactory,
    "texts_that_are_not_clean": names_of_the_world,
    "names_in_other_scripts": lambda: [PoliticianFactory(name="Đoàn Văn Hậu"), OtherNameFactory(name="安倍晋三")],
    "texts_with_markup": names_of_the_world,
}
