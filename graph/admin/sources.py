from django.contrib import admin

from graph.admin.choosing import ChoicesMixin
from graph.admin.formfields import TypedFields
from graph.journal.journal import journalled
from graph.models import Source


@admin.register(Source)
class SourceAdmin(ChoicesMixin, TypedFields, admin.ModelAdmin):
    """Where facts come from. One that is cited stays; an entity that cites it says so by itself."""

    list_display = ["name", "slug", "licence", "retrieved", "rank"]
    search_fields = ["name", "slug"]
    ordering = ["name", "pk"]
    fields = ["name", "slug", "url", "licence", "retrieved", "rank"]

    def get_readonly_fields(self, request, obj=None):
        return ["slug"] if obj else []

    def has_delete_permission(self, request, obj=None):
        return False

    def save_model(self, request, obj, form, change):
        with journalled(by=request.user):
            super().save_model(request, obj, form, change)

    def choosable(self):
        return Source.objects.all()

    def choice_label(self, row):
        return row.name
