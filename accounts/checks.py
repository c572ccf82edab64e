"""Let ``manage.py check --deploy`` warn of missing settings: REDIS_URL, TRUSTED_PROXIES and BASE_URL."""

from django.conf import settings
from django.core import checks

LOCAL_COUNTERS = checks.Warning(
    "Requests are counted in the memory of one process.",
    hint="Set REDIS_URL, because without it each process grants the whole allowance.",
    id="accounts.W001",
)
NO_PROXY = checks.Warning(
    "No proxy is trusted, so all clients behind a proxy count as one client.",
    hint="Set TRUSTED_PROXIES to the number of proxies that every request passes.",
    id="accounts.W002",
)
NO_BASE_URL = checks.Warning(
    "E-mails cannot contain links to pages of the service.",
    hint="Set BASE_URL to the public address of the service.",
    id="accounts.W003",
)


@checks.register(checks.Tags.security, deploy=True)
def check_settings(app_configs, **kwargs):
    backend = settings.CACHES[settings.RATELIMIT_USE_CACHE]["BACKEND"]
    warnings = (
        (LOCAL_COUNTERS, backend.endswith("LocalCounters")),
        (NO_PROXY, not settings.TRUSTED_PROXIES),
        (NO_BASE_URL, not settings.BASE_URL),
    )
    return [warning for warning, applies in warnings if applies]
