"""Letters to the owners of accounts: what happened to their keys and their tier. No letter ever holds a key."""

import logging
from smtplib import SMTPException

from django.conf import settings
from django.core.mail import send_mail
from django.template.loader import render_to_string

from accounts.models import User

logger = logging.getLogger(__name__)


def send_email(letter: str, *, to: User, **about) -> bool:
    """Send the letter of that name (``templates/account/emails/``); its first line is the subject.

    A post office that is away holds nobody up: it is logged, and False comes back.
    """
    if not to.email:
        return False
    context = {"user": to, "base_url": settings.BASE_URL, **about}
    subject, _, body = render_to_string(f"account/emails/{letter}.txt", context).strip().partition("\n")
    try:
        return bool(send_mail(subject, body.strip() + "\n", None, [to.email]))
    except (SMTPException, OSError) as fault:
        logger.warning("Letter %s to account %s failed with %s", letter, to.pk, type(fault).__name__)
        return False
