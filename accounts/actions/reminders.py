from datetime import timedelta

from django.utils import timezone

from accounts.emails import send_email
from accounts.models import ApiKey

TIME_TO_PREPARE = timedelta(days=14)


def remind_of_expiry() -> int:
    """Tell the owners of keys that expire within 14 days, once for each key; gives how many letters went out.

    Where the post office is away, the next call tries again.
    """
    now = timezone.now()
    waiting = ApiKey.objects.expiring_before(now + TIME_TO_PREPARE).without_successor().filter(reminded_at=None)
    return sum(_remind(key, now) for key in waiting.select_related("user").order_by("pk"))


def _remind(key, now):
    # Claimed first: of two who remind at once, one writes.
    claimed = ApiKey.objects.filter(pk=key.pk, reminded_at=None).update(reminded_at=now)
    if not claimed:
        return False
    if send_email("key_expiring", to=key.user, key=key):
        return True
    ApiKey.objects.filter(pk=key.pk).update(reminded_at=None)
    return False
