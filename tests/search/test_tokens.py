import pytest

from search.tokens import LONGEST_WORD, MOST_WORDS, words_of_name, words_typed


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Recep Tayyip Erdoğan", ["recep", "tayyip", "erdogan"]),
        ("  U.S.A. ", ["usa"]),
        ("Côte d'Ivoire", ["cote", "divoire"]),
        ("Ангела Меркель", ["angela", "merkel"]),
        ("習近平", ["xijinping"]),
        ("%%%% ---- ''", []),
        ("🙂", []),
        ("", []),
    ],
)
def test_a_name_and_what_is_typed_become_the_same_words(text, words):
    assert words_of_name(text) == words_typed(text) == words


def test_what_is_typed_is_cut():
    assert len(words_typed("a b " * 100)) == MOST_WORDS
    assert words_typed("x" * 1000) == ["x" * LONGEST_WORD]


@pytest.mark.parametrize("text", ['" OR 1=1 --', "a:* & !b", "body:x NEAR(y)", "\x00\ud800", "{a}^2"])
def test_no_sign_of_any_query_language_is_left(text):
    assert all(word.isascii() and word.isalnum() for word in words_typed(text))
