from datetime import timedelta

from django.utils import timezone

from accounts.emails import send_email
from accounts.models import ApiKey

NOTICE = timedelta(days=14)


def remind_of_expiry() -> int:
    """Send one e-mail for each key that expires within 14 days; returns the number of e-mails.

    The next call tries again what could not be sent.
    """
    now = timezone.now()
    due = ApiKey.objects.expiring_before(now + NOTICE).without_successor().filter(reminded_at=None)
    return sum(_remind(key, now) for key in due.select_related("user").order_by("pk"))


def _remind(key, now):
    # Set the mark first, so that two commands at the same time send one e-mail.
    if not ApiKey.objects.filter(pk=key.pk, reminded_at=None).update(reminded_at=now):
        return False
    if send_email("key_expiring", to=key.user, key=key):
        return True
    ApiKey.objects.filter(pk=key.pk).update(reminded_at=None)
    return False
