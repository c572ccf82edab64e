"""Test the data that the index stores for an entity: its importance, and names that are derived from other names."""

from datetime import date

import pytest

from search.extraction import extract
from tests.factories import (
    CountryFactory,
    ElectionFactory,
    IdentifierFactory,
    IdeologyFactory,
    PartyFactory,
    PoliticianFactory,
    RelationshipFactory,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("today")]


def importance(entity):
    return next(extract([entity.pk], date(2026, 1, 22))).importance


def importance_with_items(*items):
    person = PoliticianFactory()
    for item in items:
        IdentifierFactory(entity=person, scheme="wikidata", value=item)
    return importance(person)


def test_extract_adds_importance_for_a_low_wikidata_number():
    assert importance_with_items("Q567") > importance_with_items("Q10000") == importance_with_items() + 80
    assert importance_with_items("Q8000000") == importance_with_items("Q131000000") == importance_with_items()


def test_extract_uses_the_lowest_of_several_wikidata_numbers():
    assert importance_with_items("Q8000001", "Q567") == importance_with_items("Q567")


@pytest.mark.parametrize(("kind", "more"), [("presidential", 60), ("legislative", 0)])
def test_extract_adds_importance_for_a_presidential_candidate(kind, more):
    candidate, other = PoliticianFactory(), PoliticianFactory()
    for person, of_kind in ((candidate, kind), (other, "by-election")):
        RelationshipFactory(subject=person, object=ElectionFactory(details__kind=of_kind))

    assert importance(candidate) == importance(other) + more


@pytest.mark.parametrize(("kind", "more"), [("presidential", 10), ("legislative", 0)])
def test_extract_adds_importance_for_a_president_elected_by_the_people(kind, more):
    by_people, by_parliament = (
        ElectionFactory(details__kind=kind, details__date="2020", details__result_margin=margin) for margin in (4, None)
    )

    assert importance(by_people) == importance(by_parliament) + more


@pytest.mark.parametrize(
    ("ends", "is_halved"),
    [
        pytest.param(["1999"], True, id="ended"),
        pytest.param(["2030"], False, id="ends in the future"),
        pytest.param(["1999", ""], False, id="founded again"),
    ],
)
def test_extract_halves_the_importance_of_parties_that_ended(ends, is_halved):
    def party(ends):
        party, country = PartyFactory(), CountryFactory()
        IdentifierFactory(entity=party, scheme="wikidata", value="Q567")
        for number, end in enumerate(ends):
            start = f"{1990 + 10 * number}"
            RelationshipFactory(subject=party, object=country, start_date=start, end_date=end)
        return importance(party)

    existing = party([""])

    assert (party(ends) == existing // 2) if is_halved else (party(ends) >= existing)


@pytest.mark.parametrize(
    ("ideology", "supporters"),
    [
        ("Conservatism", ["Conservative"]),
        ("Liberalism", ["Liberal"]),
        ("Marxism", ["Marxist"]),
        ("Social democracy", ["Social democratic", "Social democrat"]),
        ("Ecology", []),
    ],
)
def test_extract_adds_what_supporters_of_an_ideology_are_called(ideology, supporters):
    document = next(extract([IdeologyFactory(name=ideology).pk], date(2026, 1, 22)))

    assert [name.text for name in document.names] == [ideology, *supporters]
