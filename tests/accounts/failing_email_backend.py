from django.core.mail.backends.base import BaseEmailBackend


class FailingEmailBackend(BaseEmailBackend):
    """Acts like a mail server that cannot be reached."""

    def send_messages(self, email_messages):
        raise ConnectionResetError
