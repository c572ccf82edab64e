"""What an operator is told before a deployment."""

import pytest
from django.core.checks import run_checks

SHARED, LOCAL = "accounts.counters.RedisCounters", "accounts.counters.LocalCounters"


def told(**options):
    return {message.id for message in run_checks(**options) if message.id.startswith("accounts.")}


@pytest.mark.parametrize(
    ("backend", "proxies", "expected"),
    [
        (SHARED, 1, set()),
        (LOCAL, 1, {"accounts.W001"}),
        (SHARED, 0, {"accounts.W002"}),
        (LOCAL, 0, {"accounts.W001", "accounts.W002"}),
    ],
)
def test_counters_of_one_process_and_clients_behind_one_address_are_warned_of(settings, backend, proxies, expected):
    counters = {"BACKEND": backend, "LOCATION": "redis://127.0.0.1:1/0", "OPTIONS": {"processes": 2}}
    settings.CACHES = {**settings.CACHES, "counters": counters}
    settings.TRUSTED_PROXIES, settings.BASE_URL = proxies, "https://graph.example"

    assert told(include_deployment_checks=True) == expected


def test_letters_that_lead_nowhere_are_warned_of(settings):
    settings.BASE_URL = ""

    assert "accounts.W003" in told(include_deployment_checks=True)


def test_nobody_is_warned_who_does_not_deploy(settings):
    settings.TRUSTED_PROXIES = 0

    assert told() == set()
