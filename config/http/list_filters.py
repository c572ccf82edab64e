"""Make filters for the list pages of the admin. A filter ignores a value in the URL that is not one of its options."""

from collections.abc import Callable

from django.contrib import admin


def list_filter(name: str, options: Callable, narrow: Callable, label: str = "") -> type[admin.SimpleListFilter]:
    """Return a filter class for a list page. ``name`` is its query parameter. ``options(request, model_admin)``
    returns the options as pairs (value, label). ``narrow(rows, value)`` returns the rows that match the chosen value.
    ``label`` is the title of the filter, by default made from ``name``."""

    class ListFilter(admin.SimpleListFilter):
        title, parameter_name = label or name.replace("_", " "), name

        def has_output(self):
            # Show the filter even without options. Django would hide it, and the others would move.
            return True

        def lookups(self, request, model_admin):
            return options(request, model_admin)

        def chosen(self):
            # The value comes from the URL, so it may be invalid.
            return next((value for value, _ in self.lookup_choices if value == self.value()), None)

        def queryset(self, request, queryset):
            return queryset if self.chosen() is None else narrow(queryset, self.chosen())

    return ListFilter
