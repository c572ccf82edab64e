"""The index: what the backends fill and ask. Everything in it is made of the graph and can be made anew."""

from django.db import models

from graph.models import Entity


class IndexedEntity(models.Model):
    """A published entity as it is found. ``rank_key`` orders by importance; see `search.index_document`.

    ``names`` holds a name a line: what it is, its folded words, how it is written, parted by tabs. ``body`` are the
    words it is found by. ``tier`` parts the well known from the others, and a broad query stops at the first.
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
    """The key of a name, of its words joined, or of two of them as they sound; and the row of an entity that bears it.

    Of the thousands who bear a common name, the best known stand first, and are found without a look at the others.
    """

    pk = models.CompositePrimaryKey("key", "rank_key")
    key = models.BigIntegerField()
    rank_key = models.BigIntegerField(db_index=True, help_text="Rank key of the indexed entity")

    class Meta:
        db_table = "search_name"

    def __str__(self):
        return str(self.key)


class Token(models.Model):
    """A word of a name; in how many entities it stands, and the importance of the best known of them."""

    word = models.CharField(max_length=32, unique=True)
    sound = models.CharField(max_length=64, blank=True, default="", help_text="See `search.keys.sound`")
    frequency = models.PositiveIntegerField(default=0)
    importance = models.PositiveIntegerField(default=0)

    class Meta:
        db_table = "search_token"

    def __str__(self):
        return self.word


class Variant(models.Model):
    """A key that a word shares with its misspellings."""

    pk = models.CompositePrimaryKey("key", "token_id")
    key = models.IntegerField()
    # Two million rows that are only ever made anew: to check and index each of them would take most of the time.
    token = models.ForeignKey(Token, models.DO_NOTHING, related_name="+", db_constraint=False, db_index=False)

    class Meta:
        db_table = "search_variant"

    def __str__(self):
        return str(self.key)


class StaleEntity(models.Model):
    """An entity that changed since it was indexed: written with the change, gone when the index has followed."""

    entity_id = models.BigIntegerField()
    is_followed = models.BooleanField(default=False, help_text="Indexed while a new index was being built")

    class Meta:
        db_table = "search_stale"

    def __str__(self):
        return str(self.entity_id)


class IndexState(models.Model):
    """One row: what the index is made with, and a version that every change of it raises."""

    version = models.PositiveBigIntegerField(default=0)
    folding = models.CharField(max_length=40, blank=True, default="")
    entities = models.PositiveIntegerField(default=0, help_text="Published entities")
    changed_at = models.PositiveBigIntegerField(default=0, help_text="Seconds since 1970")
    builder = models.CharField(max_length=32, blank=True, default="", help_text="Process that builds a new index")

    class Meta:
        db_table = "search_state"

    def __str__(self):
        return f"version {self.version}"
