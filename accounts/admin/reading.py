from django.contrib import admin


class ReadOnlyAdmin(admin.ModelAdmin):
    """Rows that come about elsewhere: here they are looked at, and nobody adds, changes or deletes one by hand."""

    show_full_result_count = False
    list_per_page = 50

    def has_add_permission(self, request):
        return False

    def has_change_permission(self, request, obj=None):
        return False

    def has_delete_permission(self, request, obj=None):
        return False


def short(text: str, characters: int = 80) -> str:
    """The beginning of a text, on one line."""
    line = " ".join(text.split())
    return line if len(line) <= characters else line[: characters - 1].rstrip() + "…"
