from graph.kinds import KINDS
from graph.models.entities import Entity


class KindMeta:
    """The Meta options of the proxy models. Each kind of entity has a proxy model, such as `Party`. There is no
    permission to delete, because editors withdraw or merge entities instead."""

    proxy = True
    default_permissions = ("add", "change", "view")


class Country(Entity):
    class Meta(KindMeta):
        verbose_name_plural = "countries"


class Politician(Entity):
    Meta = KindMeta


class Party(Entity):
    class Meta(KindMeta):
        verbose_name_plural = "parties"


class Election(Entity):
    Meta = KindMeta


class Office(Entity):
    Meta = KindMeta


class Institution(Entity):
    Meta = KindMeta


class Ideology(Entity):
    class Meta(KindMeta):
        verbose_name_plural = "ideologies"


PROXIES = dict(zip(KINDS, (Country, Politician, Party, Election, Office, Institution, Ideology), strict=True))
