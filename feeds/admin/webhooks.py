from django.contrib import admin
from django.db.models import Count, Q

from accounts.admin.base import AccountActionsMixin, ReadOnlyAdmin, column
from config.http.bulk_actions import BulkAction
from config.http.list_filters import list_filter
from feeds.models import WebhookDelivery, WebhookEndpoint
from feeds.webhooks.actions import disable
from feeds.webhooks.event_types import CHOSEN_TYPES

State = WebhookEndpoint.State
BY_OPERATOR = "The operator of the service disabled it."
DISABLE = BulkAction(
    name="disable",
    label="Disable",
    done="Disabled",
    effect="The endpoints get no more events. Their owners see the reason, and can enable them again.",
    why_not="These are disabled already.",
    permissions=("feeds.disable_webhookendpoint",),
    allows=lambda endpoint: endpoint.state != State.DISABLED,
    run=lambda row, by: disable(endpoint=row, reason=BY_OPERATOR),
)
FailingFilter = list_filter(
    "failing",
    lambda *_: [("yes", "Yes"), ("no", "No")],
    lambda rows, value: rows.filter(failing_since__isnull=value == "no"),
)
EventTypeFilter = list_filter(
    "event", lambda *_: [(name, name) for name in CHOSEN_TYPES], lambda rows, name: rows.filter(event__type=name)
)


@admin.register(WebhookEndpoint)
class WebhookEndpointAdmin(AccountActionsMixin, ReadOnlyAdmin):
    """The admin list of the webhook endpoints of all accounts. The secrets of the endpoints are not shown."""

    bulk_actions = (DISABLE,)
    list_display = ["url", "email", "state", "failing_since", "last_success_at", "waiting", "failed", "created_at"]
    list_filter = ["state", FailingFilter, "includes_test"]
    list_select_related = ["user"]
    search_fields = ["url", "user__email"]
    search_help_text = "URL or e-mail"
    # No field shows the secret, not even the encrypted one.
    filters = ["event_types", "kinds", "countries", "entities", "elections", "includes_test"]
    fields = ["url", "email", "description", "state", "disabled_reason", *filters, *list_display[3:], "paused_until"]
    email = column("user.email", description="e-mail", ordering="user__email")
    waiting = column("waiting", description="deliveries waiting", ordering="waiting")
    failed = column("failed", description="deliveries failed", ordering="failed")

    def get_queryset(self, request):
        states = {"waiting": WebhookDelivery.State.PENDING, "failed": WebhookDelivery.State.FAILED}
        counts = {name: Count("deliveries", filter=Q(deliveries__state=state)) for name, state in states.items()}
        return super().get_queryset(request).annotate(**counts)

    def lookup_allowed(self, lookup, value, request):
        # With a filter on the secret in the URL, a manager could find out the secret character by character.
        return "secret" not in lookup and super().lookup_allowed(lookup, value, request)


@admin.register(WebhookDelivery)
class WebhookDeliveryAdmin(ReadOnlyAdmin):
    list_display = ["created_at", "event_type", "url", "state", "attempts", "status_code", "milliseconds", "due_at"]
    list_filter = ["state", EventTypeFilter]
    list_select_related = ["event", "endpoint"]
    search_fields = ["event__uid", "endpoint__url", "endpoint__user__email"]
    search_help_text = "Event ID, URL or e-mail"
    fields = [*list_display, "attempted_at", "error", "response", "history", "event_id_of_header", "body"]
    event_type = column("event.type", description="event")
    url = column("endpoint.url", description="URL")
    event_id_of_header = column("event.uid", description="webhook-id")
    body = column("event.body")

    def lookup_allowed(self, lookup, value, request):
        return "secret" not in lookup and super().lookup_allowed(lookup, value, request)
