from django.db import models

from graph.models.constraints import not_empty
from graph.models.entities import Entity


class Source(models.Model):
    slug = models.SlugField(max_length=60, unique=True)
    name = models.CharField(max_length=200)
    url = models.URLField(max_length=400, blank=True, default="")
    licence = models.CharField(max_length=100, blank=True, default="", help_text="SPDX identifier, if there is one")
    retrieved = models.DateField(help_text="The day of the content")
    rank = models.PositiveSmallIntegerField(default=0, help_text="If two sources differ, the higher rank wins")

    class Meta:
        ordering = ["slug"]
        constraints = [not_empty("name", name="source_has_a_name")]

    def __str__(self):
        return self.name


class Citation(models.Model):
    entity = models.ForeignKey(Entity, models.CASCADE, related_name="citations")
    source = models.ForeignKey(Source, models.PROTECT, related_name="citations")
    url = models.URLField(max_length=400, blank=True, default="", help_text="The exact page, if there is one")
    retrieved = models.DateField()
    facts = models.JSONField(default=list, blank=True, help_text="Names of the fields taken from this source")
    note = models.CharField(max_length=300, blank=True, default="", help_text='Such as "population: 2025 est."')

    class Meta:
        ordering = ["source", "url"]
        constraints = [models.UniqueConstraint(fields=["entity", "source", "url"], name="source_is_cited_once")]

    def __str__(self):
        return f"{self.source} on {self.entity}"
