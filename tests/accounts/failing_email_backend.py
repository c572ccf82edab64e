from django.core.mail.backends.base import BaseEmailBackend


class Away(BaseEmailBackend):
    """Nobody answers."""

    def send_messages(self, email_messages):
        raise ConnectionRefusedError
