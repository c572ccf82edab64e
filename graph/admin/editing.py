"""Save the page of an entity in one transaction. If another editor has changed the entity since the page was opened,
save nothing: show the page again, with the changes of both editors merged in the form."""

import re
from functools import cached_property

from django.contrib import messages
from django.contrib.admin.utils import unquote
from django.forms.formsets import DELETION_FIELD_NAME, INITIAL_FORM_COUNT, TOTAL_FORM_COUNT, ManagementForm

from config.http.bulk_actions import KEY
from graph.actions import EditConflict, editing, version_of
from graph.actions.facts import ENTITY_FACTS
from graph.admin.adding import AddOnceMixin
from graph.admin.errors import REJECTED, error_messages
from graph.journal.history import COMPOSED, differences
from graph.models import Entity

SHOW_ALL = "all"
NO_VERSION = -1
"""The version of an entity that is assumed if a form contains no valid version. No entity has this version, so saving
the form raises EditConflict."""
MAX_CHANGES = 20


class EditingMixin(AddOnceMixin):
    """A mixin for a ModelAdmin. It saves the admin page of an entity, or of a row that belongs to an entity, such as a
    composition. If an editor or an import has changed the entity since the page was opened, nothing is saved, and the
    page shows these changes. ``entity_of(row)`` returns the entity of the row that the page edits."""

    def entity_of(self, row) -> Entity:
        return row

    def changeform_view(self, request, object_id=None, form_url="", extra_context=None):
        view = super().changeform_view
        row = self.get_object(request, unquote(object_id)) if object_id else None
        entity = row and self.entity_of(row)
        # Store the version, and later the conflict, in the request, because one ModelAdmin object handles all requests
        # at the same time.
        request.version = version_of(entity) if entity else 0
        if request.method != "POST":
            return view(request, object_id, form_url, extra_context)
        try:
            # Check the version here without a lock. `editing` checks it again with a lock.
            if entity and request.version != seen_version(request):
                raise EditConflict(entity.changes.filter(pk__gt=seen_version(request)).order_by("pk"))
            return view(request, object_id, form_url, extra_context)
        except EditConflict as conflict:
            request.version = version_of(entity)
            request.conflict = Conflict(conflict.changes)
            request.save_errors = error_messages(conflict)
            self._merge_typed_values(request, self.get_object(request, unquote(object_id)))
        except REJECTED as error:
            request.save_errors = error_messages(error)
            request.version = seen_version(request)
        # The form gets ``save_errors`` as errors, so that Django shows it again instead of saving it.
        return view(request, object_id, form_url, extra_context)

    def _merge_typed_values(self, request, row):
        formsets = [
            formset(instance=row, queryset=inline.get_queryset(request), shows_all=True)
            for formset, inline in self.get_formsets_with_inlines(request, row)
        ]
        form = self.get_form(request, row, change=True)(instance=row)
        request.POST = request.conflict.merge(request.POST, form, formsets)

    def get_form(self, request, obj=None, change=False, **kwargs):
        form = super().get_form(request, obj, change=change, **kwargs)
        form.save_errors = getattr(request, "save_errors", ())
        return form

    def get_inline_formsets(self, request, formsets, inline_instances, obj=None, **kwargs):
        if conflict := getattr(request, "conflict", None):
            for formset in formsets:
                conflict.show_stored_values(formset.initial_forms)
        inlines = super().get_inline_formsets(request, formsets, inline_instances, obj, **kwargs)
        hidden_rows = [(inline.opts.verbose_name_plural, inline.formset.hidden) for inline in inlines]
        request.hidden_rows = [(label, count) for label, count in hidden_rows if count]
        return inlines

    def get_formset_kwargs(self, request, obj, inline, prefix):
        kwargs = super().get_formset_kwargs(request, obj, inline, prefix)
        return kwargs | {"shows_all": SHOW_ALL in request.GET}

    def render_change_form(self, request, context, *args, **kwargs):
        conflict = getattr(request, "conflict", None)
        if conflict:
            conflict.show_stored_values([context["adminform"].form])
        context |= {"version": request.version, "conflict": conflict}
        context |= {"hidden_rows": request.hidden_rows, "all_rows": f"?{SHOW_ALL}=1"}
        return super().render_change_form(request, context, *args, **kwargs)

    def save_model(self, request, obj, form, change):
        """Do nothing, because `save_related` saves the entity together with its rows, in one transaction."""

    def save_related(self, request, form, formsets, change):
        entity, note = self.entity_of(form.instance), form.cleaned_data.get("reason", "")
        seen = seen_version(request) if change else None
        revision = None if change else request.revision
        # Write one journal entry for all rows, with the author and the reason.
        with editing(entity if entity.pk else None, seen=seen, by=request.user, note=note, revision=revision):
            super().save_model(request, form.instance, form, change)
            super().save_related(request, form, formsets, change)
        if form.instance is entity and (names := facts_without_source(form, formsets)):
            facts = ", ".join(name.replace("_", " ") for name in names)
            text = f"No source is cited for: {facts}. Add one under “Citations”, and tick the facts that it contains."
            self.message_user(request, text, messages.WARNING)


def facts_without_source(form, formsets) -> list[str]:
    """Return the sorted names of the facts that the editor has changed without a source, such as ``["founded_year"]``.
    A fact has a source if a citation of the entity names the fact. The facts are fields of the form and of the formset
    with the prefix "facts". Texts that the service can write itself, such as the description, are left out."""
    typed = set(ENTITY_FACTS) & set(form.changed_data)
    for facts in (row for formset in formsets if formset.prefix == "facts" for row in formset.forms):
        typed |= {name for name in facts.changed_data if facts.cleaned_data.get(name) not in (None, "", [])}
    cited = {name for facts in form.instance.citations.values_list("facts", flat=True) for name in facts}
    return sorted(typed - cited - COMPOSED.keys())


def seen_version(request) -> int:
    """Return the version that the entity had when the editor opened the form. If the form contains no valid version,
    return NO_VERSION, with which saving raises EditConflict."""
    version = request.POST.get("version", "")
    return int(version) if KEY.fullmatch(version) else NO_VERSION


class Conflict:
    """An edit conflict: other editors have changed an entity since this editor opened the form. ``journal`` is a query
    set of the rows in the journal of changes that other editors have added since then."""

    def __init__(self, journal):
        self._journal = journal

    @property
    def changes(self):
        return self._journal.select_related("by").order_by("-pk")[:MAX_CHANGES]

    @cached_property
    def rows_before(self) -> dict:
        """Return {(model, primary key): columns} for each row that other editors have changed. The columns are a
        dictionary of the values before these changes, or None if the other editors have added the row."""
        revisions = self._journal.filter(revision__isnull=False).order_by("pk").values_list("revision", flat=True)
        found = {}
        for row in differences(dict.fromkeys(revisions)):
            # The first revision has the oldest values.
            found.setdefault((row.model, row.pk), row.before)
        return found

    def merge(self, typed, form, formsets):
        """Return a copy of the POST data ``typed``, in which the changes of all editors are merged. Fields that this
        editor has changed have the typed values. All other fields have the stored values, which are those of ``form``
        and ``formsets``."""
        merged = typed.copy()
        for name in form.fields:
            if name in typed and form.instance.pk and self.is_untouched(form, name, typed, name):
                merged.setlist(name, stored_values(form[name]))
        for formset in formsets:
            RowMerge(self, typed, formset).merge_into(merged)
        return merged

    def is_untouched(self, form, name, typed, key):
        """Return True if a field must get its stored value, because other editors have changed the row of ``form``, and
        this editor has not changed the field ``name``. ``typed`` is the POST data of this editor. ``key`` is the name
        of the field in the POST data, such as "facts-0-date"."""
        row = self.rows_before.get((form._meta.model._meta.concrete_model, form.instance.pk))
        return bool(row) and not has_changed(form, name, row, typed, key)

    def show_stored_values(self, forms) -> None:
        """Add an error to each field of the forms whose typed value differs from the stored one. The error shows the
        stored value."""
        for form in [form for form in forms if not form.instance._state.adding]:
            for name in [name for name in form.changed_data if name in form._meta.fields]:
                form.add_error(name, f"Stored now: {stored_text(form, name)}")


class RowMerge:
    """Merges the rows of a formset after an edit conflict: those that this editor has typed, and the stored ones.
    ``typed`` is the POST data of this editor. ``formset`` has the stored rows. Rows are matched by primary key. A value
    that this editor has changed replaces the stored one. A row that this editor has changed, but others have deleted,
    becomes a new row."""

    def __init__(self, conflict, typed, formset):
        self.conflict, self.typed, self.formset = conflict, typed, formset
        self.key_name, self.fields = formset.model._meta.pk.name, [*formset.empty_form.fields]

    def merge_into(self, merged) -> None:
        """Replace the rows of the formset in the POST data ``merged`` by rows with the changes of all editors. First
        come the stored rows, with the changes of this editor. Then come rows that this editor has changed, but other
        editors have deleted. Last come the rows that this editor has added."""
        initial, total = self._counts()
        number_of = {key: number for number in range(initial) if (key := self.typed.get(self._name(number)))}
        for name in [name for name in merged if re.match(rf"{self.formset.prefix}-\d+-", name)]:
            del merged[name]
        stored = self.formset.initial_forms
        for position, form in enumerate(stored):
            self._copy(merged, position, number_of.pop(str(form.instance.pk), None), form)
        # If others deleted a row that this editor has changed, it becomes a new row.
        deleted = [number for key, number in number_of.items() if not self._can_stay_deleted(key, number)]
        added = [*deleted, *range(initial, total)]
        for position, number in enumerate(added, start=len(stored)):
            self._copy(merged, position, number)
        merged[f"{self.formset.prefix}-{INITIAL_FORM_COUNT}"] = str(len(stored))
        merged[f"{self.formset.prefix}-{TOTAL_FORM_COUNT}"] = str(len(stored) + len(added))

    def _counts(self):
        """Return (number of rows when the editor opened the formset, number of rows in the POST data). An invalid
        number is read as 0, and a number above ``absolute_max`` as ``absolute_max``. If the formset allows only one
        row, the first number is always 1."""
        form = ManagementForm(self.typed, prefix=self.formset.prefix)
        # Read an invalid number as 0.
        form.full_clean()
        counts = (form.cleaned_data[name] for name in (INITIAL_FORM_COUNT, TOTAL_FORM_COUNT))
        initial, total = (max(0, min(count, type(self.formset).absolute_max)) for count in counts)
        return (1 if self.formset.max_num == 1 else initial), total

    def _name(self, number, field=""):
        return f"{self.formset.prefix}-{number}-{field or self.key_name}"

    def _copy(self, merged, position, number, form=None):
        """Write one row of the formset to the POST data ``merged``, as the row with the number ``position``. ``form``
        has the stored values of the row. A field that this editor has changed gets the typed value. Any other field
        gets the stored value. ``number`` is the number of the row in the POST data of this editor, or None if another
        editor has added the row.

        ``form`` is None if the row is not stored now. Either this editor has added the row, or other editors have
        deleted it, and it will be created again. Such a row gets all typed values, but no primary key."""
        for name in self.fields:
            typed, new, is_key = self._name(number, name), self._name(position, name), name == self.key_name
            if form and (number is None or is_key or self.conflict.is_untouched(form, name, self.typed, typed)):
                merged.setlist(new, stored_values(form[name]))
            elif typed in self.typed and not is_key:
                merged.setlist(new, self.typed.getlist(typed))

    def _can_stay_deleted(self, key, number):
        """Return True if a row that other editors have deleted remains deleted, because this editor has deleted it too,
        or has not changed it. ``key`` is the primary key of the row as text. ``number`` is the number of the row in the
        POST data, from 0."""
        if self._name(number, DELETION_FIELD_NAME) in self.typed:
            return True
        # The key comes from the browser, so it may be any text, for example too many digits.
        row = self.conflict.rows_before.get((self.formset.model, int(key))) if KEY.fullmatch(key) else None
        form = self.formset.empty_form
        names = form.fields.keys() & {*form._meta.fields} - {self.key_name}
        fields = {name: self._name(number, name) for name in names}
        return bool(row) and not any(has_changed(form, name, row, self.typed, key) for name, key in fields.items())


def has_changed(form, name, row, typed, key) -> bool:
    """Return True if the typed value of a field differs from the stored one. ``name`` is the name of the field in
    ``form``, and ``key`` is its name in the POST data ``typed``, such as "facts-0-date". ``row`` maps columns of the
    database row to stored values. If ``row`` has no column for the field, return True."""
    column = form._meta.model._meta.get_field(name).attname if name in form._meta.fields else None
    if column not in row:
        return True
    field = form.fields[name]
    return field.has_changed(row[column], field.widget.value_from_datadict(typed, {}, key))


def stored_values(bound_field) -> list[str]:
    """Return what a browser sends for this form field if the editor does not change it, as a list of texts."""
    value = bound_field.field.widget.format_value(bound_field.value())
    if value is None:
        return []
    return [str(each) for each in (value if isinstance(value, list | tuple) else [value])]


def stored_text(form, name) -> str:
    field, value = form.fields[name], form.get_initial_for_field(form.fields[name], name)
    if hasattr(field, "rows"):
        value = field.label_from_instance(field.rows[str(value)]) if str(value) in field.rows else value
    elif isinstance(value, list):
        value = field.prepare_value(value) if not hasattr(field, "choices") else ", ".join(value)
    return f"“{value}”" if value not in (None, "", []) else "nothing"
