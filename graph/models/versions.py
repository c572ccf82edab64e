from django.db import models


class RowVersion(models.Model):
    """One row of the graph before and after a revision, which is the change of an editor.

    ``before`` and ``after`` hold the columns as JSON. ``before`` is null for a row that the revision created, ``after``
    for a row that it deleted. The change journal says by the same revision who changed it, when and why.
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
