from django.contrib.auth.models import AbstractUser


class User(AbstractUser):
    """A person with an account: a researcher with keys, an editor, an operator."""
