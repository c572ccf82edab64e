"""How well known an entity is, and its names that nobody writes down."""

from datetime import date

import pytest

from search.extraction import subjects
from search.index_document import document
from tests.factories import (
    CountryFactory,
    IdentifierFactory,
    IdeologyFactory,
    PartyFactory,
    PoliticianFactory,
    RelationshipFactory,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("today")]


def importance(entity):
    return next(subjects([entity.pk], date(2026, 1, 22))).importance


def with_numbers(*numbers):
    person = PoliticianFactory()
    for number in numbers:
        IdentifierFactory(entity=person, scheme="wikidata", value=number)
    return importance(person)


def test_whom_wikidata_numbered_first_is_known_best():
    assert with_numbers("Q567") > with_numbers("Q10000") == with_numbers() + 80


@pytest.mark.parametrize("number", ["Q8000000", "Q131000000"])
def test_a_late_number_in_wikidata_tells_of_no_fame(number):
    assert with_numbers(number) == with_numbers()


@pytest.mark.parametrize("numbers", [("Q567", "Q8000001"), ("Q8000001", "Q567")])
def test_of_two_numbers_the_first_given_counts(numbers):
    assert with_numbers(*numbers) == with_numbers("Q567")


class TestPartiesThatEnded:
    """They weigh half."""

    def party(self, *ends):
        party, country = PartyFactory(), CountryFactory()
        IdentifierFactory(entity=party, scheme="wikidata", value="Q567")
        for place, end in enumerate(ends):
            start = f"{1990 + 10 * place}"
            RelationshipFactory(subject=party, object=country, start_date=start, end_date=end)
        return importance(party)

    def test_a_party_that_is_no_more_weighs_half(self):
        assert self.party("1999") == self.party("") // 2

    def test_a_party_that_will_end_weighs_all(self):
        assert self.party("2030") == self.party("")

    def test_a_party_that_was_founded_again_weighs_all(self):
        assert self.party("1999", "") > self.party("")


@pytest.mark.parametrize(
    ("ideology", "adherents"),
    [
        ("Conservatism", ["Conservative"]),
        ("Liberalism", ["Liberal"]),
        ("Marxism", ["Marxist"]),
        ("Social democracy", ["Social democratic", "Social democrat"]),
        ("Ecology", []),
    ],
)
def test_an_ideology_is_called_as_its_adherents_are(ideology, adherents):

    subject = next(subjects([IdeologyFactory(name=ideology).pk], date(2026, 1, 22)))

    assert [name.written for name in document(subject).names] == [ideology, *adherents]
