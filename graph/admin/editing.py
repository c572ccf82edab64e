"""Saving a page: all of it at one go, by the verb `graph.actions.editing`; what is refused is shown again as typed."""

import re
from contextlib import contextmanager

from django.contrib.admin.utils import unquote
from django.core.exceptions import ValidationError
from django.db import IntegrityError

from graph.actions import ActionRejected, EditConflict, editing, version_of
from graph.admin.conflicts import Conflict
from graph.admin.constraints import broken
from graph.models import Entity

ALL = "all"
NOBODY_SAW_IT = -1
"""The version of a form that does not say which it is of."""


class EditingMixin:
    """For pages of an entity, or of what belongs to one. ``edited(row)`` is that entity."""

    def edited(self, row) -> Entity | None:
        return row

    def changeform_view(self, request, object_id=None, form_url="", extra_context=None):
        view = super().changeform_view
        entity = self._entity_at(request, object_id)
        request.version = version_of(entity) if entity else 0
        if request.method != "POST":
            return view(request, object_id, form_url, extra_context)
        try:
            if entity and request.version != seen(request):
                raise _changed_since(entity, seen(request))
            return view(request, object_id, form_url, extra_context)
        except EditConflict as change:
            self._lay_over(request, object_id, entity, change)
        except (ActionRejected, ValidationError, IntegrityError) as refusal:
            request.refusals = reasons(refusal)
            request.version = seen(request)
        return view(request, object_id, form_url, extra_context)

    def _entity_at(self, request, object_id):
        row = self.get_object(request, unquote(object_id)) if object_id else None
        return self.edited(row) if row else None

    def _lay_over(self, request, object_id, entity, change):
        """Let the request bear what was typed, laid over what is there by now."""
        request.version = version_of(entity)
        row = self.get_object(request, unquote(object_id))
        request.conflict = Conflict(change.changes)
        request.refusals = [str(change)]
        formsets = list(self._formsets_as_stored(request, row))
        form = self.get_form(request, row, change=True)(instance=row)
        request.POST = request.conflict.laid_over(request.POST, form, formsets)

    def _formsets_as_stored(self, request, row):
        for formset, inline in self.get_formsets_with_inlines(request, row):
            rows = inline.get_queryset(request)
            yield formset(instance=row, prefix=formset.get_default_prefix(), queryset=rows, shows_all=True)

    def get_form(self, request, obj=None, change=False, **kwargs):
        form = super().get_form(request, obj, change=change, **kwargs)
        form.refusals = getattr(request, "refusals", ())
        return form

    def get_inline_formsets(self, request, formsets, inline_instances, obj=None, **kwargs):
        """After a conflict: with what is stored now beside what differs."""
        if conflict := getattr(request, "conflict", None):
            for formset in formsets:
                conflict.compare(formset.initial_forms)
        shown = super().get_inline_formsets(request, formsets, inline_instances, obj, **kwargs)
        request.left_out = [(inline.opts.verbose_name_plural, inline.formset.left_out) for inline in shown]
        return shown

    def get_formset_kwargs(self, request, obj, inline, prefix):
        """All rows of a long page, where its address asks for them."""
        told = super().get_formset_kwargs(request, obj, inline, prefix)
        return told | ({"shows_all": True} if ALL in request.GET else {})

    def render_change_form(self, request, context, *args, **kwargs):
        conflict = getattr(request, "conflict", None)
        if conflict:
            conflict.compare([context["adminform"].form])
        left_out = [(label, count) for label, count in request.left_out if count]
        context |= {"version": request.version, "conflict": conflict, "left_out": left_out, "all_rows": f"?{ALL}=1"}
        return super().render_change_form(request, context, *args, **kwargs)

    def save_model(self, request, obj, form, change):
        """With all that belongs to it, and not before."""

    def save_related(self, request, form, formsets, change):
        with self.saving(request, form, change):
            super().save_model(request, form.instance, form, change)
            super().save_related(request, form, formsets, change)

    @contextmanager
    def saving(self, request, form, change):
        """Within, the rows are written; the journal then tells of them, by whom and why."""
        entity = self.edited(form.instance)
        known = entity if entity is not None and entity.pk else None
        version = seen(request) if change else None
        with editing(known, seen=version, by=request.user, note=form.cleaned_data.get("reason", "")):
            yield


def seen(request) -> int:
    """The version of the entity that the form was made of."""
    told = request.POST.get("version", "")
    return int(told) if re.fullmatch("[0-9]{1,18}", told) else NOBODY_SAW_IT


def _changed_since(entity, version):
    return EditConflict(entity.changes.filter(pk__gt=version).order_by("pk"))


def reasons(refusal: Exception) -> list[str]:
    """What an editor is told of it."""
    if isinstance(refusal, ValidationError):
        return refusal.messages
    return [broken(refusal) if isinstance(refusal, IntegrityError) else str(refusal)]
