from datetime import date

from django.core.validators import RegexValidator
from django.db import models
from django.db.models import F, OuterRef, Q, Subquery
from django.utils import timezone

from graph.kinds import KINDS, WORDS, Kind
from graph.models.curation import CurationQuerySet
from graph.relations import RelationshipType
from graph.text.folding import fold

LAST_CHARACTER = chr(0x10FFFF)
AFTER_Z = "{"
"""The character after z: every slug that begins with a text sorts before the text with this behind it."""


class EntityQuerySet(CurationQuerySet):
    def published(self):
        return self.filter(status=Entity.Status.PUBLISHED)

    def of_kind(self, kind: str):
        return self.filter(kind=kind)

    def in_country(self, country_code: str):
        return self.filter(country_code=country_code)

    def updated_since(self, moment):
        return self.filter(updated_at__gte=moment)

    def newest_first(self):
        """By their last change; total and stable."""
        return self.order_by("-updated_at", "-pk")

    def with_details(self):
        """Fetch the details of every kind in the same query; an entity has those of its own kind only."""
        return self.select_related(*(details_name(kind) for kind in KINDS))

    def with_facts_of_relationships(self, day: date):
        """Annotate the metadata that relationships tell: ``country_name``, ``office_name``, ``ideology_name``."""
        return self.annotate(
            country_name=Subquery(
                Entity.objects.published().of_kind(Kind.COUNTRY).in_country(OuterRef("country_code")).values("name")[:1]
            ),
            # Who is elected and not yet in office does not hold it, nor is it the last one held.
            office_name=_name_of_first(
                _related(RelationshipType.HOLDS_OFFICE).with_status(day).exclude(status="future").most_important_first()
            ),
        ).with_ideology_name()

    def with_ideology_name(self):
        """Annotate ``ideology_name``: the first ideology of a party."""
        return self.annotate(
            ideology_name=_name_of_first(_related(RelationshipType.HAS_IDEOLOGY).order_by("position", "pk"))
        )

    def in_full(self, day: date):
        """Everything `graph.documents.entity_document` reads, in four queries."""
        return self.with_details().with_facts_of_relationships(day).with_names_and_sources()

    def with_names_and_sources(self):
        """Fetch other names, identifiers and citations, in three more queries."""
        from graph.models.sources import Citation

        citations = models.Prefetch("citations", Citation.objects.select_related("source").order_by())
        return self.prefetch_related("other_names", "identifiers", citations)

    def with_last_change(self):
        """Annotate ``last_change_at``: the latest change of any related entity or statement, published or not.

        A neighbour that is withdrawn changes the answer too, and is no longer among what is shown.
        """
        statements = _statements().of(OuterRef("pk")).with_last_change().order_by("-last_change_at")
        return self.annotate(last_change_at=Subquery(statements.values("last_change_at")[:1]))

    def with_relationship(self, relation_type: str, status: str, day: date):
        """Subjects of a relationship of the type that has the status on the day, to a published entity."""
        fitting = _statements().filter(type=relation_type).between_published().with_status(day).filter(status=status)
        return self.filter(pk__in=fitting.values("subject"))

    def name_starts_with(self, text: str):
        """Names that begin with the text, as written or capitalised, and slugs that begin with it folded.

        Ranges instead of LIKE: both databases order these columns by code point, use their index, and agree.
        """
        fits = Q(pk__in=[])
        for beginning in {text, text[:1].upper() + text[1:]}:
            fits |= Q(name__gte=beginning, name__lt=beginning + LAST_CHARACTER)
        # Past the cache of `fold`: what strangers type would fill it.
        folded = fold.__wrapped__(text).replace(" ", "-")
        return self.filter(fits | Q(slug__gte=folded, slug__lt=folded + AFTER_Z) if folded else fits)


def _statements():
    from graph.models.relationships import Relationship

    return Relationship.objects


def _related(relation_type):
    """What the outer entity says of published entities in one type of relationship."""
    return _statements().filter(subject=OuterRef("pk"), type=relation_type).between_published()


def _name_of_first(relationships):
    # The name is picked last: annotations made after values() would be columns of the subquery too.
    return Subquery(relationships.values("object__name")[:1])


class Entity(models.Model):
    """What all seven kinds share; the typed facts of a kind stand in its details."""

    class Status(models.TextChoices):
        DRAFT = "draft"
        PUBLISHED = "published"
        WITHDRAWN = "withdrawn"

    kind = models.CharField(max_length=11, choices=[(kind.value, KINDS[kind].label) for kind in KINDS])
    name = models.CharField(max_length=300)
    slug = models.CharField(max_length=200, unique=True, validators=[RegexValidator(rf"^{WORDS}\Z")])
    country_code = models.CharField(max_length=2, blank=True, default="", help_text="ISO 3166-1 alpha-2, lower case")
    description = models.CharField(max_length=600, blank=True, default="")
    description_is_composed = models.BooleanField(default=True, help_text="Off once an editor has written it")
    status = models.CharField(max_length=9, choices=Status.choices, default=Status.DRAFT)
    created_at = models.DateTimeField(default=timezone.now)
    updated_at = models.DateTimeField(default=timezone.now)

    objects = EntityQuerySet.as_manager()

    class Meta:
        verbose_name_plural = "entities"
        default_permissions = ("view",)
        permissions = [
            ("publish_entity", "Can publish drafts, and restore what was withdrawn"),
            ("withdraw_entity", "Can withdraw entities"),
            ("merge_entity", "Can merge entities, and undo it"),
            ("rename_entity", "Can change the slug of entities"),
        ]
        indexes = [
            models.Index(fields=["kind", "country_code", "slug"], name="entity_by_kind_and_country"),
            models.Index(fields=["country_code", "slug"], name="entity_by_country"),
            models.Index(fields=["updated_at"], name="entity_by_update"),
            models.Index(fields=["name"], name="entity_by_name"),
            models.Index(fields=["-updated_at", "-id"], name="entity_newest"),
            models.Index(fields=["kind", "-updated_at", "-id"], name="entity_newest_of_kind"),
            models.Index(fields=["country_code", "-updated_at", "-id"], name="entity_newest_in_country"),
            models.Index(fields=["kind", "country_code", "-updated_at", "-id"], name="entity_newest_kind_country"),
            models.Index(
                fields=["kind", "-updated_at", "-id"], condition=Q(status="draft"), name="entity_newest_drafts"
            ),
        ]
        constraints = [
            models.CheckConstraint(
                condition=Q(kind__in=[kind.value for kind in KINDS]), name="entity_is_of_a_known_kind"
            ),
            models.CheckConstraint(
                condition=Q(status__in=["draft", "published", "withdrawn"]), name="entity_has_a_known_status"
            ),
            models.CheckConstraint(condition=~Q(name=""), name="entity_has_a_name"),
            models.CheckConstraint(condition=~Q(slug=""), name="entity_has_a_slug"),
            models.CheckConstraint(
                condition=Q(kind="ideology", country_code="") | (~Q(kind="ideology") & ~Q(country_code="")),
                name="only_an_ideology_has_no_country",
            ),
            models.CheckConstraint(
                condition=Q(updated_at__gte=F("created_at")), name="entity_is_updated_after_it_is_created"
            ),
            models.UniqueConstraint(
                fields=["country_code"], condition=Q(kind="country"), name="country_code_names_one_country"
            ),
        ]

    def __str__(self):
        return self.name

    @property
    def details(self):
        """The row of typed facts for this entity's kind; None when nothing is known."""
        return getattr(self, details_name(self.kind), None)


def details_name(kind: str) -> str:
    """The name under which an entity reaches its details: ``country_details``."""
    return f"{kind}_details"
