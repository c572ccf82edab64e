import pytest

from search.query import IndexTerm, clauses, is_foreign, parse

FORMS = {
    ("france",): frozenset({"fr"}),
    ("french",): frozenset({"fr"}),
    ("united", "kingdom"): frozenset({"gb"}),
    ("united", "states"): frozenset({"us"}),
    ("congolese",): frozenset({"cd", "cg"}),
}


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("united kingdom election", [(("united", "kingdom"), ["gb"]), (("election",), [])]),
        ("french president", [(("french",), ["fr"]), (("president",), [])]),
        ("congolese", [(("congolese",), ["cd", "cg"])]),
        ("what is the list of presidents of France", [(("presidents",), []), (("france",), ["fr"])]),
        ("the of", [(("the",), []), (("of",), [])]),
        ("french parliament seats", [(("french",), ["fr"]), (("parliament",), [])]),
        ("pm", [(("prime",), []), (("minister",), [])]),
        ("", []),
        ("!?", []),
    ],
)
def test_parse_splits_a_text_into_terms(text, terms):
    assert [(term.words, sorted(term.countries)) for term in parse(text, FORMS).terms] == terms


@pytest.mark.parametrize(
    ("text", "expected"),
    [("Меркель", True), ("習近平", True), ("மோடி", True), ("Łukasz ß", False), ("Ａｂｅ", False), ("“x”", False)],
)
def test_is_foreign_is_true_for_letters_of_other_scripts(text, expected):
    assert is_foreign(text) is expected


class TestClauses:
    """Test the clauses of a query: the conditions that an entity in the index must satisfy."""

    def of(self, text, **options):
        return clauses(parse(text, FORMS), **{"has_context": False} | options)

    def test_clauses_allow_the_last_word_to_be_unfinished(self):
        assert self.of("ang merk") == [[[IndexTerm("ang", is_prefix=False)]], [[IndexTerm("merk")]]]

    def test_clauses_of_a_wide_search_allow_every_word_to_be_unfinished(self):
        assert self.of("ang merk", is_wide=True) == [[[IndexTerm("ang")]], [[IndexTerm("merk")]]]

    def test_clauses_allow_the_singular_of_a_plural(self):
        assert [IndexTerm("liberal")] in self.of("liberals")[0]

    def test_clauses_of_a_country_have_its_words_or_its_tag(self):
        tag = [IndexTerm("xccgb", is_prefix=False)]
        assert self.of("united kingdom", has_context=True) == [[[IndexTerm("united"), IndexTerm("kingdom")], tag]]

    def test_clauses_of_a_kind_have_its_whole_word_or_its_tag(self):
        words = [[IndexTerm(word, is_prefix=False)] for word in ("party", "xtparty", "xqparty")]
        assert self.of("party", has_context=True) == [words]
        assert self.of("party") == [words[:1]]

    def test_clauses_with_context_have_the_words_of_related_entities(self):
        assert [IndexTerm("xqlabour", is_prefix=False)] in self.of("corbyn labour", has_context=True)[1]

    def test_clauses_ignore_a_single_letter_unless_it_is_alone(self):
        assert self.of("c murphy") == [[[IndexTerm("murphy")]]]
        assert self.of("c") == [[[IndexTerm("c")]]]
