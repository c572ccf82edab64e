import pytest

from graph.importers.records import EntityRecord, RelationshipRecord
from graph.importers.writer.validation import why_no_composition, why_no_entity, why_no_relationship
from tests.graph.importers.writer.conftest import composed, holds, person

LOUIS = {"key": "p1", "name": "Louis"}


@pytest.mark.parametrize(
    ("record", "reason"),
    [
        (person(birth_year=20_000), "birth_year: "),
        (person(shoe_size=42), "a politician has no shoe_size"),
        (person(name=""), "'' is no name"),
        (person(name="x" * 301), "is no name"),
        (person(name="Marie\u202eMartin"), "is no name"),
        (person(identifiers=[("wikidata", "")]), "'' is no identifier"),
        (EntityRecord(**LOUIS, kind="politician", country_code="zz"), "'zz' is no country of the graph"),
        (EntityRecord(**LOUIS, kind="politician", country_code=None), "everything but an ideology has a country"),
        (EntityRecord(**LOUIS, kind="ideology", country_code="fr"), "everything but an ideology has a country"),
    ],
)
def test_why_no_entity_gives_the_reason(record, reason):
    assert reason in why_no_entity(record, {"fr"})


@pytest.mark.parametrize(
    ("record", "reason"),
    [
        (holds(start="2017", end="2012"), "it ends (2012) before it starts (2017)"),
        (holds(start="12/06/2017"), "no date like"),
        (RelationshipRecord(type="married_to", subject="p1", object="seat"), "no type"),
    ],
)
def test_why_no_relationship_gives_the_reason(record, reason):
    assert reason in why_no_relationship(record)


@pytest.mark.parametrize(
    ("record", "reason"),
    [
        (composed(), "has no seats"),
        (composed(("Reds", 77), total=76), "77 seats of 76"),
        (composed(("Reds", 0), total=0), "0 is no number of seats"),
        (composed(("Reds", 1), total=10_001), "10001 is no number of seats"),
        (composed(("Reds", -1)), "has -1 seats"),
        (composed(("Reds", 1, "", 100.01)), "100.01 % of the votes"),
        (composed(("Reds", 1, "", -0.01)), "-0.01 % of the votes"),
        (composed(("Reds", 1, "", float("nan"))), "nan % of the votes"),
        (composed(("", 1)), "'' is no name"),
        (composed(("Reds", 1), start_date="19/06/2022"), "no date like"),
    ],
)
def test_why_no_composition_gives_the_reason(record, reason):
    assert reason in why_no_composition(record)


def test_why_not_is_none_for_valid_records():
    assert why_no_entity(person(birth_year=1977), {"fr"}) is None
    assert why_no_relationship(holds()) is None
    assert why_no_composition(composed(("Reds", 577))) is None
