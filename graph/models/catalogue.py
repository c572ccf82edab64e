from django.db import models


class CatalogueFile(models.Model):
    """A copy of one file of the catalogue, the data from which the graph was loaded or last upgraded. The next upgrade
    compares the copy with the file of the new catalogue. In this way, it can distinguish what the catalogue has changed
    from what editors have changed."""

    name = models.CharField(max_length=40, primary_key=True)
    content = models.BinaryField()

    class Meta:
        default_permissions = ()

    def __str__(self):
        return self.name
