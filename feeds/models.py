"""Models of webhooks: endpoints of accounts, events, deliveries, and cursors. A cursor stores how far the worker (the
command ``deliver_webhooks``) has read: up to which change in the change journal, or up to which result version (counts
of a race at one time) of an election."""

from uuid import uuid4

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from graph.models.constraints import one_of

LONGEST_URL = 500
LONGEST_RESPONSE = 200
MOST_ENTITIES = 100
"""The largest number of slugs in each of the filters ``entities`` and ``elections`` of an endpoint."""


class EndpointQuerySet(models.QuerySet):
    def receiving(self):
        """Return the endpoints that receive events: active endpoints of active accounts."""
        return self.filter(state=WebhookEndpoint.State.ACTIVE, user__is_active=True)

    def failing(self):
        """Return the endpoints that receive events, but are failing: a delivery has failed, and none has succeeded
        since."""
        return self.receiving().filter(failing_since__isnull=False)


class WebhookEndpoint(models.Model):
    """A URL of an account, to which the service sends events. The lists ``event_types``, ``kinds``, ``countries``,
    ``entities`` and ``elections`` are filters. An event is sent only if it matches all filters that are not empty.
    ``entities`` and ``elections`` count as one filter: the event must be about an entity in one of the two lists. The
    filters do not apply to pings and test events."""

    class State(models.TextChoices):
        PENDING = "pending"
        ACTIVE = "active"
        DISABLED = "disabled"

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="webhook_endpoints")
    url = models.CharField("URL", max_length=LONGEST_URL)
    description = models.CharField(max_length=200, blank=True, default="")
    # Filters. They contain slugs and codes instead of foreign keys, because entities can be merged, and rehearsals
    # deleted.
    event_types = models.JSONField(default=list, blank=True)
    kinds = models.JSONField(default=list, blank=True)
    countries = models.JSONField(default=list, blank=True)
    entities = models.JSONField(default=list, blank=True, help_text="Slugs")
    elections = models.JSONField(default=list, blank=True, help_text="Slugs")
    includes_test = models.BooleanField("test mode", default=False, help_text="Also receives events of rehearsals")
    state = models.CharField(max_length=8, choices=State, default=State.PENDING, editable=False)
    disabled_reason = models.CharField(max_length=200, blank=True, default="", editable=False)
    # Both secrets are encrypted by feeds.webhooks.secrets.
    secret = models.TextField(editable=False)
    old_secret = models.TextField(blank=True, default="", editable=False)
    old_secret_until = models.DateTimeField(null=True, editable=False)
    created_at = models.DateTimeField("created", default=timezone.now, editable=False)
    # The worker writes this field and the next three. After a success, it writes them only if they change.
    last_success_at = models.DateTimeField("last success", null=True, editable=False, help_text="To the minute.")
    failing_since = models.DateTimeField(null=True, editable=False)
    warned_at = models.DateTimeField(null=True, editable=False, help_text="When the e-mail about failures was sent.")
    paused_until = models.DateTimeField(null=True, editable=False, help_text="The receiver asked for this pause.")

    objects = EndpointQuerySet.as_manager()

    class Meta:
        default_permissions = ["view"]
        permissions = [("disable_webhookendpoint", "Can disable webhook endpoints")]
        ordering = ["pk"]
        indexes = [models.Index(fields=["state"], name="endpoint_by_state")]
        constraints = [one_of("state", ["pending", "active", "disabled"], "endpoint_has_a_state")]

    def __str__(self):
        return self.url


def new_event_id() -> str:
    """Return a new, unique value for the header ``webhook-id``."""
    return f"evt_{uuid4().hex}"


class WebhookEvent(models.Model):
    """An event that is sent to webhook endpoints, such as a change of an entity. ``body`` is the JSON text that is
    signed and sent. It is the same for every endpoint."""

    uid = models.CharField("event ID", max_length=40, unique=True)
    type = models.CharField(max_length=40)
    # A foreign key is not used, because a rehearsal can be deleted while its events remain in the log.
    race = models.BigIntegerField(null=True, help_text="Primary key of the race")
    body = models.TextField()
    created_at = models.DateTimeField("created", default=timezone.now, db_index=True)

    class Meta:
        default_permissions = []
        ordering = ["pk"]

    def __str__(self):
        return f"{self.type} {self.uid}"


class WebhookDelivery(models.Model):
    """The delivery of an event to an endpoint. Processes attempt it until it succeeds, or until no attempts are left.
    When an attempt begins, ``leased_until`` is set to a time about a minute later. If the process dies, another process
    may try again after this time."""

    class State(models.TextChoices):
        PENDING = "pending"
        DELIVERED = "delivered"
        FAILED = "failed"

    endpoint = models.ForeignKey(WebhookEndpoint, models.CASCADE, related_name="deliveries", db_index=False)
    event = models.ForeignKey(WebhookEvent, models.CASCADE, related_name="deliveries")
    # A copy of the event's race, set only for updates of races. A newer update of the race replaces pending deliveries
    # of older ones.
    race = models.BigIntegerField(null=True, help_text="Primary key of the race, of updates of races only")
    state = models.CharField(max_length=9, choices=State, default=State.PENDING)
    # True for pings and test events, which are attempted once. The owner waits for the result, and does not expect
    # retries.
    is_single = models.BooleanField(default=False, help_text="Is attempted once, also if the endpoint is not active")
    attempts = models.PositiveSmallIntegerField(default=0)
    due_at = models.DateTimeField("next attempt", default=timezone.now)
    leased_until = models.DateTimeField(null=True)
    attempted_at = models.DateTimeField("last attempt", null=True)
    # The next four fields are the outcome of the last attempt.
    status_code = models.PositiveSmallIntegerField("status", null=True)
    milliseconds = models.PositiveIntegerField("duration in ms", null=True)
    error = models.CharField(max_length=200, blank=True, default="")
    response = models.CharField(max_length=LONGEST_RESPONSE, blank=True, default="")
    # There are at most ten attempts, so JSON is enough and a table of attempts is not needed.
    history = models.JSONField(default=list, help_text="Time, status, milliseconds and error of each attempt")
    created_at = models.DateTimeField("created", default=timezone.now)

    class Meta:
        verbose_name_plural = "webhook deliveries"
        default_permissions = ["view"]
        ordering = ["-pk"]
        indexes = [
            # A worker reads this index four times a second, so it has only the pending deliveries.
            models.Index(fields=["due_at", "endpoint"], condition=Q(state="pending"), name="delivery_by_due_time"),
            models.Index(fields=["endpoint", "-id"], name="delivery_by_endpoint"),
            # A worker that claims deliveries reads the oldest delivery of each endpoint.
            models.Index(
                fields=["endpoint", "due_at", "id"], condition=Q(state="pending"), name="delivery_by_endpoint_due"
            ),
            models.Index(fields=["leased_until"], condition=Q(leased_until__isnull=False), name="delivery_by_lease"),
            models.Index(fields=["race", "-id"], condition=Q(race__isnull=False), name="delivery_by_race"),
            models.Index(fields=["created_at"], name="delivery_by_time"),
        ]
        constraints = [one_of("state", ["pending", "delivered", "failed"], "delivery_has_a_state")]

    def __str__(self):
        return f"{self.event} to {self.endpoint}"


class JournalCursor(models.Model):
    """How far the worker (the command ``deliver_webhooks``) has read the change journal. ``position`` is the number of
    the last change that it has read. The worker makes events from the changes, or skips the changes while no endpoint
    receives events. The table has one row, which a process locks while it makes events."""

    position = models.BigIntegerField(default=0)
    is_idle = models.BooleanField(default=True, help_text="No endpoint received events when it was read last")
    checked_at = models.DateTimeField(default=timezone.now)

    class Meta:
        default_permissions = []

    def __str__(self):
        return f"events up to change {self.position}"


class ResultsCursor(models.Model):
    """How far the worker (the command ``deliver_webhooks``) has read the result versions of an election. A result
    version has the counts of one race at one time. ``sequence`` is the number of the last version that the worker has
    read, and ``phase`` is the phase of the election at that time. The worker makes events from the versions, or skips
    the versions while no endpoint receives events."""

    # A foreign key is not used, so that the code that deletes a rehearsal does not depend on webhooks.
    election = models.BigIntegerField(primary_key=True)
    sequence = models.PositiveIntegerField(default=0)
    phase = models.CharField(max_length=11)

    class Meta:
        default_permissions = []

    def __str__(self):
        return f"events of election {self.election} up to version {self.sequence}"
