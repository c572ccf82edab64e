import pytest

from graph.importers.matching.nodes import Fact, Node, Term
from graph.importers.matching.persons import PersonIndex
from graph.kinds import Kind

ASSEMBLY = Node(kind=Kind.OFFICE, country_code="al", facts={"name": Fact("Member of the Assembly of Albania", "s", 1)})
SENATE = Node(kind=Kind.OFFICE, country_code="al", facts={"name": Fact("Member of the Senate of Albania", "s", 1)})


def person(name, *, birth="", wikidata=None, terms=(), source="everypolitician", country="al", aliases=()):
    return Node(
        kind=Kind.POLITICIAN,
        country_code=country,
        facts={"name": Fact(name, source, 40)},
        other_names={(alias, ""): "alias" for alias in aliases},
        identifiers={("wikidata", wikidata)} if wikidata else set(),
        citations={(source, ""): ""},
        birth=birth,
        terms=[Term(office, start, end) for office, start, end in terms],
    )


TERM_2005 = (ASSEMBLY, "2005-09-02", "2009-09-06")
TERM_2009 = (ASSEMBLY, "2009-09-07", "2013-09-08")
IN_SENATE = (SENATE, "2005-09-02", "2009-09-06")


@pytest.mark.parametrize(
    ("known", "new"),
    [
        pytest.param(person("Edi Rama", wikidata="Q1"), person("Edvin Rama", wikidata="Q1"), id="wikidata"),
        pytest.param(
            person("Edi Rama", birth="1964-07-04", terms=[TERM_2005]),
            person("Édi Ráma", birth="1964-07-04", terms=[TERM_2005]),
            id="accents and birth date",
        ),
        pytest.param(
            person("Edi Rama", birth="1964-07-04", terms=[TERM_2005]),
            person("RAMA Edi", birth="1964", terms=[TERM_2009]),
            id="word order and birth year",
        ),
        pytest.param(person("Edi Rama", terms=[TERM_2005]), person("Edi Rama", terms=[IN_SENATE]), id="two chambers"),
        pytest.param(
            person("Edi Rama", birth="1964-07-04", terms=[TERM_2005]),
            person("Edi Rama", birth="1964-01-01", terms=[TERM_2009]),
            id="same birth year, other terms",
        ),
        pytest.param(
            person("Edi Rama", terms=[(ASSEMBLY, "2005", "2009")]),
            person("Edi Rama", terms=[(ASSEMBLY, "2009", "2013")]),
            id="terms that meet in one year",
        ),
        pytest.param(
            person("Edi Rama", birth="1964-07-04", terms=[TERM_2005]),
            person("Edi Rama", terms=[TERM_2009]),
            id="listed again each term",
        ),
        pytest.param(
            person("Edi Rama", terms=[TERM_2005]),
            person("Edi Rama", terms=[TERM_2005], source="uk-psephology"),
            id="two sources of one seat",
        ),
        pytest.param(
            person("Dritan Prifti", aliases=["Дритан Прифти"], terms=[TERM_2005]),
            person("Дритан Прифти", terms=[IN_SENATE]),
            id="another script",
        ),
    ],
)
def test_match_finds_the_same_person(known, new):
    index = PersonIndex([known])

    assert index.match(new) is known


@pytest.mark.parametrize(
    ("known", "new"),
    [
        pytest.param(
            person("Edi Rama", birth="1964-07-04", terms=[TERM_2005]),
            person("Edi Rama", birth="1980-01-01", terms=[TERM_2009]),
            id="births differ",
        ),
        pytest.param(
            person("Edi Rama", wikidata="Q1", terms=[TERM_2005]),
            person("Edi Rama", wikidata="Q2", terms=[IN_SENATE]),
            id="wikidata differ",
        ),
        pytest.param(
            person("Edi Rama", birth="1964-07-04", terms=[TERM_2005]),
            person("Edi Rama", birth="1964-01-01", terms=[TERM_2005]),
            id="same birth year, they sat at one time",
        ),
        pytest.param(
            person("Edi Rama", terms=[TERM_2005]), person("Edi Rama", terms=[TERM_2005]), id="they sat at one time"
        ),
        pytest.param(
            person("Edi Rama", birth="1990-07-04", terms=[TERM_2009]),
            person("Edi Rama", terms=[TERM_2005]),
            id="too young for the other's office",
        ),
        pytest.param(person("Edi Rama"), person("Edi Rama", country="gr"), id="another country"),
        pytest.param(person("Edi Rama", terms=[TERM_2005]), person("Edi Ramaj", terms=[TERM_2009]), id="another name"),
    ],
)
def test_match_is_none_for_another_person(known, new):
    index = PersonIndex([known])

    assert index.match(new) is None


def test_match_is_none_if_two_persons_fit():
    one = person("Edi Rama", terms=[TERM_2005])
    other = person("Edi Rama", terms=[TERM_2005])

    assert PersonIndex([one, other]).match(person("Edi Rama", terms=[IN_SENATE])) is None


def test_match_prefers_the_stronger_rule():
    namesake = person("Edi Rama", terms=[TERM_2005])
    known = person("Edi Rama", birth="1964-07-04", terms=[TERM_2005])

    assert PersonIndex([namesake, known]).match(person("Edi Rama", birth="1964-07-04", terms=[TERM_2009])) is known


def test_match_prefers_the_namesake_of_the_same_party():
    party = Node(kind=Kind.PARTY, country_code="al", facts={"name": Fact("Socialist Party", "s", 1)})
    namesake, known = person("Edi Rama", terms=[TERM_2005]), person("Edi Rama", terms=[TERM_2005])
    new = person("Edi Rama", terms=[TERM_2009])
    known.parties = new.parties = {party}

    assert PersonIndex([namesake, known]).match(new) is known


@pytest.mark.parametrize(
    ("start", "same_party", "is_same"),
    [("2010", False, True), ("2017", True, True), ("2017", False, False)],
    ids=["the next term", "years later in the party", "years later in another party"],
)
def test_match_needs_the_same_party_or_the_next_term_without_a_birth_date(start, same_party, is_same):
    parties = [Node(kind=Kind.PARTY, country_code="al", facts={"name": Fact(name, "s", 1)}) for name in "AB"]
    known, new = person("Edi Rama", terms=[TERM_2005]), person("Edi Rama", terms=[(ASSEMBLY, start, "")])
    known.parties, new.parties = {parties[0]}, {parties[0] if same_party else parties[1]}

    assert (PersonIndex([known]).match(new) is known) is is_same
