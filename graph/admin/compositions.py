"""How the seats of a chamber stand, from a day on: a page each, reached from the page of the institution."""

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.utils import unquote
from django.core.exceptions import PermissionDenied, ValidationError
from django.http import HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone

from graph.actions import ActionRejected, editing, version_of
from graph.admin.editing import EditingMixin, reasons, seen
from graph.admin.formfields import TypedFields
from graph.admin.forms import ReasonField, RefusableForm, RowForm, RowSet
from graph.admin.permissions import PartOfEntity
from graph.kinds import Kind
from graph.models import Composition, Entity, SeatShare


class CompositionForm(RefusableForm):
    reason = ReasonField(required=False, help_text="Kept with the change; needed for what is published.")

    def clean(self):
        told = super().clean()
        institution = told.get("institution") or (self.instance.institution if self.instance.institution_id else None)
        is_published = institution is not None and institution.status == Entity.Status.PUBLISHED
        if is_published and not told.get("reason") and "reason" not in self.errors:
            self.add_error("reason", "This field is required.")
        return told


class SharesSet(RowSet):
    """The rows add up to the total."""

    def clean(self):
        super().clean()
        told = sum(self._seats(form) for form in self.forms if not self._should_delete_form(form))
        if not any(self.errors) and self.instance.total is not None and told != self.instance.total:
            raise forms.ValidationError(f"The seats add up to {told}, the total is {self.instance.total}.")

    def _seats(self, form):
        if form.has_changed() and not form.instance._state.adding:
            return form.cleaned_data.get("seats") or 0
        return form.instance.seats if not form.instance._state.adding else form.cleaned_data.get("seats") or 0


class Shares(PartOfEntity, TypedFields, admin.TabularInline):
    kind = Kind.INSTITUTION
    kinds_chosen = {"party": Kind.PARTY}
    model = SeatShare
    form = RowForm
    formset = SharesSet
    fields = ["party", "name", "seats", "vote_share"]
    verbose_name = "seat share"
    extra = 0

    def get_queryset(self, request):
        return super().get_queryset(request).order_by("-seats", "name", "pk")


@admin.register(Composition)
class CompositionAdmin(PartOfEntity, EditingMixin, TypedFields, admin.ModelAdmin):
    """Who may change the institution may change how its seats stand."""

    kind = Kind.INSTITUTION
    kinds_chosen = {"institution": Kind.INSTITUTION, "election": Kind.ELECTION}
    form = CompositionForm
    fields = ["institution", "start_date", "election", "total", "verified_at", "source"]
    inlines = [Shares]
    change_form_template = "admin/graph/composition_form.html"
    delete_confirmation_template = "admin/graph/composition_delete.html"

    def edited(self, row):
        return row.institution if row.institution_id else None

    def has_module_permission(self, request):
        """Not in the index: there is no list of all of them."""
        return False

    def has_add_permission(self, request, obj=None):
        return self.has_change_permission(request, obj or Composition())

    def get_queryset(self, request):
        return super().get_queryset(request).select_related("institution")

    def get_readonly_fields(self, request, obj=None):
        return ["institution"] if obj else []

    def get_form(self, request, obj=None, change=False, **kwargs):
        form = super().get_form(request, obj, change=change, **kwargs)
        for name in form.base_fields.keys() & {"election", "source"} if obj else ():
            form.base_fields[name].know_stored([getattr(obj, f"{name}_id")])
        return form

    def changelist_view(self, request, extra_context=None):
        if not self.has_view_permission(request):
            raise PermissionDenied
        return HttpResponseRedirect(reverse(f"{self.admin_site.name}:graph_institution_changelist"))

    def save_related(self, request, form, formsets, change):
        if set(form.changed_data) - {"reason"} or any(formset.has_changed() for formset in formsets):
            form.instance.updated_at = timezone.now()
        super().save_related(request, form, formsets, change)

    def response_post_save_add(self, request, obj):
        return self._back_to(obj.institution_id)

    def response_post_save_change(self, request, obj):
        return self._back_to(obj.institution_id)

    def _back_to(self, institution):
        return HttpResponseRedirect(reverse(f"{self.admin_site.name}:graph_institution_change", args=[institution]))

    def delete_view(self, request, object_id, extra_context=None):
        """Gone with its shares; the reason is kept with the institution."""
        row = self.get_object(request, unquote(object_id))
        version = version_of(row.institution) if row else 0
        context = {"reason": ReasonField(), "version": version, **(extra_context or {})}
        try:
            return super().delete_view(request, object_id, context)
        except (ActionRejected, ValidationError) as refusal:
            self.message_user(request, " ".join(reasons(refusal)), messages.ERROR)
            return HttpResponseRedirect(request.path)

    def delete_model(self, request, obj):
        reason = ReasonField().clean(request.POST.get("reason", ""))
        with editing(obj.institution, seen=seen(request), by=request.user, note=reason):
            super().delete_model(request, obj)

    def response_delete(self, request, obj_display, obj_id):
        self.message_user(request, f"{obj_display} is gone.", messages.SUCCESS)
        return HttpResponseRedirect(reverse(f"{self.admin_site.name}:graph_institution_changelist"))


class CompositionsMixin:
    """The compositions on the page of an institution."""

    def render_change_form(self, request, context, *args, obj=None, **kwargs):
        if obj and self.kind == Kind.INSTITUTION:
            rows = Composition.objects.filter(institution=obj.pk).select_related("election").newest_first()
            name = f"{self.admin_site.name}:graph_composition"
            context["compositions"] = [(row, reverse(f"{name}_change", args=[row.pk])) for row in rows]
            context["add_composition"] = f"{reverse(f'{name}_add')}?institution={obj.pk}"
        return super().render_change_form(request, context, *args, obj=obj, **kwargs)
