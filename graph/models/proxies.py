"""Proxy models of Entity, one for each kind. With them, each kind has its own admin pages and permissions."""

from django.db import models

from graph.kinds import KINDS
from graph.models.entities import Entity, EntityQuerySet


class KindManager(models.Manager.from_queryset(EntityQuerySet)):
    """The manager of a proxy model. It finds the entities of one kind, after which the model is named."""

    def get_queryset(self):
        return super().get_queryset().of_kind(self.model._meta.model_name)


class KindMeta:
    """The Meta options that all proxy models share. Nobody may delete entities: editors withdraw or merge them."""

    proxy = True
    default_permissions = ("add", "change", "view")


class Country(Entity):
    objects = KindManager()

    class Meta(KindMeta):
        verbose_name_plural = "countries"


class Politician(Entity):
    objects = KindManager()
    Meta = KindMeta


class Party(Entity):
    objects = KindManager()

    class Meta(KindMeta):
        verbose_name_plural = "parties"


class Election(Entity):
    objects = KindManager()
    Meta = KindMeta


class Office(Entity):
    objects = KindManager()
    Meta = KindMeta


class Institution(Entity):
    objects = KindManager()
    Meta = KindMeta


class Ideology(Entity):
    objects = KindManager()

    class Meta(KindMeta):
        verbose_name_plural = "ideologies"


PROXIES = dict(zip(KINDS, (Country, Politician, Party, Election, Office, Institution, Ideology), strict=True))
