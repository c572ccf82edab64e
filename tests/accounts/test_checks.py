"""Test the warnings of ``manage.py check --deploy``."""

import pytest
from django.core.checks import run_checks

SHARED, LOCAL = "accounts.counters.redis_counters.RedisCounters", "accounts.counters.backends.LocalCounters"


def warnings(**options):
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
def test_check_warns_of_local_counters_and_missing_proxies(settings, backend, proxies, expected):
    counters = {"BACKEND": backend, "LOCATION": "redis://127.0.0.1:1/0", "OPTIONS": {"processes": 2}}
    settings.CACHES = {**settings.CACHES, "counters": counters}
    settings.TRUSTED_PROXIES, settings.BASE_URL = proxies, "https://graph.example"

    assert warnings(include_deployment_checks=True) == expected


def test_check_warns_of_a_missing_base_url(settings):
    settings.BASE_URL = ""

    assert "accounts.W003" in warnings(include_deployment_checks=True)


def test_check_without_deploy_warns_of_nothing(settings):
    settings.TRUSTED_PROXIES = 0

    assert warnings() == set()
