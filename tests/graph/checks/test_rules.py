"""Test that each check finds the error in an invalid graph, and finds nothing in a valid one."""

from datetime import date

import pytest

from graph.checks import CHECKS, ERRORS, FUNCTIONS, Check, findings
from graph.kinds import KINDS, Kind
from graph.models import Entity
from tests.factories import (
    CitationFactory,
    CompositionFactory,
    CountryFactory,
    InstitutionFactory,
    PartyFactory,
    PoliticianFactory,
    RelationshipFactory,
)
from tests.graph.checks.right import RIGHT
from tests.graph.checks.wrong import WRONG

DAY = date(2026, 6, 15)


def found(check):
    return sorted(finding.slug for finding in findings(DAY, [check]))


def test_every_check_has_a_wrong_and_a_right_graph():
    assert set(WRONG) == set(RIGHT) == set(ERRORS)


def test_every_function_is_in_the_table():
    assert set(FUNCTIONS) <= set(CHECKS)


@pytest.mark.django_db
@pytest.mark.parametrize("check", ERRORS)
class TestFindings:
    def test_findings_are_the_wrong_entities_unless_they_are_withdrawn(self, check):
        expected = WRONG[check]()

        assert found(check) == sorted(expected)

        Entity.objects.update(status=Entity.Status.WITHDRAWN)
        assert found(check) == []

    def test_findings_are_empty_for_a_right_graph(self, check):
        RIGHT[check]()

        assert found(check) == []


@pytest.mark.django_db
def test_findings_are_empty_for_an_empty_graph():
    assert list(findings(DAY)) == []


@pytest.mark.django_db
@pytest.mark.parametrize("end", ["subject", "object"])
def test_findings_leave_out_relationships_of_a_withdrawn_entity(end):
    relationship = RelationshipFactory(verified_at=date(2026, 6, 16))
    Entity.objects.filter(pk=getattr(relationship, end).pk).update(status=Entity.Status.WITHDRAWN)

    assert found("facts_verified_in_the_future") == []


@pytest.mark.django_db
class TestSentences:
    def sentence(self, check):
        return next(findings(DAY, [check])).sentence

    def test_two_heads_of_state(self):
        WRONG["two_heads_of_state"]()

        assert self.sentence("two_heads_of_state") == (
            "Andorra has 2 heads of state at once: angela-merkel, emmanuel-macron."
        )

    def test_politicians_too_young_for_office(self):
        child = PoliticianFactory(name="Emmanuel Macron", details__birth_year=1977)
        RelationshipFactory(subject=child, start_date="1980")

        assert self.sentence("politicians_too_young_for_office") == (
            "Emmanuel Macron was 3 years old as President of France."
        )

    def test_texts_that_are_not_clean_shows_invisible_characters(self):
        CountryFactory(name="Fra\u202ence", slug="france")

        assert self.sentence("texts_that_are_not_clean") == r"'Fra\u202ence' is not clean."


@pytest.mark.django_db
def test_entities_without_source_have_no_citation():
    cited, bare = CitationFactory().entity, PartyFactory()

    assert cited.slug not in found("entities_without_source")
    assert found("entities_without_source") == [bare.slug]


@pytest.mark.django_db
def test_institutions_without_composition_have_no_seats_by_party():
    chamber, bare = CompositionFactory().institution, InstitutionFactory()

    assert chamber.slug not in found("institutions_without_composition")
    assert found("institutions_without_composition") == [bare.slug]


@pytest.mark.django_db
def test_rows_of_a_list_are_only_of_the_given_kinds():
    party, person = PartyFactory(), PoliticianFactory()
    check = Check("example", "Example", lambda day: [(party.slug, "It is wrong."), (person.slug, "They are wrong.")])

    assert check.rows(DAY, [Kind.PARTY]) == [(party.slug, "It is wrong.")]
    assert len(check.rows(DAY, KINDS)) == 2
