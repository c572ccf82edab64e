import pytest
from hypothesis import given
from hypothesis import strategies as st

from config.http import cursors

WORDS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\x00"), max_size=300)
NUMBERS = st.integers(0, 2**63 - 1)


@given(WORDS, NUMBERS)
def test_what_goes_in_comes_out(word, number):
    assert cursors.decode(cursors.encode([word, number]), (str, int)) == [word, number]


@given(st.text(max_size=100))
def test_any_other_text_is_no_cursor(text):
    with pytest.raises(cursors.InvalidCursor):
        cursors.decode(text, (str, int))


@given(WORDS, NUMBERS)
def test_a_cursor_stands_in_an_address_as_it_is(word, number):
    assert set(cursors.encode([word, number])) <= set(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
    )


def test_the_same_place_has_the_same_cursor_on_every_server():
    assert cursors.encode(["France", 7]) == "rPb34QFfWyJGcmFuY2UiLDdd"


def test_values_that_someone_has_changed_are_refused():
    changed = cursors.encode(["France", 7])[:8] + cursors.encode(["Frence", 7])[8:]

    with pytest.raises(cursors.InvalidCursor):
        cursors.decode(changed, (str, int))


def test_the_longest_name_fits():
    assert cursors.decode(cursors.encode(["𐌰" * 300, 7]), (str, int))


@pytest.mark.parametrize("values", [[7, "France"], ["France"], ["France", True], ["France", -1], ["Fr\x00nce", 7]])
def test_values_of_another_kind_are_refused(values):
    with pytest.raises(cursors.InvalidCursor):
        cursors.decode(cursors.encode(values), (str, int))


def test_a_text_longer_than_any_cursor_is_refused():
    with pytest.raises(cursors.InvalidCursor):
        cursors.decode(cursors.encode(["x" * 3000, 7]), (str, int))
