"""What an operator is told before the service is deployed: ``manage.py check --deploy``."""

from django.conf import settings
from django.core import checks

ONE_PROCESS = checks.Warning(
    "Requests are counted in the memory of one process.",
    hint="Set REDIS_URL, else each process grants every caller the whole allowance.",
    id="accounts.W001",
)
NO_PROXY = checks.Warning(
    "No proxy is trusted, so that all clients behind one are counted as one.",
    hint="Set TRUSTED_PROXIES to the number of proxies that every request passes.",
    id="accounts.W002",
)
NO_ADDRESS = checks.Warning(
    "Letters cannot lead to the pages they speak of.",
    hint="Set BASE_URL to the public address of the service.",
    id="accounts.W003",
)


@checks.register(checks.Tags.caches, deploy=True)
def check_counters_are_shared(app_configs, **kwargs):
    backend = settings.CACHES[settings.RATELIMIT_USE_CACHE]["BACKEND"]
    return [ONE_PROCESS] if backend.endswith("LocalCounters") else []


@checks.register(checks.Tags.security, deploy=True)
def check_clients_are_told_apart(app_configs, **kwargs):
    return [] if settings.TRUSTED_PROXIES else [NO_PROXY]


@checks.register(checks.Tags.urls, deploy=True)
def check_letters_lead_somewhere(app_configs, **kwargs):
    return [] if settings.BASE_URL else [NO_ADDRESS]
