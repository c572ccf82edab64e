"""Merge the form of an editor with changes that another editor saved while the form was open.

A field that the editor did not change gets the stored value. A changed field still has the typed value, and the
page shows the stored value next to it. The journal has the values that the form showed at first.
"""

from functools import cached_property

from django.forms.formsets import DELETION_FIELD_NAME, INITIAL_FORM_COUNT, TOTAL_FORM_COUNT

from graph.journal.history import differences

MAX_CHANGES = 20


class Conflict:
    """An edit conflict. ``changes`` are the journal entries that were added after the editor opened the form."""

    def __init__(self, changes):
        self._changes = changes

    @cached_property
    def changes(self) -> list:
        """Return at most MAX_CHANGES of the journal entries, the newest first."""
        return list(self._changes.select_related("by").order_by("-pk")[:MAX_CHANGES])

    @cached_property
    def rows_before(self) -> dict:
        """Map (model, primary key) of each row that others changed to its columns before, or to None for a new row."""
        revisions = self._changes.filter(revision__isnull=False).order_by("pk").values_list("revision", flat=True)
        found = {}
        for row in differences(dict.fromkeys(revisions)):
            # The first revision has the oldest values.
            found.setdefault((row.model, row.pk), row.before)
        return found

    def merge(self, typed, form, formsets):
        """Return the POST data ``typed``, as if the editor had opened the form after the changes of the others.

        ``form`` and ``formsets`` are unbound and have the values that are stored now.
        """
        merged = typed.copy()
        for name in form.fields:
            if name in typed and form.instance.pk and self.is_untouched(form, name, typed, name):
                merged.setlist(name, stored_values(form[name]))
        for formset in formsets:
            RowMerge(self, typed, formset).merge_into(merged)
        return merged

    def is_untouched(self, form, name, typed, key):
        """Return whether another editor changed the row, while this editor did not change the field ``name``."""
        model = form._meta.model._meta.concrete_model
        row = self.rows_before.get((model, form.instance.pk))
        return bool(row) and not has_changed(form, name, row, typed, key)

    def show_stored_values(self, forms) -> None:
        """Add an error with the stored value to each field whose typed value differs from it."""
        for form in forms:
            if form.instance._state.adding or not form.is_bound:
                continue
            for name in form.changed_data:
                if name != "reason" and name != DELETION_FIELD_NAME and name in form._meta.fields:
                    form.add_error(name, f"Stored now: {stored_text(form, name)}")


class RowMerge:
    """Merges the rows of one formset. A browser numbers the rows; the database identifies them by primary key."""

    def __init__(self, conflict, typed, formset):
        self.conflict, self.typed, self.formset = conflict, typed, formset
        self.key_name = formset.model._meta.pk.name

    def merge_into(self, merged) -> None:
        """Replace the rows of the formset in the POST data ``merged``. Stored rows come before rows to add."""
        number_of = {key: number for number in range(self._initial) if (key := self._key(number))}
        for name in [name for name in merged if self._is_row_field(name)]:
            del merged[name]
        for position, form in enumerate(self.formset.initial_forms):
            self._merge_stored(merged, position, form, number_of.pop(str(form.instance.pk), None))
        position = len(self.formset.initial_forms)
        merged[f"{self.formset.prefix}-{INITIAL_FORM_COUNT}"] = str(position)
        # A deleted row that the editor has changed comes back as a new row.
        deleted = [number for key, number in number_of.items() if not self._can_stay_deleted(key, number)]
        for number in [*deleted, *range(self._initial, self._count(TOTAL_FORM_COUNT))]:
            self._copy(merged, number, position)
            position += 1
        merged[f"{self.formset.prefix}-{TOTAL_FORM_COUNT}"] = str(position)

    def _is_row_field(self, name):
        prefix = f"{self.formset.prefix}-"
        return name.startswith(prefix) and name.removeprefix(prefix).split("-")[0].isdigit()

    @property
    def _initial(self):
        """Return how many of the posted rows existed when the editor opened the form. For a single row, return 1."""
        return 1 if self.formset.max_num == 1 else self._count(INITIAL_FORM_COUNT)

    def _count(self, name):
        # The number comes from a browser: it may be missing, long or no number at all.
        count = self.typed.get(f"{self.formset.prefix}-{name}", "")
        return min(int(count), self.formset.absolute_max) if count.isdecimal() and len(count) < 10 else 0

    def _key(self, number):
        return self.typed.get(self._name(number, self.key_name), "")

    def _name(self, number, field):
        return f"{self.formset.prefix}-{number}-{field}"

    def _merge_stored(self, merged, position, form, number):
        for name in form.fields:
            typed_name, new_name = self._name(number, name), self._name(position, name)
            is_key = name == self.key_name
            if number is None or is_key or self.conflict.is_untouched(form, name, self.typed, typed_name):
                merged.setlist(new_name, stored_values(form[name]))
            elif typed_name in self.typed:
                merged.setlist(new_name, self.typed.getlist(typed_name))

    def _can_stay_deleted(self, key, number):
        """Return True if this editor did not change the row that another editor deleted, or deletes it too."""
        if self._name(number, DELETION_FIELD_NAME) in self.typed:
            return True
        row = self.conflict.rows_before.get((self.formset.model, int(key) if key.isdecimal() else None))
        form = self.formset.empty_form
        columns = {column.name for column in self.formset.model._meta.concrete_fields} - {self.key_name}
        names = {name: self._name(number, name) for name in form.fields if name in columns & {*form._meta.fields}}
        return bool(row) and not any(has_changed(form, name, row, self.typed, key) for name, key in names.items())

    def _copy(self, merged, number, position):
        for name in self.formset.empty_form.fields:
            key = self._name(number, name)
            if key in self.typed and name != self.key_name:
                merged.setlist(self._name(position, name), self.typed.getlist(key))


def has_changed(form, name, row, typed, key) -> bool:
    """Return whether the value ``typed[key]`` of the field differs from the value in ``row``.

    ``row`` maps columns to values. If it has no column for the field, return True.
    """
    column = form._meta.model._meta.get_field(name).attname if name in form._meta.fields else None
    if column not in row:
        return True
    field = form.fields[name]
    return field.has_changed(row[column], field.widget.value_from_datadict(typed, {}, key))


def stored_values(bound_field) -> list[str]:
    """Return the values that a browser would send for the unchanged field of an unbound form."""
    value = bound_field.field.widget.format_value(bound_field.value())
    if value is None:
        return []
    return [str(each) for each in (value if isinstance(value, list | tuple) else [value])]


def stored_text(form, name) -> str:
    """Return the initial value of the form field as text for the editor, or "nothing" if it is empty."""
    field, value = form.fields[name], form.get_initial_for_field(form.fields[name], name)
    if hasattr(field, "rows"):
        value = field.label_from_instance(field.rows[str(value)]) if str(value) in field.rows else value
    elif isinstance(value, list):
        value = field.prepare_value(value) if not hasattr(field, "choices") else ", ".join(value)
    return f"“{value}”" if value not in (None, "", []) else "nothing"
