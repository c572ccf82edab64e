import pytest

from search.tokens import MAX_QUERY_TOKENS, MAX_TOKEN_LENGTH, tokenise_name, tokenise_query


@pytest.mark.parametrize(
    ("text", "tokens"),
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
def test_tokenise_gives_the_same_tokens_for_names_and_queries(text, tokens):
    assert list(tokenise_name(text)) == tokenise_query(text) == tokens


def test_tokenise_query_cuts_long_texts():
    assert len(tokenise_query("a b " * 100)) == MAX_QUERY_TOKENS
    assert tokenise_query("x" * 1000) == ["x" * MAX_TOKEN_LENGTH]


@pytest.mark.parametrize("text", ['" OR 1=1 --', "a:* & !b", "body:x NEAR(y)", "\x00\ud800", "{a}^2"])
def test_tokenise_query_leaves_no_sign_of_a_query_language(text):
    assert all(token.isascii() and token.isalnum() for token in tokenise_query(text))
