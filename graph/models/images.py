"""Images of rows before and after an editor's change, in tables made by django-simple-history.

The library makes the tables; what goes into them a revision says when it ends, so that a row saved three times in one
deed has one image before and one after, and a row written in bulk has them too.
"""

from django.db import models
from django.db.models.signals import class_prepared, post_save, pre_delete, pre_save
from simple_history.models import HistoricalRecords

from graph.journal.revisions import LONGEST_REASON, current


class Image(models.Model):
    """What every image has beside the columns of its row."""

    revision = models.UUIDField(db_index=True)
    is_former = models.BooleanField(help_text="The row before the change; else after it")

    class Meta:
        abstract = True


class Images(HistoricalRecords):
    """The manager ``images`` of a model. Who made a change, and when, the journal says by the same revision."""

    def __init__(self):
        super().__init__(
            bases=(Image,),
            history_change_reason_field=models.CharField(max_length=LONGEST_REASON, blank=True, default=""),
            history_user_id_field=models.BigIntegerField(null=True, editable=False),
        )

    def contribute_to_class(self, cls, name):
        super().contribute_to_class(cls, name)
        class_prepared.connect(self._watch, weak=False)

    def _watch(self, sender, **kwargs):
        """A model and its proxies: signals come from the class that a row was reached by."""
        if issubclass(sender, self.cls):
            pre_save.connect(_remember, sender=sender)
            pre_delete.connect(_remember, sender=sender)
            post_save.connect(_remember_new, sender=sender)

    def get_meta_options(self, model):
        """Nobody gives permissions for images: who may see the entity may see them."""
        return super().get_meta_options(model) | {"default_permissions": ()}

    def post_save(self, instance, created, using=None, **kwargs):
        """Nothing: the revision writes the images."""

    def post_delete(self, instance, using=None, **kwargs):
        """Nothing: the revision writes the images."""

    def pre_delete(self, instance, **kwargs):
        """Nothing: an image outlives its row."""


def _remember(instance, **kwargs):
    if revision := current():
        revision.remember_one(instance)


def _remember_new(instance, created, **kwargs):
    if created and (revision := current()):
        revision.remember_new(type(instance), instance.pk)
