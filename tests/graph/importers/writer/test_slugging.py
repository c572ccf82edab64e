import pytest

from graph.importers.matching.nodes import Fact, Node, Term
from graph.importers.writer.slugging import assign_slugs
from graph.kinds import Kind
from graph.text.slugs import slugify

FRANCE = Node(kind=Kind.COUNTRY, country_code="fr", slug="france", facts={"name": Fact("France", "s", 1)})
BRITAIN = Node(kind=Kind.COUNTRY, country_code="gb", slug="united-kingdom", facts={"name": Fact("UK", "s", 1)})
COUNTRIES = {"fr": FRANCE, "gb": BRITAIN}


def node(of_kind, name, country="fr", *, birth="", **facts):
    facts = {"name": name} | facts
    made = Node(kind=of_kind, country_code=country, facts={key: Fact(value, "s", 1) for key, value in facts.items()})
    made.birth = birth
    return made


def slugs(*nodes, taken=()):
    assign_slugs(list(nodes), COUNTRIES, set(taken))
    return [each.slug for each in nodes]


@pytest.mark.parametrize(
    ("made", "slug"),
    [
        (node(Kind.POLITICIAN, "Emmanuel Macron"), "emmanuel-macron"),
        (node(Kind.POLITICIAN, "Dáithí Ó hÓgáin"), "daithi-o-hogain"),
        (node(Kind.POLITICIAN, "习近平"), "xijinping"),
        (node(Kind.POLITICIAN, "Тимошенко"), "timoshenko"),
        (node(Kind.PARTY, "Labour Party", "gb"), "labour-party-gb"),
        (node(Kind.PARTY, "?!"), "party-fr"),
        (node(Kind.ELECTION, "x", date="2022-04-10", kind="presidential"), "france-2022-presidential"),
        (
            node(Kind.ELECTION, "2021 Hartlepool by-election", "gb", date="2021-05-06", kind="by-election"),
            "united-kingdom-2021-by-election-hartlepool",
        ),
        (node(Kind.OFFICE, "President of France"), "president-of-france"),
        (node(Kind.OFFICE, "Monarch of the United Kingdom", "gb"), "monarch-of-united-kingdom"),
        (node(Kind.INSTITUTION, "Bundestag"), "bundestag"),
        (node(Kind.IDEOLOGY, "Social democracy", ""), "social-democracy"),
    ],
)
def test_assign_slugs_gives_each_kind_its_shape(made, slug):
    assert slugs(made) == [slug]


def test_assign_slugs_adds_birth_year_then_country_then_number_for_politicians():
    people = [node(Kind.POLITICIAN, "Paul Martin", birth=birth) for birth in ("1950", "1960", "", "")]

    assert sorted(slugs(*people)) == ["paul-martin", "paul-martin-1960", "paul-martin-2", "paul-martin-france"]


def test_assign_slugs_adds_the_month_for_a_second_election_of_the_year():
    elections = [node(Kind.ELECTION, "x", "gb", date=date, kind="legislative") for date in ("1974-02-28", "1974-10-10")]

    assert slugs(*elections) == ["united-kingdom-1974-legislative", "united-kingdom-1974-legislative-october"]


def test_assign_slugs_gives_the_plain_slug_to_the_best_known():
    backbencher, president = node(Kind.POLITICIAN, "A Person"), node(Kind.POLITICIAN, "A Person")
    president.terms = [Term(node(Kind.OFFICE, "President", office_type="head of state"), "2020", "")]

    assert slugs(backbencher, president) == ["a-person-france", "a-person"]


def test_assign_slugs_never_gives_a_taken_slug():
    assert slugs(node(Kind.POLITICIAN, "Emmanuel Macron"), taken=["emmanuel-macron"]) == ["emmanuel-macron-france"]


def test_slugify_cuts_a_long_name_after_a_word():
    assert slugify("word " * 60).endswith("-word")
    assert len(slugify("word " * 60)) <= 120


def test_slugify_cuts_a_single_long_word():
    assert len(slugify("a" * 300)) == 120
