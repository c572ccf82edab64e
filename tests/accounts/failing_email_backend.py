from django.core.mail.backends.base import BaseEmailBackend


class FailingEmailBackend(BaseEmailBackend):
    """A mail server to which no connection is possible."""

    def send_messages(self, email_messages):
        raise ConnectionResetError
