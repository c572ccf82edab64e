"""Test that keys are never stored and are unique, and that typos are detected without the database."""

from datetime import timedelta
from random import Random

import pytest
from django.apps import apps
from django.core import serializers

from accounts.actions.keys import create_key, roll_key
from accounts.key_format import DIGITS, MARK, PATTERN, is_well_formed, new_key
from tests.factories import UserFactory

MANY = 10_000


@pytest.fixture(scope="module")
def keys():
    return [new_key() for _ in range(MANY)]


@pytest.mark.django_db
def test_database_contains_no_part_of_a_key():
    user = UserFactory()
    key, first = create_key(user=user, name="Thesis")
    _, second = roll_key(key=key, overlap=timedelta(hours=1))

    dump = whole_database()

    assert key.digest in dump
    for secret in (first, second):
        assert secret[:8] in dump  # The database stores the first eight characters of a key.
        assert secret[:9] not in dump
        assert not any(secret[start : start + 12] in dump for start in range(len(secret) - 11))


def whole_database():
    return "\n".join(serializers.serialize("json", model._base_manager.all()) for model in apps.get_models())


def test_new_key_is_unique_and_well_formed(keys):
    assert all(PATTERN.fullmatch(key) and is_well_formed(key) for key in keys)
    assert len(set(keys)) == MANY


def test_new_key_uses_all_digits_evenly(keys):
    """Each of the 62 digits is expected about 161 times at each position. Chance alone does not halve or double this
    number."""
    for position in range(len(MARK), len(MARK) + 30):
        characters = [key[position] for key in keys]
        counts = [characters.count(digit) for digit in DIGITS]

        assert min(counts) > MANY / len(DIGITS) / 2
        assert max(counts) < MANY / len(DIGITS) * 2


def test_is_well_formed_rejects_a_typo_at_any_position(keys):
    for key in keys[:100]:
        for position in range(40):
            assert not any(is_well_formed(typo) for typo in typos(key, position))


def typos(key, position):
    """Yield copies of the key with a typo at this position: each wrong character, a missing character, and an
    additional one."""
    yield from (key[:position] + digit + key[position + 1 :] for digit in DIGITS if digit != key[position])
    yield key[:position] + key[position + 1 :]
    yield key[:position] + "0" + key[position:]


def test_is_well_formed_rejects_a_wrong_checksum():
    random = Random(7)  # noqa: S311 - nothing is secret here
    made_up = [MARK + "".join(random.choices(DIGITS, k=36)) for _ in range(1_000)]

    assert not [key for key in made_up if is_well_formed(key)]


def test_checksum_is_the_crc_32(keys):
    for key in keys[:100]:
        characters = key[len(MARK) : -6]

        assert key.endswith(base62(crc32_bit_by_bit(characters.encode())))


def crc32_bit_by_bit(data):
    """Compute the CRC-32 of the data from its definition in ISO 3309."""
    register = 0xFFFFFFFF
    for byte in data:
        register ^= byte
        for _ in range(8):
            register = (register >> 1) ^ (0xEDB88320 if register & 1 else 0)
    return register ^ 0xFFFFFFFF


def base62(number):
    return "".join(DIGITS[number // 62**power % 62] for power in range(5, -1, -1))
