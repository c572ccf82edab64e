from django.db import models


class CatalogueFile(models.Model):
    """A copy of one file of the catalogue. The catalogue is the shipped data from which the graph was loaded or last
    upgraded. The next upgrade compares this copy with the new file, to find what has changed in the catalogue."""

    name = models.CharField(max_length=40, primary_key=True)
    content = models.BinaryField()

    class Meta:
        default_permissions = ()

    def __str__(self):
        return self.name
