"""Send e-mails to the owners of accounts. No e-mail contains a whole API key."""

import logging
from smtplib import SMTPException

from django.conf import settings
from django.core.mail import send_mail
from django.template import Engine

from accounts.models import User
from config.http.links import server_url

logger = logging.getLogger(__name__)
TEMPLATES = Engine(dirs=[settings.BASE_DIR / "templates/account/emails"], autoescape=False)
"""The template engine for e-mails, which are plain text. Django's engine for HTML pages would load all template tags,
which take 13 MB of memory."""


def send_email(template: str, *, to: User, **context) -> bool:
    """Send an e-mail to a user at once. ``template`` is the name of a text file such as "key_created", and ``context``
    has its variables. The first line of the text is the subject. Return False if the user has no address, or if the
    mail server fails."""
    if not to.email:
        return False
    context = {"user": to, "base_url": server_url(), **context}
    subject, _, body = TEMPLATES.render_to_string(f"{template}.txt", context).strip().partition("\n")
    try:
        return bool(send_mail(subject, body.strip() + "\n", None, [to.email]))
    except (SMTPException, OSError) as fault:
        logger.warning("E-mail %s to account %s failed with %s", template, to.pk, type(fault).__name__)
        return False
