import re

from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import Q
from django.utils import timezone

from graph.models.constraints import not_empty, one_of
from graph.models.entities import Entity

SHARED_SCHEMES = ["wikidata"]
"""The registers (values of ``scheme``) in which several entities may have the same identifier. In all other registers,
each identifier belongs to only one entity."""
WIKIDATA_ID = re.compile(r"Q[1-9][0-9]*")
RECORD_SCHEME = "record:"
"""The prefix of internal values of ``scheme``, which are not public. If a source has no identifiers, the importer
stores an identifier with such a scheme, by which the next import finds the entity."""


class OtherName(models.Model):
    class Kind(models.TextChoices):
        ALIAS = "alias"
        ACRONYM = "acronym"
        NATIVE = "native"
        FORMER = "former"

    entity = models.ForeignKey(Entity, models.CASCADE, related_name="other_names")
    name = models.CharField(max_length=300)
    lang = models.CharField(max_length=3, blank=True, default="", help_text="ISO 639 code")
    kind = models.CharField(max_length=7, choices=Kind.choices, default=Kind.ALIAS)

    class Meta:
        ordering = ["entity", "name", "lang"]
        constraints = [
            models.UniqueConstraint(fields=["entity", "name", "lang"], name="other_name_is_given_once"),
            not_empty("name", name="other_name_is_not_empty"),
            one_of("kind", ["alias", "acronym", "native", "former"], "other_name_is_of_a_known_kind"),
        ]

    def __str__(self):
        return self.name


class Identifier(models.Model):
    """An identifier of an entity in another register. ``scheme`` names the register, such as ``wikidata``."""

    entity = models.ForeignKey(Entity, models.CASCADE, related_name="identifiers")
    scheme = models.CharField(max_length=40)
    value = models.CharField(max_length=300)

    class Meta:
        ordering = ["scheme", "value"]
        indexes = [models.Index(fields=["scheme", "value"], name="identifier_by_value")]
        constraints = [
            models.UniqueConstraint(fields=["entity", "scheme", "value"], name="identifier_is_given_once"),
            models.UniqueConstraint(
                fields=["scheme", "value"],
                condition=~Q(scheme__in=SHARED_SCHEMES),
                name="identifier_belongs_to_one_entity",
            ),
            not_empty("scheme", "value", name="identifier_is_not_empty"),
        ]

    def __str__(self):
        return f"{self.scheme}:{self.value}"

    def clean(self):
        if self.scheme == "wikidata" and not WIKIDATA_ID.fullmatch(self.value):
            raise ValidationError({"value": "A Wikidata id is the letter Q and a number, such as Q567."})


class Redirect(models.Model):
    """A slug that redirects to the entity. It is an old slug of the entity, or the slug of another entity that was
    merged into this one."""

    slug = models.CharField(max_length=200, unique=True)
    entity = models.ForeignKey(Entity, models.PROTECT, related_name="redirects")
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["slug"]

    def __str__(self):
        return self.slug
