"""Errors that ``manage.py check --deploy`` reports if the settings for webhooks are unsafe or missing."""

from django.conf import settings
from django.core import checks

NO_KEY = checks.Error(
    "The secrets of webhook endpoints cannot be encrypted.",
    hint="Set WEBHOOK_ENCRYPTION_KEYS to a random text of at least 32 characters.",
    id="feeds.E001",
)
LOOPBACK = checks.Error(
    "Webhooks may be sent to this machine and without encryption.",
    hint="Unset WEBHOOK_ALLOW_LOOPBACK.",
    id="feeds.E002",
)


@checks.register(checks.Tags.security, deploy=True)
def check_webhooks(app_configs, **kwargs):
    errors = ((NO_KEY, not settings.WEBHOOK_ENCRYPTION_KEYS), (LOOPBACK, settings.WEBHOOK_ALLOW_LOOPBACK))
    return [error for error, applies in errors if applies]
