"""The form of a key: contract, section 7."""

import re
from random import Random

import pytest

from accounts.key_format import DIGITS, checksum, digest, is_well_formed, key_prefix, new_key


def test_a_key_is_as_the_contract_says():
    assert re.fullmatch(r"pkg_[0-9A-Za-z]{36}", new_key())
    assert is_well_formed(new_key())


def test_no_two_are_alike():
    assert len({new_key() for _ in range(1000)}) == 1000


@pytest.mark.parametrize(
    ("characters", "digits"),
    [("a" * 30, "1yLcDB"), ("0" * 30, "2C8GjS")],
)
def test_the_checksum_stays_what_it_is(characters, digits):
    assert checksum(characters) == digits
    assert is_well_formed(f"pkg_{characters}{digits}")


def test_no_slip_of_one_character_is_a_key():
    random = Random(3)  # noqa: S311 - nothing is secret here
    for _ in range(2000):
        key = new_key()
        place = random.randrange(4, len(key))
        slip = key[:place] + random.choice(DIGITS.replace(key[place], "")) + key[place + 1 :]
        assert not is_well_formed(slip)


@pytest.mark.parametrize(
    "text", ["", "pkg_", "null", "PKG_" + "a" * 36, "pkg_" + "é" * 36, "pkg_" + "a" * 37, "pkg_" + "１" * 36, "\n"]
)
def test_anything_else_is_none(text):
    assert not is_well_formed(text)


@pytest.mark.parametrize("around", [" {}", "{} ", "{}\n", "Bearer {}", "{}=", "{0}{0}"])
def test_a_key_stands_alone(around):
    assert not is_well_formed(around.format(new_key()))


def test_what_is_kept_does_not_tell_the_key():
    key = new_key()

    assert re.fullmatch("[0-9a-f]{64}", digest(key))
    assert digest(key) != digest(new_key())
    assert key_prefix(key) == key[:8]
