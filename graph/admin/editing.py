"""Save the admin page of an entity in one transaction. After an error, the page shows the typed values again."""

import re
from contextlib import contextmanager

from django.contrib import messages
from django.contrib.admin.utils import unquote
from django.core.exceptions import ValidationError
from django.db import IntegrityError

from graph.actions import ActionRejected, EditConflict, editing, version_of
from graph.actions.facts import ENTITY_FACTS
from graph.admin.conflicts import Conflict
from graph.admin.errors import error_messages
from graph.journal.history import COMPOSED
from graph.models import Entity

SHOW_ALL = "all"
NO_VERSION = -1
"""The version of a form that sent no valid version. It differs from every stored version, so it conflicts."""


class EditingMixin:
    """Saves the admin page of an entity, or of a row that belongs to an entity, and handles edit conflicts."""

    def entity_of(self, row) -> Entity | None:
        return row

    def changeform_view(self, request, object_id=None, form_url="", extra_context=None):
        view = super().changeform_view
        entity = self._entity_at(request, object_id)
        # The request carries the state: one admin object serves all requests at the same time.
        request.version = version_of(entity) if entity else 0
        if request.method != "POST":
            return view(request, object_id, form_url, extra_context)
        try:
            # Checked here without a lock, and again under the lock by `editing`.
            if entity and request.version != seen_version(request):
                raise EditConflict(entity.changes.filter(pk__gt=seen_version(request)).order_by("pk"))
            return view(request, object_id, form_url, extra_context)
        except EditConflict as conflict:
            self._merge_typed_values(request, object_id, entity, conflict)
        except (ActionRejected, ValidationError, IntegrityError) as error:
            request.save_errors = error_messages(error)
            request.version = seen_version(request)
        # The form now has errors, so Django shows it again instead of saving it.
        return view(request, object_id, form_url, extra_context)

    def _entity_at(self, request, object_id):
        row = self.get_object(request, unquote(object_id)) if object_id else None
        return self.entity_of(row) if row else None

    def _merge_typed_values(self, request, object_id, entity, conflict):
        """Merge the POST data with the changes of other editors, so that the page shows both."""
        request.version = version_of(entity)
        row = self.get_object(request, unquote(object_id))
        request.conflict = Conflict(conflict.changes)
        request.save_errors = [str(conflict)]
        formsets = [
            formset(
                instance=row,
                prefix=formset.get_default_prefix(),
                queryset=inline.get_queryset(request),
                shows_all=True,
            )
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
        request.hidden_rows = [(inline.opts.verbose_name_plural, inline.formset.hidden) for inline in inlines]
        return inlines

    def get_formset_kwargs(self, request, obj, inline, prefix):
        kwargs = super().get_formset_kwargs(request, obj, inline, prefix)
        return kwargs | ({"shows_all": True} if SHOW_ALL in request.GET else {})

    def render_change_form(self, request, context, *args, **kwargs):
        conflict = getattr(request, "conflict", None)
        if conflict:
            conflict.show_stored_values([context["adminform"].form])
        context |= {
            "version": request.version,
            "conflict": conflict,
            "hidden_rows": [(label, count) for label, count in request.hidden_rows if count],
            "all_rows": f"?{SHOW_ALL}=1",
        }
        return super().render_change_form(request, context, *args, **kwargs)

    def save_model(self, request, obj, form, change):
        """Do nothing, because `save_related` saves the row and all that belongs to it in one transaction."""

    def save_related(self, request, form, formsets, change):
        with self._saving(request, form, change):
            super().save_model(request, form.instance, form, change)
            super().save_related(request, form, formsets, change)
        if isinstance(form.instance, Entity):
            self._ask_for_sources(request, form, formsets)

    @contextmanager
    def _saving(self, request, form, change):
        """Write one journal entry, with the author and the reason, for all rows that the context saves."""
        entity = self.entity_of(form.instance)
        known = entity if entity is not None and entity.pk else None
        version = seen_version(request) if change else None
        with editing(known, seen=version, by=request.user, note=form.cleaned_data.get("reason", "")):
            yield

    def _ask_for_sources(self, request, form, formsets):
        if names := facts_without_source(form, formsets):
            facts = ", ".join(name.replace("_", " ") for name in names)
            text = f"No source is cited for: {facts}. Add one under “Citations”, and tick the facts that it contains."
            self.message_user(request, text, messages.WARNING)


def facts_without_source(form, formsets) -> list[str]:
    """Return the facts that the editor typed and that no citation covers. The description and overview need none."""
    typed = set(ENTITY_FACTS) & set(form.changed_data)
    for facts in (row for formset in formsets if formset.prefix == "facts" for row in formset.forms):
        typed |= {name for name in facts.changed_data if facts.cleaned_data.get(name) not in (None, "", [])}
    cited = {name for facts in form.instance.citations.values_list("facts", flat=True) for name in facts}
    return sorted(typed - cited - COMPOSED.keys())


def seen_version(request) -> int:
    """Return the version of the entity that the editor opened, or NO_VERSION if the form sent no valid number."""
    version = request.POST.get("version", "")
    # SQLite raises an error for integers of more digits.
    return int(version) if re.fullmatch("[0-9]{1,18}", version) else NO_VERSION
