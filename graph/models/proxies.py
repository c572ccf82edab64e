"""One proxy model of Entity for each kind. The admin and the permissions use the proxies to separate the kinds."""

from django.db import models

from graph.kinds import KINDS, Kind
from graph.models.entities import Entity, EntityQuerySet


class KindManager(models.Manager.from_queryset(EntityQuerySet)):
    def __init__(self, kind: Kind):
        super().__init__()
        self.kind = kind

    def get_queryset(self):
        return super().get_queryset().of_kind(self.kind)


class KindMeta:
    """The shared options of the proxies. There is no permission to delete: editors withdraw or merge entities."""

    proxy = True
    default_permissions = ("add", "change", "view")


class Country(Entity):
    objects = KindManager(Kind.COUNTRY)

    class Meta(KindMeta):
        verbose_name_plural = "countries"


class Politician(Entity):
    objects = KindManager(Kind.POLITICIAN)

    class Meta(KindMeta):
        pass


class Party(Entity):
    objects = KindManager(Kind.PARTY)

    class Meta(KindMeta):
        verbose_name_plural = "parties"


class Election(Entity):
    objects = KindManager(Kind.ELECTION)

    class Meta(KindMeta):
        pass


class Office(Entity):
    objects = KindManager(Kind.OFFICE)

    class Meta(KindMeta):
        pass


class Institution(Entity):
    objects = KindManager(Kind.INSTITUTION)

    class Meta(KindMeta):
        pass


class Ideology(Entity):
    objects = KindManager(Kind.IDEOLOGY)

    class Meta(KindMeta):
        verbose_name_plural = "ideologies"


PROXIES = dict(zip(KINDS, (Country, Politician, Party, Election, Office, Institution, Ideology), strict=True))
