from django.db import models

from graph.models import Entity, Race

TIERS = (8_000, 40_000, 200_000)
"""The index is divided into four parts (tiers) by importance. The first tier has the 8,000 most important entities, the
second ends with number 40,000, and the third with number 200,000. PostgreSQL reads a tier only if the earlier tiers
have too few matches."""


class IndexRow(models.Model):
    class Meta:
        abstract = True

    def __str__(self):
        return f"{self._meta.model_name} {self.pk}"


class IndexedEntity(IndexRow):
    """A row of the search index: one published entity.

    - ``names`` has one line for each name: its type, its normalised words, and the name itself, separated by tabs.
    - ``context`` has words of the names of related entities, separated by blanks.
    - ``body`` has all words for the full-text search, and artificial words (tags) for the country, the kind and the
      context.
    - ``rank_key`` is lower for a more important entity."""

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


class NameKey(IndexRow):
    """A hash by which a search finds an entity (see `IndexDocument.keys`). It is computed from a whole name, or from
    the sound of one or two words of a name. ``rank_key`` is the primary key of the entity's row in `IndexedEntity`."""

    pk = models.CompositePrimaryKey("key", "rank_key")
    key = models.BigIntegerField()
    rank_key = models.BigIntegerField(db_index=True, help_text="Rank key of the indexed entity")

    class Meta:
        db_table = "search_name"


class Token(IndexRow):
    word = models.CharField(max_length=32, unique=True)
    phonetic_code = models.CharField(max_length=64, blank=True, default="")
    frequency = models.PositiveIntegerField(default=0)
    importance = models.PositiveIntegerField(default=0)

    class Meta:
        db_table = "search_token"


class Variant(IndexRow):
    """Connects a hash with an indexed word, the ``token``. A word has several hashes. A misspelling of the word, or its
    spelling in another script, shares some of them."""

    pk = models.CompositePrimaryKey("key", "token_id")
    key = models.IntegerField()
    # The table has two million rows. A constraint and an index of this column would take most of the time of a rebuild.
    token = models.ForeignKey(Token, models.DO_NOTHING, related_name="+", db_constraint=False, db_index=False)

    class Meta:
        db_table = "search_variant"


class IndexedRace(IndexRow):
    """A race in the search index. ``names`` has one line for each name of its area and of its candidates, in the same
    format as `IndexedEntity`. The row is deleted when the race or a candidacy changes, but not when only votes are
    counted. The next update of the index adds it again."""

    race = models.OneToOneField(Race, models.CASCADE, primary_key=True, related_name="+", db_constraint=False)
    names = models.TextField()

    class Meta:
        db_table = "search_race"


class RaceWord(IndexRow):
    """A word in the names of an indexed race, by which a query finds the race."""

    pk = models.CompositePrimaryKey("word", "race_id")
    word = models.CharField(max_length=32)
    race = models.ForeignKey(Race, models.CASCADE, related_name="+", db_constraint=False)

    class Meta:
        db_table = "search_race_word"


class StaleEntity(IndexRow):
    """Marks an entity that has changed since it was indexed. The row is written in the transaction of the change, and
    deleted when the entity has been indexed again. The ``entity_id`` 0 means all entities."""

    entity_id = models.BigIntegerField()
    is_indexed = models.BooleanField(default=False, help_text="Indexed while a new index was being built")

    class Meta:
        db_table = "search_stale"


class IndexState(IndexRow):
    """The state of the search index, in a table with only one row. Each change of the index adds 1 to ``version``.
    While a process rebuilds the index, ``builder`` is a random text that identifies this rebuild; otherwise, it is
    empty. If a rebuild fails, ``builder`` does not change until the next rebuild."""

    version = models.PositiveBigIntegerField(default=0)
    tokeniser_version = models.CharField(max_length=40, blank=True, default="")
    changed_at = models.PositiveBigIntegerField(default=0, help_text="Seconds since 1970")
    builder = models.CharField(max_length=32, blank=True, default="", help_text="Process that builds a new index")

    class Meta:
        db_table = "search_state"
