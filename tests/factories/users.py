import factory
from factory.django import DjangoModelFactory

from accounts.models import User


class UserFactory(DjangoModelFactory):
    """A person who cannot sign in with a password."""

    username = factory.Sequence(lambda number: f"researcher-{number}")
    email = factory.LazyAttribute(lambda user: f"{user.username}@university.example")
    password = "!"

    class Meta:
        model = User
