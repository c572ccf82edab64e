"""How well a candidate answers; the scale on which stages and cuts are set."""

from dataclasses import replace

import pytest

from graph.kinds import Kind
from search.query import Unit, parse
from search.ranking import PERFECT, Candidate, rank

FORMS = {("german",): frozenset({"de"}), ("germany",): frozenset({"de"})}


def person(*names, importance=0, country="de", context=(), kind=Kind.POLITICIAN):
    told = [("n" if place == 0 else "a", tuple(name.lower().split()), name) for place, name in enumerate(names)]
    return Candidate(1, kind, country, importance, told, frozenset(context))


def text(typed, candidate):
    return rank(parse(typed, FORMS), candidate).text


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("angela merkel", "merkel"),
        ("merkel angela", "merkel"),
        ("merkel", "merk"),
        ("merk", "me"),
        ("merkel", "merkel obama"),
        ("merkel germany", "merkel obama"),
    ],
)
def test_what_says_more_of_a_name_answers_better(better, worse):
    assert text(better, person("Angela Merkel")) > text(worse, person("Angela Merkel"))


def test_of_a_sound_a_beginning_tells_nothing():
    query = parse("xan", {})
    heard = query.of([replace(query.units[0], corrections=(("jan", 0.5),), is_heard=True)])

    assert rank(heard, person("Jan")).text > 0
    assert rank(heard, person("Janssen")).text == 0


def test_an_acronym_answers_to_its_letters_and_not_to_its_sound():
    party = Candidate(1, Kind.PARTY, "ru", 0, [("c", ("sps",), "SPS")], frozenset())
    by_letters, by_sound = parse("СПС Зюганов", {}), parse("СБС Зюганов", {})
    by_sound = by_sound.of([replace(by_sound.units[0], corrections=(("sps", 1),)), by_sound.units[1]])

    assert rank(by_letters, party).text > 0
    assert rank(by_sound, party).text == 0


def test_the_order_of_words_makes_no_difference():
    assert text("merkel angela", person("Angela Merkel")) == text("angela merkel", person("Angela Merkel"))


def test_the_name_that_answers_best_is_told():
    hit = rank(parse("mutti", FORMS), person("Angela Merkel", "Mutti"))

    assert hit.matched == "Mutti"


def test_of_two_with_one_name_the_better_known_scores_more():
    known, unknown = (rank(parse("merkel", FORMS), person("Angela Merkel", importance=number)) for number in (900, 3))

    assert known.text == unknown.text
    assert known.score > unknown.score


def test_a_mended_word_is_worth_less_the_farther_it_is():
    query = parse("merkle", FORMS)
    near, far = (query.of([Unit(("merkle",), corrections=(("merkel", steps),))]) for steps in (1, 2))

    assert rank(near, person("Angela Merkel")).text > rank(far, person("Angela Merkel")).text > 0


def test_a_country_named_stands_for_the_candidates_own():
    assert text("german merkel", person("Angela Merkel")) > text("german merkel", person("Angela Merkel", country="fr"))


def test_words_around_help_a_little():
    plain, around = person("Angela Merkel"), person("Angela Merkel", context=["cdu"])

    assert text("merkel cdu", around) > text("merkel cdu", plain)


def test_what_is_not_in_any_name_is_worth_nothing():
    assert text("obama", person("Angela Merkel")) == 0


def test_no_score_is_higher_than_perfect():
    best = person("Germany", importance=10**6, kind=Kind.COUNTRY)

    assert rank(parse("germany", FORMS), best).score <= PERFECT
