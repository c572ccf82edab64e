"""The tables of the search index. All their rows come from the graph, and a rebuild of the index replaces them."""

from django.db import models

from graph.models import Entity

TIERS = (8_000, 40_000, 200_000)
"""The index has four parts (tiers) by importance. These are the last ranks of the first three parts.

PostgreSQL reads the next tier only if the tiers before it do not have enough matches. So the work of a query that
matches many entities does not grow with the graph.
"""


class IndexedEntity(models.Model):
    """A row of the index: one published entity. A lower ``rank_key`` means a more important entity.

    ``names`` has a line for each name: type, tokens and text, separated by tabs. ``body`` has all words and tags by
    which the full-text search finds the entity.
    """

    rank_key = models.BigAutoField(primary_key=True)
    entity = models.OneToOneField(Entity, models.CASCADE, related_name="+")
    kind = models.CharField(max_length=11)
    country_code = models.CharField(max_length=2, blank=True, default="")
    importance = models.PositiveIntegerField(default=0)
    names = models.TextField()
    context = models.TextField(blank=True, default="")
    body = models.TextField()
    tier = models.PositiveSmallIntegerField(default=0)

    class Meta:
        db_table = "search_entity"

    def __str__(self):
        return f"{self.kind} {self.entity_id}"


class NameKey(models.Model):
    """A row joins a hash to an indexed entity. The hash is of a name, or of the sounds of two words of it.

    Rows with the same hash are read in the order of importance. So a search for a common name reads only the first.
    """

    pk = models.CompositePrimaryKey("key", "rank_key")
    key = models.BigIntegerField()
    rank_key = models.BigIntegerField(db_index=True, help_text="Rank key of the indexed entity")

    class Meta:
        db_table = "search_name"

    def __str__(self):
        return str(self.key)


class Token(models.Model):
    """A row of a word in names, with the number of entities that have the word, and their highest importance."""

    word = models.CharField(max_length=32, unique=True)
    phonetic_code = models.CharField(max_length=64, blank=True, default="")
    frequency = models.PositiveIntegerField(default=0)
    importance = models.PositiveIntegerField(default=0)

    class Meta:
        db_table = "search_token"

    def __str__(self):
        return self.word


class Variant(models.Model):
    """A row of a word and one of its hashes. Misspellings of the word, or spellings in other scripts, share it."""

    pk = models.CompositePrimaryKey("key", "token_id")
    key = models.IntegerField()
    # There are two million rows: constraints and indexes would take most of the time of a rebuild.
    token = models.ForeignKey(Token, models.DO_NOTHING, related_name="+", db_constraint=False, db_index=False)

    class Meta:
        db_table = "search_variant"

    def __str__(self):
        return str(self.key)


class StaleEntity(models.Model):
    """A row marks an entity as changed since it was indexed. The transaction that changes the entity writes the row."""

    entity_id = models.BigIntegerField()
    is_indexed = models.BooleanField(default=False, help_text="Indexed while a new index was being built")

    class Meta:
        db_table = "search_stale"

    def __str__(self):
        return str(self.entity_id)


class IndexState(models.Model):
    """The only row has the state of the index. Each change of the index increases its ``version`` by one."""

    version = models.PositiveBigIntegerField(default=0)
    tokeniser_version = models.CharField(max_length=40, blank=True, default="")
    changed_at = models.PositiveBigIntegerField(default=0, help_text="Seconds since 1970")
    builder = models.CharField(max_length=32, blank=True, default="", help_text="Process that builds a new index")

    class Meta:
        db_table = "search_state"

    def __str__(self):
        return f"version {self.version}"


def insert_columns(model: type[models.Model]) -> list[str]:
    """Return the columns of an index table that an INSERT must fill: all except an automatic primary key ``id``."""
    return [field.column for field in model._meta.local_concrete_fields if field.name != "id"]
