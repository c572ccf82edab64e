from django.db import models


class RowVersion(models.Model):
    """A stored copy of one row of the graph before and after a revision. A revision is one action of an editor.

    ``before`` and ``after`` hold the columns as JSON. ``before`` is null if the revision created the row, ``after`` if
    it deleted the row. The `Change` rows with the same ``revision`` say who changed the row, when and why.
    """

    revision = models.UUIDField(db_index=True)
    model = models.CharField(max_length=40, help_text='Name of the model, such as "relationship"')
    row = models.BigIntegerField(help_text="Primary key of the row")
    before = models.JSONField(null=True)
    after = models.JSONField(null=True)

    class Meta:
        default_permissions = ()

    def __str__(self):
        return f"{self.model} {self.row}"
