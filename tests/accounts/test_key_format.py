"""Test the format of API keys (API contract, section 7)."""

import re
from random import Random

import pytest

from accounts.key_format import DIGITS, checksum, digest, is_well_formed, new_key


def test_new_key_has_the_format_of_the_contract():
    assert re.fullmatch(r"pkg_[0-9A-Za-z]{36}", new_key())
    assert is_well_formed(new_key())


def test_new_key_is_random():
    assert len({new_key() for _ in range(1000)}) == 1000


@pytest.mark.parametrize(
    ("characters", "digits"),
    [("a" * 30, "1yLcDB"), ("0" * 30, "2C8GjS")],
)
def test_checksum_of_known_keys(characters, digits):
    assert checksum(characters) == digits
    assert is_well_formed(f"pkg_{characters}{digits}")


def test_is_well_formed_detects_every_typo_of_one_character():
    random = Random(3)  # noqa: S311 - nothing is secret here
    for _ in range(2000):
        key = new_key()
        position = random.randrange(4, len(key))
        typo = key[:position] + random.choice(DIGITS.replace(key[position], "")) + key[position + 1 :]
        assert not is_well_formed(typo)


@pytest.mark.parametrize(
    "text", ["", "pkg_", "null", "PKG_" + "a" * 36, "pkg_" + "é" * 36, "pkg_" + "a" * 37, "pkg_" + "１" * 36, "\n"]
)
def test_is_well_formed_rejects_other_texts(text):
    assert not is_well_formed(text)


@pytest.mark.parametrize("around", [" {}", "{} ", "{}\n", "Bearer {}", "{}=", "{0}{0}"])
def test_is_well_formed_rejects_surrounding_text(around):
    assert not is_well_formed(around.format(new_key()))


def test_digest_does_not_contain_the_key():
    key = new_key()

    assert re.fullmatch("[0-9a-f]{64}", digest(key))
    assert digest(key) != digest(new_key())
