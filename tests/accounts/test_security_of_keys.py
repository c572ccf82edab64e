"""A key is never at rest, is like no other, and a mistyped one asks nobody."""

from datetime import timedelta
from random import Random

import pytest
from django.apps import apps
from django.core import serializers

from accounts.actions import create_key, roll_key
from accounts.key_format import DIGITS, PATTERN, PREFIX, is_well_formed, new_key
from tests.factories import UserFactory

MANY = 10_000


@pytest.fixture(scope="module")
def keys():
    return [new_key() for _ in range(MANY)]


@pytest.mark.django_db
def test_nothing_in_the_database_is_a_key_or_a_part_of_its_secret():
    user = UserFactory()
    key, first = create_key(user=user, name="Thesis")
    _, second = roll_key(key=key, overlap=timedelta(hours=1))

    dump = whole_database()

    assert key.digest in dump
    for secret in (first, second):
        assert secret[:8] in dump  # what it is recognised by
        assert secret[:9] not in dump
        assert not any(secret[start : start + 12] in dump for start in range(len(secret) - 11))


def whole_database():
    return "\n".join(serializers.serialize("json", model._base_manager.all()) for model in apps.get_models())


def test_ten_thousand_keys_are_well_formed_and_no_two_are_alike(keys):
    assert all(PATTERN.fullmatch(key) and is_well_formed(key) for key in keys)
    assert len(set(keys)) == MANY


def test_every_character_of_ten_thousand_keys_is_any_of_the_digits(keys):
    """Each of 62 is expected some 161 times at a place; less than half or more than twice as often is no chance."""
    for place in range(len(PREFIX), len(PREFIX) + 30):
        characters = [key[place] for key in keys]
        counts = [characters.count(digit) for digit in DIGITS]

        assert min(counts) > MANY / len(DIGITS) / 2
        assert max(counts) < MANY / len(DIGITS) * 2


@pytest.mark.parametrize("place", range(40))
def test_a_slip_of_one_character_is_seen_without_the_database(keys, place):
    """This test has none: it would fail at the first question."""
    for key in keys[:100]:
        assert not any(is_well_formed(slip) for slip in slips(key, place))


def slips(key, place):
    """The key with another character there, with one too few, and with one too many."""
    yield from (key[:place] + digit + key[place + 1 :] for digit in DIGITS if digit != key[place])
    yield key[:place] + key[place + 1 :]
    yield key[:place] + "0" + key[place:]


def test_a_key_made_up_without_its_checksum_is_none():
    random = Random(7)  # noqa: S311 - nothing is secret here
    made_up = [PREFIX + "".join(random.choices(DIGITS, k=36)) for _ in range(1_000)]

    assert not [key for key in made_up if is_well_formed(key)]


def test_the_checksum_is_the_crc_32_of_the_random_part(keys):
    for key in keys[:100]:
        characters = key[len(PREFIX) : -6]

        assert key.endswith(base62(crc32_bit_by_bit(characters.encode())))


def crc32_bit_by_bit(data):
    """ISO 3309, from its definition."""
    register = 0xFFFFFFFF
    for byte in data:
        register ^= byte
        for _ in range(8):
            register = (register >> 1) ^ (0xEDB88320 if register & 1 else 0)
    return register ^ 0xFFFFFFFF


def base62(number):
    return "".join(DIGITS[number // 62**power % 62] for power in range(5, -1, -1))
