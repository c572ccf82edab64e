from django.contrib import admin

from accounts.admin.reading import ReadOnlyAdmin, short
from accounts.models import TierDecision


@admin.register(TierDecision)
class TierDecisionAdmin(ReadOnlyAdmin):
    """The journal of the tiers."""

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
        return short(decision.message)
