import pytest
from hypothesis import given
from hypothesis import strategies as st

from config.http import cursors

WORDS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\x00"), max_size=300)
NUMBERS = st.integers(0, 2**63 - 1)


@given(WORDS, NUMBERS)
def test_decode_returns_the_encoded_values(word, number):
    assert cursors.decode(cursors.encode([word, number]), (str, int)) == [word, number]


@given(st.text(max_size=100))
def test_decode_rejects_any_other_text(text):
    with pytest.raises(cursors.InvalidCursor):
        cursors.decode(text, (str, int))


@given(WORDS, NUMBERS)
def test_encode_returns_url_safe_text(word, number):
    assert set(cursors.encode([word, number])) <= set(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
    )


def test_encode_returns_the_same_cursor_on_every_server():
    assert cursors.encode(["France", 7]) == "rPb34QFfWyJGcmFuY2UiLDdd"


def test_decode_rejects_changed_values():
    changed = cursors.encode(["France", 7])[:8] + cursors.encode(["Frence", 7])[8:]

    with pytest.raises(cursors.InvalidCursor):
        cursors.decode(changed, (str, int))


def test_encode_fits_the_longest_name():
    assert cursors.decode(cursors.encode(["𐌰" * 300, 7]), (str, int))


@pytest.mark.parametrize("values", [[7, "France"], ["France"], ["France", True], ["France", -1], ["Fr\x00nce", 7]])
def test_decode_rejects_values_of_another_type(values):
    with pytest.raises(cursors.InvalidCursor):
        cursors.decode(cursors.encode(values), (str, int))


def test_decode_rejects_a_text_longer_than_any_cursor():
    with pytest.raises(cursors.InvalidCursor):
        cursors.decode(cursors.encode(["x" * 3000, 7]), (str, int))
