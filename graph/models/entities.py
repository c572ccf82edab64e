from datetime import date

from django.core.validators import RegexValidator
from django.db import models
from django.db.models import Exists, F, OuterRef, Q, Subquery
from django.utils import timezone

from graph.kinds import KIND_CHOICES, KINDS, WORDS, Kind
from graph.models.constraints import not_empty, one_of
from graph.relations import RelationshipType
from graph.text.folding import fold

LAST_CHARACTER = chr(0x10FFFF)
AFTER_Z = "{"
"""The ASCII character after ``z``. Every slug that begins with ``ab`` is sorted before ``ab{``."""
LONGEST_SEARCH_TEXT = 200
"""`EntityQuerySet.search_text` ignores all characters after this number."""


class EntityQuerySet(models.QuerySet):
    def published(self):
        return self.filter(status=Entity.Status.PUBLISHED)

    def of_kind(self, kind: str):
        return self.filter(kind=kind)

    def in_country(self, country_code: str):
        return self.filter(country_code=country_code)

    def updated_since(self, moment):
        return self.filter(updated_at__gte=moment)

    def newest_first(self):
        """Order by the last change, the latest first. The primary key decides between equal times."""
        return self.order_by("-updated_at", "-pk")

    def with_details(self):
        """Fetch the details in the same query. Each entity has details of its own kind only."""
        return self.select_related(*(details_name(kind) for kind in KINDS))

    def with_facts_of_relationships(self, day: date):
        """Annotate the names of published entities: ``country_name``, ``office_name`` on the day, ``ideology_name``."""
        # A politician who is elected but not yet in office does not hold the office.
        offices = _outgoing(RelationshipType.HOLDS_OFFICE).with_status(day).exclude(status="future")
        return self.annotate(
            country_name=_country_name(Entity.objects.published()),
            office_name=_first_object_name(offices.most_important_first()),
        ).with_ideology_name()

    def with_ideology_name(self):
        """Annotate ``ideology_name``, the name of a party's first ideology; null if there is none."""
        ideologies = _outgoing(RelationshipType.HAS_IDEOLOGY).order_by("position", "pk")
        return self.annotate(ideology_name=_first_object_name(ideologies))

    def with_country_name(self):
        """Annotate ``country_name``, the name of the entity's country, even if the country is not published."""
        return self.annotate(country_name=_country_name(Entity.objects.all()))

    def in_full(self, day: date):
        """Fetch everything that `graph.documents.entity_document` needs, in four queries."""
        return self.with_details().with_facts_of_relationships(day).with_names_and_sources()

    def with_names_and_sources(self):
        """Fetch the other names, identifiers and citations of all entities, in three more queries."""
        citations = models.Prefetch("citations", _rows("citations").select_related("source").order_by())
        return self.prefetch_related("other_names", "identifiers", citations)

    def with_last_change(self):
        """Annotate ``last_change_at``, the latest change of any relationship of the entity or of a related entity.

        Unpublished related entities count too, because a withdrawal removes an entity from the response.
        """
        related = _rows("outgoing").of(OuterRef("pk")).with_last_change().order_by("-last_change_at")
        return self.annotate(last_change_at=Subquery(related.values("last_change_at")[:1]))

    def with_relationship(self, relationship_type: str, status: str, day: date):
        """Filter subjects of a relationship of the type that has the status on the day; both entities are published."""
        rows = _rows("outgoing").filter(type=relationship_type).between_published().with_status(day)
        return self.filter(pk__in=rows.filter(status=status).values("subject"))

    def name_starts_with(self, text: str):
        """Filter entities whose name begins with the text, or whose slug begins with the folded text (see `fold`).

        The name may begin with the text as written or with a capital first letter. The conditions are ranges instead of
        LIKE: PostgreSQL and SQLite order these columns by code point, so both use their index and give the same result.
        """
        condition = Q(pk__in=[])
        for beginning in {text, text[:1].upper() + text[1:]}:
            condition |= Q(name__gte=beginning, name__lt=beginning + LAST_CHARACTER)
        # This bypasses the cache of `fold`, which texts of clients would fill.
        folded = fold.__wrapped__(text).replace(" ", "-")
        return self.filter(condition | Q(slug__gte=folded, slug__lt=folded + AFTER_Z) if folded else condition)

    def search_text(self, text: str):
        """Filter entities by a text that an editor typed. An empty text filters nothing: all entities are returned.

        An entity matches if its slug contains all words of the folded text (see `fold`). It also matches if a name
        contains the text, in upper or lower case. An identifier must be equal to the text.
        """
        text = text.strip()[:LONGEST_SEARCH_TEXT]
        if not text:
            return self
        condition = (
            Q(name__icontains=text)
            | Q(slug=text)
            | Q(pk__in=_rows("other_names").filter(name__icontains=text).values("entity"))
            | Q(pk__in=_rows("identifiers").filter(value=text).values("entity"))
        )
        # This bypasses the cache of `fold`, which texts of editors would fill.
        words = [Q(slug__contains=word) for word in fold.__wrapped__(text).split()]
        return self.filter(condition | Q(*words) if words else condition)

    def without_fact(self, kind: str, name: str):
        """Filter entities of the kind that have no details, or no value in this column of their details."""
        path = f"{kind}_details__{name}"
        missing = Q(**{f"{path}__isnull": True})
        if not _rows(details_name(kind)).model._meta.get_field(name).null:
            missing |= Q(**{path: ""})
        return self.filter(missing, kind=kind)

    def without_source(self):
        return self.filter(~Exists(_rows("citations").filter(entity=OuterRef("pk"))))

    def without_outgoing(self, relationship_type: str):
        """Filter entities that are not the subject of any relationship of the type."""
        return self.filter(~Exists(_rows("outgoing").filter(subject=OuterRef("pk"), type=relationship_type)))

    def without_incoming(self, relationship_type: str):
        """Filter entities that are not the object of any relationship of the type."""
        return self.filter(~Exists(_rows("incoming").filter(object=OuterRef("pk"), type=relationship_type)))

    def without_holder(self, day: date):
        """Exclude offices that are the object of a current ``holds_office`` relationship on the day."""
        held = _rows("incoming").filter(type=RelationshipType.HOLDS_OFFICE).current(day)
        return self.exclude(pk__in=held.values("object"))

    def without_composition(self):
        return self.filter(~Exists(_rows("compositions").filter(institution=OuterRef("pk"))))

    def overdue(self, day: date):
        """Filter elections that still have the status ``scheduled`` although their last day is before ``day``."""
        return self.filter(election_details__status="scheduled", election_details__date_last__lt=day)


def _rows(accessor):
    """Return the manager of the model behind a reverse relation of Entity; that model is defined after Entity."""
    return Entity._meta.get_field(accessor).related_model.objects


def _outgoing(relationship_type):
    """Return the relationships of one type from the entity of the outer query, if both entities are published."""
    return _rows("outgoing").filter(subject=OuterRef("pk"), type=relationship_type).between_published()


def _first_object_name(relationships):
    # values() must be the last call. Otherwise every later annotation becomes a column of the subquery.
    return Subquery(relationships.values("object__name")[:1])


def _country_name(entities):
    countries = entities.of_kind(Kind.COUNTRY).in_country(OuterRef("country_code"))
    return Subquery(countries.values("name")[:1])


class Entity(models.Model):
    """A row with the columns that all seven kinds have. The facts of a single kind are in another table, `DETAILS`."""

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
        """Return the row with the facts of this entity's kind, such as `CountryDetails`; None if there is no row."""
        return getattr(self, details_name(self.kind), None)


def details_name(kind: str) -> str:
    """Return the attribute of an entity that holds the details of the kind, such as ``country_details``."""
    return f"{kind}_details"
