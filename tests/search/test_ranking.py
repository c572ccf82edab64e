"""Test the scores that the search gives to candidate entities. The thresholds in the pipeline depend on these
scores."""

from dataclasses import replace

import pytest

from graph.kinds import Kind
from search.correction import is_doubtful
from search.index_document import ACRONYM, ALIAS, MAIN_NAME, Name
from search.query import Term, parse
from search.ranking import PERFECT, Candidate, Hit, RankedHits, rank

FORMS = {("german",): frozenset({"de"}), ("germany",): frozenset({"de"})}


def person(*texts, importance=0, country="de", context=(), kind=Kind.POLITICIAN):
    names = [Name(ALIAS if index else MAIN_NAME, tuple(text.lower().split()), text) for index, text in enumerate(texts)]
    return Candidate(1, kind, country, importance, names, frozenset(context))


def text_score(typed, candidate):
    return rank(parse(typed, FORMS), candidate).text_score


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("angela merkel", "merkel"),
        ("merkel", "merk"),
        ("merk", "me"),
        ("merkel", "merkel obama"),
        ("merkel germany", "merkel obama"),
    ],
)
def test_rank_scores_a_query_higher_the_more_of_the_name_it_has(better, worse):
    assert text_score(better, person("Angela Merkel")) > text_score(worse, person("Angela Merkel"))


def test_rank_does_not_match_the_beginning_of_a_phonetic_match():
    query = parse("xan", {})
    phonetic = query.with_terms([replace(query.terms[0], alternatives=(("jan", 0.5),), is_phonetic=True)])

    assert rank(phonetic, person("Jan")).text_score > 0
    assert rank(phonetic, person("Janssen")).text_score == 0


def test_rank_matches_an_acronym_by_its_letters_but_not_by_sound():
    party = Candidate(1, Kind.PARTY, "ru", 0, [Name(ACRONYM, ("sps",), "SPS")], frozenset())
    by_letters, by_sound = parse("СПС Зюганов", {}), parse("СБС Зюганов", {})
    by_sound = by_sound.with_terms([replace(by_sound.terms[0], alternatives=(("sps", 1),)), by_sound.terms[1]])

    assert rank(by_letters, party).text_score > 0
    assert rank(by_sound, party).text_score == 0


def test_rank_ignores_the_order_of_words():
    merkel = person("Angela Merkel")

    assert text_score("merkel angela", merkel) == text_score("angela merkel", merkel)


def test_rank_returns_the_name_that_matches_best():
    assert rank(parse("mutti", FORMS), person("Angela Merkel", "Mutti")).matched == "Mutti"


def test_rank_scores_the_more_important_of_two_namesakes_higher():
    known, unknown = (rank(parse("merkel", FORMS), person("Angela Merkel", importance=number)) for number in (900, 3))

    assert known.text_score == unknown.text_score
    assert known.score > unknown.score


def test_rank_scores_a_correction_lower_the_greater_its_distance():
    query = parse("merkle", FORMS)
    scores = [
        rank(query.with_terms([Term(("merkle",), alternatives=(("merkel", distance),))]), person("Merkel")).text_score
        for distance in (1, 2)
    ]

    assert scores[0] > scores[1] > 0


def test_rank_scores_candidates_of_the_named_country_higher():
    german, french = person("Angela Merkel"), person("Angela Merkel", country="fr")

    assert text_score("german merkel", german) > text_score("german merkel", french)


def test_rank_scores_words_of_the_context():
    with_context = person("Angela Merkel", context=["cdu"])

    assert text_score("merkel cdu", with_context) > text_score("merkel cdu", person("Angela Merkel"))


def test_rank_gives_zero_if_no_name_matches():
    assert text_score("obama", person("Angela Merkel")) == 0


def test_rank_never_exceeds_the_perfect_score():
    best = person("Germany", importance=10**6, kind=Kind.COUNTRY)

    assert rank(parse("germany", FORMS), best).score <= PERFECT


@pytest.mark.parametrize(
    ("text", "score", "expected"),
    [("premier of quebec", 0.6, True), ("premier of quebec", 0.8, False), ("quebec", 0.6, False)],
)
def test_is_doubtful_is_true_for_a_party_that_hardly_matches_an_office(text, score, expected):
    query, bloc = parse(text, {}), person("Quebec Bloc", importance=141, kind=Kind.PARTY)

    assert is_doubtful(query, Hit(bloc, "Quebec Bloc", score, 0.8), query.tokens) is expected


@pytest.mark.parametrize(
    ("text", "importance", "expected"),
    [("harry potter", 65, True), ("harry potter", 120, False), ("potter", 65, False)],
)
def test_is_doubtful_asks_for_a_famous_person_if_one_of_several_words_is_corrected(text, importance, expected):
    found, typed = person("Peter Harry", importance=importance), parse(text, {})
    words = {"potter": (("peter", 1.0),)}
    query = typed.with_terms(replace(term, alternatives=words.get(term.word, ())) for term in typed.terms)

    assert is_doubtful(query, Hit(found, "Peter Harry", 0.7, 0.8), typed.tokens) is expected


def test_spelling_is_that_of_the_best_hit_after_a_filter():
    found = RankedHits(["first", "second"], {"first": "john kerry", "second": ""}.get)

    assert found.spelling == "john kerry"
    assert replace(found, hits=["second"]).spelling == replace(found, hits=[]).spelling == ""
