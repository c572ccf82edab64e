import pytest

from search.query import Atom, groups, is_foreign, parse

FORMS = {
    ("france",): frozenset({"fr"}),
    ("french",): frozenset({"fr"}),
    ("united", "kingdom"): frozenset({"gb"}),
    ("united", "states"): frozenset({"us"}),
    ("congolese",): frozenset({"cd", "cg"}),
}


def units(text):
    return [(unit.words, sorted(unit.countries)) for unit in parse(text, FORMS).units]


def test_words_of_a_country_stay_together():
    assert units("united kingdom election 2019") == [
        (("united", "kingdom"), ["gb"]),
        (("election",), []),
        (("2019",), []),
    ]


def test_what_the_people_are_called_is_the_country():
    assert units("french president") == [(("french",), ["fr"]), (("president",), [])]
    assert units("congolese parliament")[0] == (("congolese",), ["cd", "cg"])


def test_words_that_say_nothing_are_left_out():
    assert units("what is the list of presidents of France") == [(("presidents",), []), (("france",), ["fr"])]


def test_words_that_say_nothing_are_kept_where_there_are_no_others():
    assert units("the of") == [(("the",), []), (("of",), [])]


def test_an_abbreviation_is_spelled_out():
    assert units("pm") == [(("prime",), []), (("minister",), [])]


@pytest.mark.parametrize("text", ["", "   ", "!?", "%%%%", "🙂🙂"])
def test_where_there_is_nothing_to_search_for_there_is_no_unit(text):
    assert units(text) == []


@pytest.mark.parametrize(
    ("text", "foreign"),
    [
        ("Меркель", True),
        ("習近平", True),
        ("மோடி", True),
        ("Erdoğan", False),
        ("Łukasz ß", False),
        ("Ａｂｅ", False),
        ("“x”", False),
    ],
)
def test_another_script_is_told_from_latin(text, foreign):
    assert is_foreign(text) is foreign


class TestGroups:
    """What a candidate must hold."""

    def of(self, text, **how):
        return groups(parse(text, FORMS), **how)

    def test_the_last_word_may_be_unfinished(self):
        assert self.of("merk") == [[[Atom("merk")]]]
        assert self.of("ang merk") == [[[Atom("ang", is_prefix=False)]], [[Atom("merk")]]]

    def test_in_a_wide_search_any_may(self):
        assert self.of("ang merk", is_wide=True) == [[[Atom("ang")]], [[Atom("merk")]]]

    def test_a_plural_may_be_meant_for_one(self):
        assert [Atom("liberal")] in self.of("liberals")[0]

    def test_a_country_is_its_words_or_its_tag(self):
        assert self.of("united kingdom") == [[[Atom("united"), Atom("kingdom")], [Atom("xccgb", is_prefix=False)]]]

    def test_a_word_for_a_kind_is_also_its_tag(self):
        assert self.of("party") == [[[Atom("party", is_prefix=False)], [Atom("xtparty", is_prefix=False)]]]

    def test_a_single_letter_asks_for_nothing_where_there_is_more(self):
        assert self.of("c murphy") == [[[Atom("murphy")]]]
        assert self.of("c") == [[[Atom("c")]]]
