from django.contrib import admin, messages
from django.urls import reverse
from django.utils.html import format_html

from graph.actions.reports import decide
from graph.models import ErrorReport


class OpenFirst(admin.SimpleListFilter):
    """The filter by status in the admin list of error reports. Without a chosen status, the list shows only open
    reports."""

    title = parameter_name = "status"
    first_option = "Open"
    chosen = admin.SimpleListFilter.value

    def lookups(self, request, model_admin):
        return [*ErrorReport.Status.choices[1:], ("all", "All")]

    def queryset(self, request, queryset):
        status = self.value() or ErrorReport.Status.OPEN
        return queryset if status == "all" else queryset.filter(status=status)


@admin.register(ErrorReport)
class ErrorReportAdmin(admin.ModelAdmin):
    """The admin pages of the error reports of visitors. An editor reads a report, and accepts or rejects it. Nobody can
    change its text."""

    list_display = ["at", "path", "shortened", "source", "status", "decided_by"]
    list_filter = [OpenFirst]
    search_fields = ["path", "text"]
    list_select_related = ["decided_by"]
    actions = ["accept", "reject"]
    fields = ["at", "path", "entity_link", "text", "source", "email", "status", "decided_by", "decided_at"]
    # The text of a visitor must not be changed.
    readonly_fields = fields

    def has_add_permission(self, request):
        return False

    def has_delete_permission(self, request, obj=None):
        return False

    @admin.display(description="Text")
    def shortened(self, report):
        return report.text[:120]

    @admin.display(description="Entity")
    def entity_link(self, report):
        entity = report.entity
        # A report may be about a page without an entity, such as the list of countries.
        if entity is None:
            return "-"
        address = reverse(f"admin:graph_{entity.kind}_change", args=[entity.pk])
        return format_html('<a href="{}">{}</a>', address, entity)

    @admin.action(description="Accept: the report was right", permissions=["change"])
    def accept(self, request, reports):
        self._decide(request, reports, ErrorReport.Status.ACCEPTED)

    @admin.action(description="Reject", permissions=["change"])
    def reject(self, request, reports):
        self._decide(request, reports, ErrorReport.Status.REJECTED)

    def _decide(self, request, reports, status):
        number = decide(reports, status, by=request.user)
        self.message_user(request, f"{number} report(s): {status.label.lower()}.", messages.SUCCESS)
