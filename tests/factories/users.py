import factory
from factory.django import DjangoModelFactory

from accounts.key_format import PREFIX_LENGTH, digest, new_key
from accounts.models import ApiKey, KeyUse, ProRequest, User


class UserFactory(DjangoModelFactory):
    """Creates a user with an unusable password."""

    username = factory.Sequence(lambda number: f"researcher-{number}")
    email = factory.LazyAttribute(lambda user: f"{user.username}@university.example")
    password = "!"

    class Meta:
        model = User


class ApiKeyFactory(DjangoModelFactory):
    """Creates an API key without an expiry date. Its attribute ``secret`` is the key itself, which is not stored."""

    user = factory.SubFactory(UserFactory)
    name = "Thesis"
    secret = factory.LazyFunction(new_key)
    digest = factory.LazyAttribute(lambda key: digest(key.secret))
    prefix = factory.LazyAttribute(lambda key: key.secret[:PREFIX_LENGTH])

    class Meta:
        model = ApiKey

    @classmethod
    def _create(cls, model_class, *args, secret, **fields):
        key = super()._create(model_class, *args, **fields)
        key.secret = secret
        return key


class ProRequestFactory(DjangoModelFactory):
    """Creates a newsroom's request for the tier "pro", on which nobody has decided yet."""

    user = factory.SubFactory(UserFactory)
    organisation = "A newsroom"
    purpose = "Background to election nights, on our public pages."
    expected_volume = 200_000

    class Meta:
        model = ProRequest


class KeyUseFactory(DjangoModelFactory):
    """Creates the usage of an API key on a random day: 40 requests for entities."""

    key = factory.SubFactory(ApiKeyFactory)
    day = factory.Faker("date_object")
    endpoint = "entity"
    served = 40

    class Meta:
        model = KeyUse
