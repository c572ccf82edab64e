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


def hash_session_key(key: str) -> str:
    """Return a hash of a session key. The hash identifies the session, but cannot be used to sign in."""
    return salted_hmac("graph.upload", key).hexdigest()


class UploadQuerySet(models.QuerySet):
    def of(self, user, session_key: str):
        fresh = timezone.now() - UPLOAD_LIFETIME
        return self.filter(user=user, session=hash_session_key(session_key), at__gt=fresh)

    def expired(self):
        return self.filter(at__lte=timezone.now() - UPLOAD_LIFETIME)


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
    name = models.CharField(max_length=100)
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
    """The stored entries of a work list (entities that editors should check) that takes long to compute."""

    name = models.CharField(max_length=40, primary_key=True)
    at = models.DateTimeField()
    counts = models.JSONField(default=dict, help_text="Number of rows by kind")
    rows = models.JSONField(default=list)

    class Meta:
        default_permissions = ()

    def __str__(self):
        return f"{self.name}, computed {self.at}"


def compress_json(value) -> bytes:
    """Return the value as compressed JSON. The texts in it may contain NUL, which a JSON column of PostgreSQL
    rejects."""
    return zlib.compress(json.dumps(value).encode(), level=6)


def decompress_json(content: bytes):
    return json.loads(zlib.decompress(bytes(content)))
