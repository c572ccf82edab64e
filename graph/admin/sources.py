from django.contrib import admin

from graph.admin.fields import ChoicesMixin, TypedFields
from graph.journal.journal import journalled
from graph.models import Source


@admin.register(Source)
class SourceAdmin(ChoicesMixin, TypedFields, admin.ModelAdmin):
    list_display = ["name", "slug", "licence", "retrieved", "rank"]
    search_fields = ["name", "slug"]
    ordering = ["name", "pk"]
    fields = ["name", "slug", "url", "licence", "retrieved", "rank"]

    # The slug of a stored source cannot be changed, because importers find the source by it.
    def get_readonly_fields(self, request, obj=None):
        return ["slug"] if obj else []

    def has_delete_permission(self, request, obj=None):
        return False

    def save_model(self, request, obj, form, change):
        # Without this context manager, the guard of the journal would reject the write.
        with journalled(by=request.user):
            super().save_model(request, obj, form, change)
