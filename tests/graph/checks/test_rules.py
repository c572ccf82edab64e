"""Each rule finds a graph that breaks it, and has nothing to say of one that is right."""

from datetime import date

import pytest

from graph.checks import CHECKS, RULES, findings
from graph.models import Entity
from tests.factories import CountryFactory, PoliticianFactory, RelationshipFactory
from tests.graph.checks.right import RIGHT
from tests.graph.checks.wrong import WRONG

DAY = date(2026, 6, 15)


def found(rule):
    return sorted(finding.slug for finding in findings(DAY, [rule]))


def test_every_rule_has_its_two_graphs():
    assert list(WRONG) == list(RIGHT) == list(RULES)
    assert all(check.__name__.startswith("check_") for check in CHECKS)


@pytest.mark.django_db
@pytest.mark.parametrize("rule", RULES)
class TestRules:
    def test_what_breaks_the_rule_is_found(self, rule):
        expected = WRONG[rule]()

        assert found(rule) == sorted(expected)

    def test_what_is_right_is_not(self, rule):
        RIGHT[rule]()

        assert found(rule) == []

    def test_what_is_withdrawn_does_not_matter(self, rule):
        WRONG[rule]()
        Entity.objects.update(status=Entity.Status.WITHDRAWN)

        assert found(rule) == []

    def test_an_empty_graph_breaks_no_rule(self, rule):
        assert found(rule) == []


@pytest.mark.django_db
@pytest.mark.parametrize("end", ["subject", "object"])
def test_a_statement_with_one_end_withdrawn_does_not_matter(end):
    statement = RelationshipFactory(verified_at=date(2026, 6, 16))
    Entity.objects.filter(pk=getattr(statement, end).pk).update(status=Entity.Status.WITHDRAWN)

    assert found("facts_verified_in_the_future") == []


@pytest.mark.django_db
class TestWhatIsSaid:
    def sentence(self, rule):
        return next(findings(DAY, [rule])).sentence

    def test_of_two_heads_of_state(self):
        WRONG["two_heads_of_state"]()

        assert self.sentence("two_heads_of_state") == (
            "Andorra has 2 heads of state at once: angela-merkel, emmanuel-macron."
        )

    def test_of_a_child_in_office(self):
        child = PoliticianFactory(name="Emmanuel Macron", details__birth_year=1977)
        RelationshipFactory(subject=child, start_date="1980")

        assert self.sentence("politicians_too_young_for_office") == (
            "Emmanuel Macron was 3 years old as President of France."
        )

    def test_of_characters_that_cannot_be_seen(self):
        CountryFactory(name="Fra\u202ence", slug="france")

        assert self.sentence("texts_that_are_not_clean") == r"'Fra\u202ence' is not clean."
