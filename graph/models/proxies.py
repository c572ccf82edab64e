"""Each kind as a model of its own, over the same rows: what the admin has a page for, and permissions of."""

from django.db import models

from graph.kinds import KINDS, Kind
from graph.models.entities import Entity, EntityQuerySet

EDITED = ("add", "change", "view")
"""Nobody deletes an entity: it is withdrawn, or merged into another."""


class _OfKind(models.Manager.from_queryset(EntityQuerySet)):
    def __init__(self, kind: Kind):
        super().__init__()
        self.kind = kind

    def get_queryset(self):
        return super().get_queryset().of_kind(self.kind)


class Country(Entity):
    objects = _OfKind(Kind.COUNTRY)

    class Meta:
        proxy = True
        default_permissions = EDITED
        verbose_name_plural = "countries"


class Politician(Entity):
    objects = _OfKind(Kind.POLITICIAN)

    class Meta:
        proxy = True
        default_permissions = EDITED


class Party(Entity):
    objects = _OfKind(Kind.PARTY)

    class Meta:
        proxy = True
        default_permissions = EDITED
        verbose_name_plural = "parties"


class Election(Entity):
    objects = _OfKind(Kind.ELECTION)

    class Meta:
        proxy = True
        default_permissions = EDITED


class Office(Entity):
    objects = _OfKind(Kind.OFFICE)

    class Meta:
        proxy = True
        default_permissions = EDITED


class Institution(Entity):
    objects = _OfKind(Kind.INSTITUTION)

    class Meta:
        proxy = True
        default_permissions = EDITED


class Ideology(Entity):
    objects = _OfKind(Kind.IDEOLOGY)

    class Meta:
        proxy = True
        default_permissions = EDITED
        verbose_name_plural = "ideologies"


PROXIES = dict(zip(KINDS, (Country, Politician, Party, Election, Office, Institution, Ideology), strict=True))
"""The proxy of each kind."""
