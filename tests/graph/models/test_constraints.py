"""Test that each constraint of the graph rejects a row. If a constraint has no case here, a test fails."""

from datetime import UTC, date, datetime

import pytest
from django.apps import apps
from django.db import IntegrityError, connection, transaction
from django.db.models import CheckConstraint

from graph.models import (
    Citation,
    Composition,
    ElectionDetails,
    ErrorReport,
    Identifier,
    NotDuplicate,
    OtherName,
    Relationship,
)
from tests.factories import (
    CandidacyFactory,
    ChangeFactory,
    CitationFactory,
    CompositionFactory,
    CountryFactory,
    CoverageFactory,
    ElectionFactory,
    IdentifierFactory,
    IdeologyFactory,
    InstitutionFactory,
    OfficeFactory,
    OtherNameFactory,
    PartyFactory,
    PoliticianFactory,
    RaceFactory,
    RedirectFactory,
    RelationshipFactory,
    ReportingUnitFactory,
    ResultVersionFactory,
    SeatShareFactory,
    SourceFactory,
    TallyFactory,
)
from tests.triggers import drop_triggers

A_DAY = date(2022, 4, 24)
RELATIONSHIP_TRIGGER = "graph_relationship_relationship_joins_the_kinds_its_type_allows"


def relationship(**written):
    RelationshipFactory(start_date="2017-05-14", end_date="2022-05-14")
    Relationship.objects.update(**written)


def election(**written):
    ElectionFactory()
    ElectionDetails.objects.update(**written)


def relationship_of_unknown_type():
    relationship = RelationshipFactory()
    drop_triggers(RELATIONSHIP_TRIGGER)  # The trigger would reject the row before the constraint does.
    Relationship.objects.filter(pk=relationship.pk).update(type="politician_owns_party")


def relationship_with_itself():
    relationship = RelationshipFactory()
    drop_triggers(RELATIONSHIP_TRIGGER)  # The trigger would reject the row before the constraint does.
    Relationship.objects.filter(pk=relationship.pk).update(object=relationship.subject)


def two_compositions_of_one_election():
    first = CompositionFactory(election=ElectionFactory(), start_date="2022-06-12")
    CompositionFactory(institution=first.institution, election=first.election, start_date="2022-06-19")


def composition(**written):
    CompositionFactory(start_date="2022-06")
    Composition.objects.update(**written)


def not_duplicate():
    return NotDuplicate.objects.create(one=PoliticianFactory(), other=PoliticianFactory())


def not_duplicate_in_wrong_order():
    first = PoliticianFactory()
    NotDuplicate.objects.create(one=PoliticianFactory(), other=first)


def tally_of_a_unit():
    version = ResultVersionFactory()
    return TallyFactory(version=version, unit=ReportingUnitFactory(race=version.race))


def twice(row):
    row.pk = None
    row.save(force_insert=True)


REJECTED = {
    # Constraints of entities
    "entity_is_of_a_known_kind": lambda: PoliticianFactory(kind="monarch", details=None),
    "entity_has_a_known_status": lambda: PoliticianFactory(status="secret"),
    "entity_has_a_name": lambda: PoliticianFactory(name="", slug="nameless"),
    "entity_has_a_slug": lambda: PoliticianFactory(slug=""),
    "only_an_ideology_has_no_country": lambda: PoliticianFactory(country_code=""),
    "entity_is_updated_after_it_is_created": lambda: PoliticianFactory(updated_at=datetime(2000, 1, 1, tzinfo=UTC)),
    "country_code_names_one_country": lambda: CountryFactory.create_batch(2, country_code="fr"),
    # Constraints of details
    "population_fits_on_earth": lambda: CountryFactory(details__population=10_000_000_001),
    "birth_year_is_a_year": lambda: PoliticianFactory(details__birth_year=77),
    "party_is_founded_in_a_year": lambda: PartyFactory(details__founded_year=2201),
    "left_right_is_from_minus_one_to_one": lambda: PartyFactory(details__left_right=-1.01),
    "populism_is_from_zero_to_one": lambda: PartyFactory(details__populism=1.01),
    "position_year_is_a_year": lambda: PartyFactory(details__position_year=2201),
    "election_is_of_a_known_kind": lambda: election(kind="papal"),
    "election_has_a_known_status": lambda: election(status="overdue"),
    "election_has_a_date": lambda: election(date=""),
    "election_date_has_its_days": lambda: election(date_last=date(2022, 4, 23)),
    "turnout_is_a_percentage": lambda: ElectionFactory(details__turnout="100.01"),
    "result_margin_is_a_percentage": lambda: ElectionFactory(details__result_margin="-0.01"),
    "office_is_of_a_known_type": lambda: OfficeFactory(details__office_type="influencer"),
    "term_lasts_years": lambda: OfficeFactory(details__term_length=0),
    "institution_is_of_a_known_type": lambda: InstitutionFactory(details__institution_type="think tank"),
    "seats_can_be_counted": lambda: InstitutionFactory(details__seats=10_001),
    "institution_is_founded_in_a_year": lambda: InstitutionFactory(details__founded_year=999),
    "spectrum_is_a_known_position": lambda: IdeologyFactory(details__spectrum="upwards"),
    # Constraints of names, identifiers and sources
    "other_name_is_given_once": lambda: twice(OtherNameFactory()),
    "other_name_is_not_empty": lambda: OtherNameFactory(name=""),
    "other_name_is_of_a_known_kind": lambda: OtherNameFactory(kind="pet"),
    "identifier_is_given_once": lambda: twice(IdentifierFactory()),
    "identifier_belongs_to_one_entity": lambda: IdentifierFactory.create_batch(2, scheme="parlgov", value="1032"),
    "identifier_is_not_empty": lambda: IdentifierFactory(value=""),
    "error_report_has_a_text": lambda: ErrorReport.objects.create(path="/", text=""),
    "source_has_a_name": lambda: SourceFactory(name=""),
    "source_is_cited_once": lambda: twice(CitationFactory()),
    # Constraints of relationships
    "relationship_is_of_a_known_type": relationship_of_unknown_type,
    "relationship_joins_two_entities": relationship_with_itself,
    "relationship_ends_after_it_starts": lambda: RelationshipFactory(start_date="2022-05", end_date="2022-04-30"),
    "relationship_start_has_its_days": lambda: relationship(start_first=None),
    "relationship_end_has_its_days": lambda: relationship(end_last=date(2022, 5, 13)),
    "relationship_is_current_on_successive_days": lambda: relationship(current_last=None),
    "relationship_exists_once": lambda: twice(RelationshipFactory()),
    # Constraints of pairs that are marked as not duplicate
    "not_duplicate_is_stored_once": lambda: twice(not_duplicate()),
    "not_duplicate_names_the_older_one_first": not_duplicate_in_wrong_order,
    # Constraints of compositions
    "chamber_is_composed_once_a_day": lambda: twice(CompositionFactory()),
    "election_composes_a_chamber_once": two_compositions_of_one_election,
    "composition_has_seats": lambda: CompositionFactory(total=0),
    "composition_start_has_its_days": lambda: composition(start_last=date(2022, 5, 31)),
    "party_is_counted_once": lambda: twice(SeatShareFactory()),
    "others_are_counted_once_a_name": lambda: twice(SeatShareFactory(party=None, name="Others")),
    "seat_share_has_a_name": lambda: SeatShareFactory(name=""),
    "seat_share_can_be_counted": lambda: SeatShareFactory(seats=10_001),
    "vote_share_is_a_percentage": lambda: SeatShareFactory(vote_share="100.01"),
    # Constraints of election results
    "coverage_has_a_known_mode": lambda: CoverageFactory(mode="guess"),
    "coverage_has_a_known_phase": lambda: CoverageFactory(phase="over"),
    "coverage_has_a_known_level": lambda: CoverageFactory(level="planet"),
    "coverage_has_a_known_comparability": lambda: CoverageFactory(comparability="a bit"),
    "race_has_its_own_slug": lambda: twice(RaceFactory()),
    "race_has_a_known_level": lambda: RaceFactory(area_level="planet"),
    "race_has_a_known_method": lambda: RaceFactory(method="by lot"),
    "race_has_a_known_comparability": lambda: RaceFactory(comparability="a bit"),
    "race_has_a_name": lambda: RaceFactory(area_name=""),
    "race_has_seats": lambda: RaceFactory(seats=0),
    "candidacy_has_its_own_key": lambda: twice(CandidacyFactory()),
    "candidacy_has_a_name": lambda: CandidacyFactory(name=""),
    "unit_has_its_own_code": lambda: twice(ReportingUnitFactory()),
    "version_has_its_own_number": lambda: twice(ResultVersionFactory()),
    "version_has_a_known_phase": lambda: ResultVersionFactory(phase="over"),
    "version_is_of_a_known_kind": lambda: ResultVersionFactory(kind="guess"),
    "version_has_a_known_outcome": lambda: ResultVersionFactory(outcome="lost"),
    "version_counts_at_most_all_units": lambda: ResultVersionFactory(units_counted=3, units_total=2),
    "version_margin_is_a_percentage": lambda: ResultVersionFactory(margin="100.01"),
    "tally_exists_once": lambda: twice(TallyFactory()),
    "tally_of_a_unit_exists_once": lambda: twice(tally_of_a_unit()),
    "tally_share_is_a_percentage": lambda: TallyFactory(share="100.01"),
    # Constraints of the journal
    "change_is_a_known_action": lambda: ChangeFactory(entity=PoliticianFactory(), action="forgotten"),
}

UNIQUE = {
    "graph.Change.position": lambda: ChangeFactory.create_batch(2, position=1),
    "graph.Entity.slug": lambda: PoliticianFactory.create_batch(2, slug="emmanuel-macron"),
    "graph.Redirect.slug": lambda: RedirectFactory.create_batch(2, slug="monsieur-macron"),
    "graph.Source.slug": lambda: twice(SourceFactory()),
}


def all_constraints():
    return [constraint for model in apps.get_app_config("graph").get_models() for constraint in model._meta.constraints]


def unique_fields():
    fields = (field for model in apps.get_app_config("graph").get_models() for field in model._meta.fields)
    return {f"{field.model._meta.label}.{field.name}" for field in fields if field._unique and not field.primary_key}


def test_every_constraint_has_a_case():
    assert {constraint.name for constraint in all_constraints()} == set(REJECTED)
    assert unique_fields() == set(UNIQUE)


@pytest.mark.django_db
@pytest.mark.parametrize("constraint", all_constraints(), ids=lambda constraint: constraint.name)
def test_constraint_rejects_the_row(constraint):
    with pytest.raises(IntegrityError) as error, transaction.atomic():
        REJECTED[constraint.name]()

    assert named(constraint) in str(error.value)


@pytest.mark.django_db
@pytest.mark.parametrize("field", UNIQUE)
def test_unique_field_rejects_a_second_row(field):
    with pytest.raises(IntegrityError, match=r"(?i)unique"), transaction.atomic():
        UNIQUE[field]()


def named(constraint):
    """Return a text that the error of the database contains if this constraint rejects a row. It is the name of the
    constraint, or its columns for a unique constraint of SQLite."""
    if connection.vendor == "postgresql" or isinstance(constraint, CheckConstraint):
        return constraint.name
    (model,) = (model for model in apps.get_app_config("graph").get_models() if constraint in model._meta.constraints)
    columns = (model._meta.get_field(name).column for name in constraint.fields)
    return "UNIQUE constraint failed: " + ", ".join(f"{model._meta.db_table}.{column}" for column in columns)


@pytest.mark.django_db
class TestConstraintsAllow:
    """Test valid rows that are similar to rejected ones."""

    def test_two_entities_share_a_wikidata_id(self):
        IdentifierFactory.create_batch(2, scheme="wikidata", value="Q3052772")

        assert Identifier.objects.count() == 2

    def test_entity_has_one_name_in_two_languages(self):
        first = OtherNameFactory(lang="ru")
        OtherNameFactory(entity=first.entity, lang="bg")

        assert OtherName.objects.count() == 2

    def test_entity_cites_two_pages_of_one_source(self):
        first = CitationFactory(url="https://example.org/1")
        CitationFactory(entity=first.entity, url="https://example.org/2")

        assert Citation.objects.count() == 2

    def test_person_holds_an_office_twice(self):
        first = RelationshipFactory(start_date="2012-05-07", end_date="2018-05-07")
        RelationshipFactory(subject=first.subject, object=first.object, start_date="2024-05-07")

        assert Relationship.objects.count() == 2

    def test_term_starts_and_ends_within_one_month(self):
        RelationshipFactory(start_date="2022-09-06", end_date="2022-09")

    def test_facts_may_be_unknown(self):
        InstitutionFactory(details__institution_type="", details__seats=None, details__founded_year=None)

    def test_chamber_has_two_compositions_without_an_election(self):
        first = CompositionFactory(start_date="2022-06-12")
        CompositionFactory(institution=first.institution, start_date="2022-06-19")

        assert Composition.objects.count() == 2

    def test_one_election_fills_two_chambers_on_one_day(self):
        first = CompositionFactory(election=ElectionFactory())
        CompositionFactory(election=first.election)

        assert Composition.objects.count() == 2

    def test_composition_has_several_shares_without_a_party(self):
        first = SeatShareFactory(party=None, name="Independents")
        SeatShareFactory(composition=first.composition, party=None, name="Others", seats=0, vote_share="100")

        assert first.composition.shares.count() == 2
