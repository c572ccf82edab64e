import json
import zlib
from datetime import timedelta
from uuid import uuid4

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.crypto import salted_hmac

from graph.kinds import KIND_CHOICES
from graph.models.entities import Entity

UPLOAD_LIFETIME = timedelta(hours=1)
LONGEST_NAME = 100


def _owner(user, session_key, kind):
    # The hash identifies the session, but cannot be used to sign in.
    return {"user": user, "session": salted_hmac("graph.upload", session_key).hexdigest(), "kind": kind}


class UploadQuerySet(models.QuerySet):
    def of(self, user, session_key: str, kind: str):
        """Return the uploads of this kind that the user has made in this session. Uploads older than an hour are left
        out."""
        return self.filter(**_owner(user, session_key, kind), at__gt=timezone.now() - UPLOAD_LIFETIME)

    def replace(self, user, session_key: str, kind: str, *, name: str, table: bytes, plan) -> "Upload":
        """Store a new upload and return it. Delete the earlier one of this kind from the same session, and all expired
        uploads. ``name`` is cut to its last `LONGEST_NAME` characters. ``table`` is the content of the file. ``plan``
        are the changes that the file would make, as a value that JSON can represent."""
        owner = _owner(user, session_key, kind)
        self.filter(Q(at__lte=timezone.now() - UPLOAD_LIFETIME) | Q(**owner)).delete()
        # The name comes from the browser and is shown on the page.
        name = "".join(c for c in name if c.isprintable())[-LONGEST_NAME:]
        return self.create(**owner, name=name, table=table, plan=compress_json(plan))


class Upload(models.Model):
    """A file that an editor has uploaded: a table with entities of one kind, or a file of results. ``plan`` has the
    changes that the file would make, so that the editor can confirm them."""

    RESULTS = "results"
    """The value of ``kind`` if the uploaded file has election results. Otherwise, ``kind`` is the kind of the entities
    in the uploaded table."""

    id = models.UUIDField(primary_key=True, default=uuid4, editable=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    session = models.CharField(max_length=64)
    kind = models.CharField(max_length=11, choices=[*KIND_CHOICES, ("results", "results")])
    name = models.CharField(max_length=LONGEST_NAME)
    table = models.BinaryField()
    plan = models.BinaryField()
    at = models.DateTimeField(default=timezone.now, db_index=True)

    objects = UploadQuerySet.as_manager()

    class Meta:
        default_permissions = ()

    def __str__(self):
        return self.name


class NotDuplicate(models.Model):
    """A pair of entities that look like duplicates, but which an editor has marked as two different entities."""

    one = models.ForeignKey(Entity, models.CASCADE, related_name="+")
    other = models.ForeignKey(Entity, models.CASCADE, related_name="+")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        default_permissions = ()
        verbose_name = "not a duplicate"
        verbose_name_plural = "not duplicates"
        constraints = [
            models.UniqueConstraint(fields=["one", "other"], name="not_duplicate_is_stored_once"),
            models.CheckConstraint(condition=Q(one__lt=F("other")), name="not_duplicate_names_the_older_one_first"),
        ]

    def __str__(self):
        return f"{self.one} is not {self.other}"


class WorkList(models.Model):
    """A work list that takes long to compute, and is therefore stored. A work list shows editors entities to check.
    Each item of ``rows`` is a list: [kind of the entity, its slug, a sentence about its problem, slug of its possible
    duplicate or ""]."""

    name = models.CharField(max_length=40, primary_key=True)
    at = models.DateTimeField()
    counts = models.JSONField(default=dict, help_text="Number of rows by kind")
    rows = models.JSONField(default=list)

    class Meta:
        default_permissions = ()

    def __str__(self):
        return f"{self.name}, computed {self.at}"


def compress_json(value) -> bytes:
    """Return the value as JSON, compressed with zlib. `decompress_json` reads it."""
    return zlib.compress(json.dumps(value).encode(), level=6)


def decompress_json(content: bytes):
    return json.loads(zlib.decompress(bytes(content)))
