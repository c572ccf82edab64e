"""Two editors on one entity: what the second typed, laid over what the first has left there.

A field that the second did not touch takes what is stored now; one that both touched stays as typed, and says what is
stored. What a row was when the form was made, the images tell.
"""

from functools import cached_property

from django.forms.formsets import DELETION_FIELD_NAME, INITIAL_FORM_COUNT, TOTAL_FORM_COUNT

from graph.journal.history import differences

MOST_TOLD = 20


class Conflict:
    """``changes`` are what the journal says of the time since the form was made."""

    def __init__(self, changes):
        self._changes = changes

    @cached_property
    def told(self) -> list:
        """The newest of the changes, the newest first."""
        return list(self._changes.select_related("by").order_by("-pk")[:MOST_TOLD])

    @cached_property
    def former(self) -> dict:
        """(model, key) to the columns of each row that was changed, as the form was made of them; None for no row."""
        revisions = self._changes.filter(revision__isnull=False).order_by("pk").values_list("revision", flat=True)
        found = {}
        for row in differences(dict.fromkeys(revisions)):
            found.setdefault((row.model, row.pk), row.before)
        return found

    def laid_over(self, typed, form, formsets):
        """The same post, as if it had been made of what is stored now: ``form`` and ``formsets`` are unbound."""
        laid = typed.copy()
        for name in form.fields:
            if name in typed and form.instance.pk and self._is_untouched(form, name, typed, name):
                laid.setlist(name, stored(form[name]))
        for formset in formsets:
            Rows(self, typed, formset).lay(laid)
        return laid

    def _is_untouched(self, form, name, typed, key):
        """Whether another changed the field, and the one who typed did not."""
        model = form._meta.model._meta.concrete_model
        row = self.former.get((model, form.instance.pk))
        return bool(row) and not has_changed(form, name, row, typed, key)

    def compare(self, forms) -> None:
        """Say beside each field that differs what is stored now."""
        for form in forms:
            if form.instance._state.adding or not form.is_bound:
                continue
            for name in form.changed_data:
                if name != "reason" and name != DELETION_FIELD_NAME and name in form._meta.fields:
                    form.add_error(name, f"Stored now: {in_words(form, name)}")


class Rows:
    """The rows of one formset: typed by their numbers, stored by their keys."""

    def __init__(self, conflict, typed, formset):
        self.conflict, self.typed, self.formset = conflict, typed, formset
        self.key_name = formset.model._meta.pk.name

    def lay(self, laid) -> None:
        """Stored rows first, each as it was typed where it was; then what was typed anew, or of rows that are gone."""
        typed = {key: number for number in self._numbers(before=self._initial) if (key := self._key(number))}
        for name in [name for name in laid if name.startswith(f"{self.formset.prefix}-") and self._is_of_a_row(name)]:
            del laid[name]
        for place, form in enumerate(self.formset.initial_forms):
            self._lay_stored(laid, place, form, typed.pop(str(form.instance.pk), None))
        place = len(self.formset.initial_forms)
        laid[f"{self.formset.prefix}-{INITIAL_FORM_COUNT}"] = str(place)
        gone = [number for key, number in typed.items() if not self._was_left_alone(key, number)]
        for number in [*gone, *(n for n in self._numbers() if n >= self._initial)]:
            self._copy(laid, number, place)
            place += 1
        laid[f"{self.formset.prefix}-{TOTAL_FORM_COUNT}"] = str(place)

    def _is_of_a_row(self, name):
        return name.removeprefix(f"{self.formset.prefix}-").split("-")[0].isdigit()

    @property
    def _initial(self):
        """How many of the rows typed are of stored ones; the one row that there can be always is."""
        return 1 if self.formset.max_num == 1 else self._count(INITIAL_FORM_COUNT)

    def _count(self, name):
        told = self.typed.get(f"{self.formset.prefix}-{name}", "")
        return min(int(told), self.formset.absolute_max) if told.isdecimal() and len(told) < 10 else 0

    def _numbers(self, before=None):
        return range(self._count(TOTAL_FORM_COUNT) if before is None else before)

    def _key(self, number):
        return self.typed.get(self._name(number, self.key_name), "")

    def _name(self, number, field):
        return f"{self.formset.prefix}-{number}-{field}"

    def _lay_stored(self, laid, place, form, number):
        for name in form.fields:
            key, now = self._name(number, name), self._name(place, name)
            is_key = name == self.key_name
            if number is None or is_key or self.conflict._is_untouched(form, name, self.typed, key):
                laid.setlist(now, stored(form[name]))
            elif key in self.typed:
                laid.setlist(now, self.typed.getlist(key))

    def _was_left_alone(self, key, number):
        """Whether the row that is gone was as it had been; or was to go anyway."""
        if self._name(number, DELETION_FIELD_NAME) in self.typed:
            return True
        row = self.conflict.former.get((self.formset.model, int(key) if key.isdecimal() else None))
        form = self.formset.empty_form
        names = [name for name in form.fields if name in form._meta.fields and name in self._columns]
        typed = {name: self._name(number, name) for name in names}
        return bool(row) and not any(has_changed(form, name, row, self.typed, typed[name]) for name in names)

    @cached_property
    def _columns(self):
        return {column.name for column in self.formset.model._meta.concrete_fields} - {self.key_name}

    def _copy(self, laid, number, place):
        for name in self.formset.empty_form.fields:
            key = self._name(number, name)
            if key in self.typed and name != self.key_name:
                laid.setlist(self._name(place, name), self.typed.getlist(key))


def has_changed(form, name, row, typed, key) -> bool:
    """Whether what was typed under the key is another value than that of the row, a mapping of columns."""
    column = form._meta.model._meta.get_field(name).attname if name in form._meta.fields else None
    if column not in row:
        return True
    field = form.fields[name]
    return field.has_changed(row[column], field.widget.value_from_datadict(typed, {}, key))


def stored(bound) -> list[str]:
    """The values that a browser would send for the field of an unbound form, left as it is."""
    shown = bound.field.widget.format_value(bound.value())
    if shown is None:
        return []
    return [str(value) for value in (shown if isinstance(shown, list | tuple) else [shown])]


def in_words(form, name) -> str:
    """What the row has in the field by now."""
    field, value = form.fields[name], form.get_initial_for_field(form.fields[name], name)
    if hasattr(field, "known"):
        value = field.label_from_instance(field.known[str(value)]) if str(value) in field.known else value
    elif isinstance(value, list):
        value = field.prepare_value(value) if not hasattr(field, "choices") else ", ".join(value)
    return f"“{value}”" if value not in (None, "", []) else "nothing"
