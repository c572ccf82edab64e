from django.db import models
from django.utils import timezone

from graph.models.entities import Entity


class Redirect(models.Model):
    """A row with an old slug of an entity, or of one merged into it. The slug permanently redirects to the entity."""

    slug = models.CharField(max_length=200, unique=True)
    entity = models.ForeignKey(Entity, models.PROTECT, related_name="redirects")
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["slug"]

    def __str__(self):
        return self.slug
