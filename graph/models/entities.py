from datetime import date

from django.core.validators import RegexValidator
from django.db import models
from django.db.models import F, OuterRef, Q, Subquery
from django.utils import timezone

from graph.kinds import KIND_CHOICES, KINDS, WORDS, Kind
from graph.models.constraints import not_empty, one_of
from graph.relations import RelationshipType
from graph.text.folding import fold

LAST_CHARACTER = chr(0x10FFFF)
AFTER_Z = "{"
"""The ASCII character after ``z``. It marks the end of a range of slugs: all slugs that begin with ``ab`` are sorted
before ``ab{``."""
LONGEST_SEARCH_TEXT = 200


class EntityQuerySet(models.QuerySet):
    def published(self):
        return self.filter(status=Entity.Status.PUBLISHED)

    def of_kind(self, kind: str):
        return self.filter(kind=kind)

    def in_country(self, country_code: str):
        return self.filter(country_code=country_code)

    def with_slug(self, slug: str) -> "Entity":
        """Return the entity that has this slug, or had it before it was renamed or merged. Raise Entity.DoesNotExist
        if there is none."""
        found = self.filter(slug=slug).first() or self.filter(redirects__slug=slug).first()
        if found is None:
            raise self.model.DoesNotExist(f"The graph has no entity {slug!r}.")
        return found

    def newest_first(self):
        return self.order_by("-updated_at", "-pk")

    def with_details(self):
        return self.select_related(*(details_name(kind) for kind in KINDS))

    def with_country_name(self):
        return self.annotate(country_name=_country_name(Entity.objects.all()))

    def search_text(self, text: str):
        """Return the entities that match a text typed by an editor. An entity matches in one of three cases: a name
        contains the text, the slug or an identifier is equal to the text, or the slug contains all words of the text.
        An empty text matches all entities. Only the first `LONGEST_SEARCH_TEXT` characters of the text count."""
        text = text.strip()[:LONGEST_SEARCH_TEXT]
        if not text:
            return self
        condition = (
            Q(name__icontains=text)
            | Q(slug=text)
            | Q(pk__in=_rows("other_names").filter(name__icontains=text).values("entity"))
            | Q(pk__in=_rows("identifiers").filter(value=text).values("entity"))
        )
        # Bypass the cache of `fold`, because texts of editors would fill it.
        words = [Q(slug__contains=word) for word in fold.__wrapped__(text).split()]
        return self.filter(condition | Q(*words) if words else condition)

    def without_fact(self, kind: str, name: str):
        """Return the entities of this kind whose fact ``name`` is unknown, such as parties without ``founded_year``.
        The fact is also unknown if the entity has no row for the facts of its kind."""
        path = f"{kind}_details__{name}"
        missing = Q(**{f"{path}__isnull": True})
        if not _rows(details_name(kind)).model._meta.get_field(name).null:
            missing |= Q(**{path: ""})
        return self.filter(missing, kind=kind)

    def without_relationship(self, direction: str, *relationship_types: str):
        return self.exclude(**{f"{direction}__type__in": relationship_types})

    def without_holder(self, day: date):
        held = _rows("incoming").filter(type=RelationshipType.HOLDS_OFFICE).current(day)
        return self.exclude(pk__in=held.values("object"))

    def overdue(self, day: date):
        return self.filter(election_details__status="scheduled", election_details__date_last__lt=day)


def _rows(accessor):
    return Entity._meta.get_field(accessor).related_model.objects


def _country_name(entities):
    countries = entities.of_kind(Kind.COUNTRY).in_country(OuterRef("country_code"))
    return Subquery(countries.values("name")[:1])


class EntityManager(models.Manager.from_queryset(EntityQuerySet)):
    def get_queryset(self):
        """Return all entities. For a proxy model such as `Party`, return only entities of its kind."""
        entities = super().get_queryset()
        return entities.of_kind(self.model._meta.model_name) if self.model._meta.proxy else entities


class Entity(models.Model):
    """An entity of the graph, such as a party. Facts that only one kind has are in the tables of `DETAILS`."""

    class Status(models.TextChoices):
        DRAFT = "draft"
        PUBLISHED = "published"
        WITHDRAWN = "withdrawn"

    kind = models.CharField(max_length=11, choices=KIND_CHOICES)
    name = models.CharField(max_length=300)
    slug = models.CharField(max_length=200, unique=True, validators=[RegexValidator(rf"^{WORDS}\Z")])
    country_code = models.CharField(max_length=2, blank=True, default="", help_text="ISO 3166-1 alpha-2, lower case")
    description = models.CharField(max_length=600, blank=True, default="")
    description_is_composed = models.BooleanField(default=True, help_text="Off once an editor has written it")
    status = models.CharField(max_length=9, choices=Status.choices, default=Status.DRAFT)
    created_at = models.DateTimeField(default=timezone.now)
    updated_at = models.DateTimeField(default=timezone.now)

    objects = EntityManager()

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
            models.Index(fields=["kind", "slug"], name="entity_by_kind"),
            models.Index(fields=["country_code", "slug"], name="entity_by_country"),
            models.Index(fields=["country_code", "status", "kind", "updated_at"], name="entity_counted_by_country"),
            models.Index(fields=["updated_at"], name="entity_by_update"),
            models.Index(fields=["name", "slug"], name="entity_by_name"),
            models.Index(
                fields=["kind", "country_code", "slug"],
                condition=Q(status__in=["draft", "withdrawn"]),
                name="entity_unpublished",
            ),
            models.Index(fields=["-updated_at", "-id"], name="entity_newest"),
            models.Index(fields=["kind", "-updated_at", "-id"], name="entity_newest_of_kind"),
            models.Index(fields=["country_code", "-updated_at", "-id"], name="entity_newest_in_country"),
            models.Index(fields=["kind", "country_code", "-updated_at", "-id"], name="entity_newest_kind_country"),
            models.Index(
                fields=["kind", "-updated_at", "-id"], condition=Q(status="draft"), name="entity_newest_drafts"
            ),
        ]
        constraints = [
            one_of("kind", KINDS, "entity_is_of_a_known_kind"),
            one_of("status", ["draft", "published", "withdrawn"], "entity_has_a_known_status"),
            not_empty("name", name="entity_has_a_name"),
            not_empty("slug", name="entity_has_a_slug"),
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
        """Return the row with the facts that only entities of this kind have, such as a `CountryDetails` object. Return
        None if the row is missing."""
        return getattr(self, details_name(self.kind), None)


def details_name(kind: str) -> str:
    return f"{kind}_details"
