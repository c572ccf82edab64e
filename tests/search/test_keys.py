import pytest

from search.keys import name_keys, sound, sound_keys, variant_keys


def test_a_name_has_the_same_keys_in_any_order():
    assert name_keys(["angela", "merkel"]) & name_keys(["merkel", "angela"])


def test_a_name_has_the_same_key_without_its_blank():
    assert name_keys(["kim", "jong", "un"]) & name_keys(["kimjongun"])


def test_nothing_has_no_key():
    assert name_keys([]) == set()


@pytest.mark.parametrize(
    ("word", "slip"),
    [
        ("merkel", "merkle"),
        ("merkel", "mekel"),
        ("merkel", "merrkel"),
        ("erdogan", "erdoan"),
        ("putin", "putn"),
        ("colombia", "columbia"),
        ("zelenskyy", "zelensky"),
    ],
)
def test_a_slip_shares_a_key_with_the_word(word, slip):
    assert variant_keys(word) & variant_keys(slip)


@pytest.mark.parametrize(("word", "other"), [("merkel", "obama"), ("2017", "2019"), ("eu", "ei")])
def test_other_words_share_none(word, other):
    assert not variant_keys(word) & variant_keys(other)


@pytest.mark.parametrize(
    ("word", "elsewhere"),
    [
        ("daniel", "danieru"),
        ("patrick", "patorikku"),
        ("kerry", "keri"),
        ("maurer", "maourer"),
        ("theresa", "tereza"),
        ("bennett", "bannite"),
    ],
)
def test_a_name_sounds_like_itself_in_another_script(word, elsewhere):
    assert sound(word) == sound(elsewhere)
    assert sound_keys(word) & sound_keys(elsewhere)


def test_what_hardly_sounds_has_no_key():
    assert sound_keys("io") == sound_keys("mei") == set()


def test_keys_fit_the_columns_of_both_databases():
    assert all(-(1 << 31) <= key < 1 << 31 for key in variant_keys("constitution") | sound_keys("constitution"))
    assert all(-(1 << 63) <= key < 1 << 63 for key in name_keys(["constitution"]))
