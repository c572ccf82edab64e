"""The tables of the index. All rows are derived from the graph, and a rebuild makes them again."""

from django.db import models

from graph.models import Entity

TIERS = (8_000, 40_000, 200_000)
"""The most important entities form the first tiers, up to these ranks; the last tier has all others.

A query with 150 matches in one tier does not read the next, so the work of a broad query does not grow with the graph.
"""


class IndexedEntity(models.Model):
    """A published entity in the index; see `search.index_document` for ``rank_key``.

    ``names`` has a line for each name: type, tokens and text, separated by tabs. ``body`` has the words that find it.
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
    """A posting: from a key of a name to an indexed entity with that name.

    The postings of a key are in the order of importance, so a search reads only the first of a common name.
    """

    pk = models.CompositePrimaryKey("key", "rank_key")
    key = models.BigIntegerField()
    rank_key = models.BigIntegerField(db_index=True, help_text="Rank key of the indexed entity")

    class Meta:
        db_table = "search_name"

    def __str__(self):
        return str(self.key)


class Token(models.Model):
    """A word of a name, the number of entities that have it, and the importance of the most important of them."""

    word = models.CharField(max_length=32, unique=True)
    phonetic_code = models.CharField(max_length=64, blank=True, default="")
    frequency = models.PositiveIntegerField(default=0)
    importance = models.PositiveIntegerField(default=0)

    class Meta:
        db_table = "search_token"

    def __str__(self):
        return self.word


class Variant(models.Model):
    """A key that a word shares with its misspellings, or with its spelling in other scripts."""

    pk = models.CompositePrimaryKey("key", "token_id")
    key = models.IntegerField()
    # There are two million rows, which only a rebuild writes: constraints and indexes would take most of its time.
    token = models.ForeignKey(Token, models.DO_NOTHING, related_name="+", db_constraint=False, db_index=False)

    class Meta:
        db_table = "search_variant"

    def __str__(self):
        return str(self.key)


class StaleEntity(models.Model):
    """An entity that changed since it was indexed; written in the transaction of the change."""

    entity_id = models.BigIntegerField()
    is_indexed = models.BooleanField(default=False, help_text="Indexed while a new index was being built")

    class Meta:
        db_table = "search_stale"

    def __str__(self):
        return str(self.entity_id)


class IndexState(models.Model):
    """One row: the rules that the index was built with, and a version that every change of the index raises."""

    version = models.PositiveBigIntegerField(default=0)
    tokeniser_version = models.CharField(max_length=40, blank=True, default="")
    changed_at = models.PositiveBigIntegerField(default=0, help_text="Seconds since 1970")
    builder = models.CharField(max_length=32, blank=True, default="", help_text="Process that builds a new index")

    class Meta:
        db_table = "search_state"

    def __str__(self):
        return f"version {self.version}"


def insert_columns(model: type[models.Model]) -> list[str]:
    """Return the columns that a row of a table of the index is written with: all but a numbered primary key."""
    return [field.column for field in model._meta.local_concrete_fields if field.name != "id"]
