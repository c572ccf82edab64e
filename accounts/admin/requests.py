from datetime import timedelta

from django.contrib import admin
from django.utils import timezone
from django.utils.timesince import timesince

from accounts.actions.pro import approve_pro, decline_pro
from accounts.admin.base import AccountActionsMixin, MessageForm, ReadOnlyAdmin, bulk_action, column, shorten
from accounts.models import QUEUE, KeyUse, ProRequest, TierDecision
from accounts.use import DAYS_SHOWN, days_of_use

DECISIONS_SHOWN = 3
DECISION = {"allows": lambda row: row.state == ProRequest.State.PENDING, "form": MessageForm}
APPROVE = bulk_action(
    "approve", **DECISION, run=lambda row, by, message: approve_pro(request=row, by=by, message=message)
)
DECLINE = bulk_action(
    "decline", **DECISION, run=lambda row, by, message: decline_pro(request=row, by=by, message=message)
)


@admin.register(ProRequest)
class ProRequestAdmin(AccountActionsMixin, ReadOnlyAdmin):
    """Managers decide here about requests for the pro tier. The page shows how much the account has used the API."""

    bulk_actions = (APPROVE, DECLINE)
    change_form_template = "admin/accounts/prorequest/change_form.html"
    evidence = ["signed_in_by", "account_age", "live_keys", "served", "throttled", "busiest_minute"]
    list_display = ["organisation", "email", "state", "requested", "short_purpose", "expected_volume"]
    list_display += [*evidence, "earlier_decisions"]
    list_filter = ["state"]
    search_fields = ["organisation", "user__email"]
    search_help_text = "Organisation or e-mail"
    ordering = QUEUE
    fields = ["organisation", "email", "state", "created_at", "purpose", "expected_volume", *evidence]
    email = column("user.email", description="e-mail", ordering="user__email")
    live_keys = column("live_keys", ordering="live_keys")
    served = column("served", description=f"served in {DAYS_SHOWN} days", ordering="served")
    throttled = column("throttled", ordering="throttled")
    busiest_minute = column("busiest_minute", ordering="busiest_minute")

    def get_queryset(self, request):
        since = timezone.now().date() - timedelta(days=DAYS_SHOWN - 1)
        rows = super().get_queryset(request).select_related("user").with_evidence(since=since)
        return rows.prefetch_related("user__tier_decisions", "user__socialaccount_set")

    def render_change_form(self, request, context, *args, obj=None, **kwargs):
        days = days_of_use(KeyUse.objects.filter(key__user=obj.user))
        context["use_by_day"] = [day for day in reversed(days) if day.endpoints]
        context["bulk_actions_title"] = "Decide"
        context["decisions"] = obj.user.tier_decisions.select_related("by")
        return super().render_change_form(request, context, *args, obj=obj, **kwargs)

    def row_label(self, row):
        # The e-mail address is added, because people of the same organisation may send several requests.
        return f"{row.organisation}, {row.user.email}"

    @admin.display(ordering="created_at")
    def requested(self, request):
        return request.created_at.date()

    @admin.display(description="purpose")
    def short_purpose(self, request):
        return shorten(request.purpose)

    @admin.display(ordering="-user__date_joined")
    def account_age(self, request):
        return timesince(request.user.date_joined, depth=1)

    @admin.display(description="earlier decisions")
    def earlier_decisions(self, request):
        # Python filters the decisions, because those of all rows are prefetched.
        earlier = [decision for decision in request.user.tier_decisions.all() if decision.at < request.created_at]
        return ", ".join(f"{decision.verdict} {decision.at:%Y-%m-%d}" for decision in earlier[:DECISIONS_SHOWN])


@admin.register(TierDecision)
class TierDecisionAdmin(ReadOnlyAdmin):
    list_display = ["at", "email", "verdict", "by", "short_message"]
    list_filter = ["verdict"]
    list_select_related = ["user", "by"]
    search_fields = ["user__email", "request__organisation"]
    fields = ["at", "email", "verdict", "by", "message", "request"]
    email = column("user.email", description="account", ordering="user__email")

    @admin.display(description="message to the applicant")
    def short_message(self, decision):
        return shorten(decision.message)
