from django.db import models


class CatalogueFile(models.Model):
    """A file of the catalogue that the graph was loaded from, or last upgraded to. An upgrade compares it with the file
    of the new catalogue: so it can distinguish what the catalogue changed from what editors changed."""

    name = models.CharField(max_length=40, primary_key=True)
    content = models.BinaryField()

    class Meta:
        default_permissions = ()

    def __str__(self):
        return self.name
