from datetime import timedelta

from django.contrib import admin
from django.utils import timezone
from django.utils.timesince import timesince

from accounts.actions import approve_pro, decline_pro
from accounts.admin.base import AccountActionsMixin, MessageForm, ReadOnlyAdmin, shorten, signed_in_by, with_providers
from accounts.daily_use import DAYS_SHOWN, days_of_use
from accounts.models import KeyUse, ProRequest, TierDecision
from accounts.models.pro import QUEUE
from config.http.bulk_actions import BulkAction

DECISIONS_SHOWN = 3


def is_pending(request: ProRequest) -> bool:
    return request.state == ProRequest.State.PENDING


APPROVE = BulkAction(
    name="approve",
    label="Approve",
    done="Approved",
    effect="The account and its keys are pro at once, and its owner gets an e-mail.",
    why_not="These have been decided already.",
    permissions=("accounts.decide_prorequest",),
    allows=is_pending,
    run=lambda row, by, message: approve_pro(request=row, by=by, message=message),
    form=MessageForm,
)
DECLINE = BulkAction(
    name="decline",
    label="Decline",
    done="Declined",
    effect="The tier stays the same, and the owner gets an e-mail. They may request pro again.",
    why_not="These have been decided already.",
    permissions=("accounts.decide_prorequest",),
    allows=is_pending,
    run=lambda row, by, message: decline_pro(request=row, by=by, message=message),
    form=MessageForm,
)


@admin.register(ProRequest)
class ProRequestAdmin(AccountActionsMixin, ReadOnlyAdmin):
    """List the requests for the pro tier, with data that helps to decide them; pending requests come first."""

    bulk_actions = (APPROVE, DECLINE)
    change_form_template = "admin/accounts/prorequest/change_form.html"
    list_display = [
        "organisation",
        "email",
        "state",
        "requested",
        "short_purpose",
        "expected_volume",
        "signed_in_by",
        "account_age",
        "live_keys",
        "served",
        "throttled",
        "busiest_minute",
        "earlier_decisions",
    ]
    list_filter = ["state"]
    search_fields = ["organisation", "user__email"]
    search_help_text = "Organisation or e-mail"
    ordering = QUEUE
    # The page of a request also shows the columns from "signed_in_by" to "busiest_minute".
    fields = ["organisation", "email", "state", "created_at", "purpose", "expected_volume", *list_display[6:12]]

    def get_queryset(self, request):
        """Return the requests with the data of all columns, by three database queries for any number of rows."""
        rows = super().get_queryset(request).select_related("user").with_evidence(since=_first_day())
        return with_providers(rows.prefetch_related("user__tier_decisions"), through="user")

    def render_change_form(self, request, context, *args, obj=None, **kwargs):
        days = days_of_use(KeyUse.objects.of_account(obj.user), until=timezone.now().date())
        context["use_by_day"] = [day for day in reversed(days) if day.endpoints]
        context["bulk_actions_title"] = "Decide"
        context["decisions"] = obj.user.tier_decisions.select_related("by")
        return super().render_change_form(request, context, *args, obj=obj, **kwargs)

    def row_label(self, row):
        # With the address, because an organisation may have several requests.
        return f"{row.organisation}, {row.user.email}"

    @admin.display(description="e-mail", ordering="user__email")
    def email(self, request):
        return request.user.email

    @admin.display(ordering="created_at")
    def requested(self, request):
        return request.created_at.date()

    @admin.display(description="purpose")
    def short_purpose(self, request):
        return shorten(request.purpose)

    @admin.display(description="signs in by")
    def signed_in_by(self, request):
        return signed_in_by(request.user)

    @admin.display(ordering="-user__date_joined")
    def account_age(self, request):
        return timesince(request.user.date_joined, depth=1)

    @admin.display(ordering="live_keys")
    def live_keys(self, request):
        return request.live_keys

    @admin.display(description=f"served in {DAYS_SHOWN} days", ordering="served")
    def served(self, request):
        return request.served

    @admin.display(ordering="throttled")
    def throttled(self, request):
        return request.throttled

    @admin.display(ordering="busiest_minute")
    def busiest_minute(self, request):
        return request.busiest_minute

    @admin.display(description="earlier decisions")
    def earlier_decisions(self, request):
        # In Python, because the decisions of all rows are prefetched.
        earlier = [decision for decision in request.user.tier_decisions.all() if decision.at < request.created_at]
        return ", ".join(f"{decision.verdict} {decision.at:%Y-%m-%d}" for decision in earlier[:DECISIONS_SHOWN])


def _first_day():
    return timezone.now().date() - timedelta(days=DAYS_SHOWN - 1)


@admin.register(TierDecision)
class TierDecisionAdmin(ReadOnlyAdmin):
    """List all decisions about the tiers of accounts. Nobody can change them."""

    list_display = ["at", "email", "verdict", "by", "short_message"]
    list_filter = ["verdict"]
    list_select_related = ["user", "by"]
    search_fields = ["user__email", "request__organisation"]
    fields = ["at", "email", "verdict", "by", "message", "request"]

    @admin.display(description="account", ordering="user__email")
    def email(self, decision):
        return decision.user.email

    @admin.display(description="message to the applicant")
    def short_message(self, decision):
        return shorten(decision.message)
