from graph.importers.matching.nodes import Fact, InstitutionIndex, Node, OfficeIndex
from graph.kinds import InstitutionType, Kind, OfficeType


def institution(name, institution_type, country="fr"):
    return _node(Kind.INSTITUTION, country, name=name, institution_type=institution_type)


def office(name, office_type, country="fr", within=None):
    node = _node(Kind.OFFICE, country, name=name, office_type=office_type)
    node.institution = within
    return node


def _node(kind, country, **facts):
    return Node(kind=kind, country_code=country, facts={key: Fact(value, "s", 1) for key, value in facts.items()})


def test_match_finds_the_only_lower_chamber_by_any_name():
    known = institution("National Assembly", InstitutionType.LOWER_CHAMBER)

    assert InstitutionIndex([known]).match(institution("Assemblée nationale", InstitutionType.LOWER_CHAMBER)) is known


def test_match_does_not_take_one_chamber_of_two_for_the_legislature():
    known = institution("Parliament", InstitutionType.LEGISLATURE)

    assert InstitutionIndex([known]).match(institution("National Assembly", InstitutionType.LOWER_CHAMBER)) is None


def test_match_prefers_the_lower_chamber_to_the_legislature():
    parliament = institution("Parliament", InstitutionType.LEGISLATURE)
    assembly = institution("National Assembly", InstitutionType.LOWER_CHAMBER)

    found = InstitutionIndex([parliament, assembly]).match(institution("Assemblée", InstitutionType.LOWER_CHAMBER))

    assert found is assembly


def test_match_is_none_for_a_chamber_of_another_type():
    known = institution("National Assembly", InstitutionType.LOWER_CHAMBER)

    assert InstitutionIndex([known]).match(institution("Sénat", InstitutionType.UPPER_CHAMBER)) is None


def test_match_of_courts_needs_the_same_name():
    known = institution("Court of Cassation", InstitutionType.HIGHEST_COURT)
    index = InstitutionIndex([known])

    assert index.match(institution("Court of  Cassation", InstitutionType.HIGHEST_COURT)) is known
    assert index.match(institution("Constitutional Council", InstitutionType.HIGHEST_COURT)) is None


def test_match_finds_the_office_of_legislators_by_its_chamber():
    chamber = institution("National Assembly", InstitutionType.LOWER_CHAMBER)
    known = office("Member of the National Assembly of France", OfficeType.LEGISLATOR, within=chamber)

    found = OfficeIndex([known]).match(
        office("Member of the Assemblée nationale", OfficeType.LEGISLATOR, within=chamber)
    )

    assert found is known


def test_match_finds_other_offices_by_name():
    known = office("President of France", OfficeType.HEAD_OF_STATE)
    index = OfficeIndex([known])

    assert index.match(office("President of France", OfficeType.HEAD_OF_STATE)) is known
    assert index.match(office("Prime Minister of France", OfficeType.HEAD_OF_GOVERNMENT)) is None


def test_head_of_state_is_none_where_there_are_several():
    president = office("President of Angola", OfficeType.HEAD_OF_STATE_AND_GOVERNMENT, country="ao")
    regents = [office(f"Captain Regent {number} of San Marino", OfficeType.HEAD_OF_STATE, "sm") for number in (1, 2)]
    index = OfficeIndex([president, *regents])

    assert index.head_of_state("ao") is president
    assert index.head_of_state("sm") is None
