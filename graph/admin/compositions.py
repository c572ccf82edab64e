from django import forms
from django.contrib import admin, messages
from django.contrib.admin.utils import unquote
from django.core.exceptions import PermissionDenied
from django.shortcuts import redirect
from django.utils import timezone

from graph.actions import editing, version_of
from graph.admin.editing import EditingMixin, seen_version
from graph.admin.errors import REJECTED, error_messages
from graph.admin.fields import TypedFields
from graph.admin.forms import ReasonField, RowForm, RowSet, SavingForm
from graph.admin.pages import PartOfEntity
from graph.kinds import Kind
from graph.models import Composition, Entity, SeatShare


class CompositionForm(SavingForm):
    def clean(self):
        values = super().clean()
        institution = values.get("institution") or (self.instance.institution_id and self.instance.institution)
        is_published = institution and institution.status == Entity.Status.PUBLISHED
        if is_published and not values.get("reason") and "reason" not in self.errors:
            self.add_error("reason", "This field is required.")
        return values


class SeatShareSet(RowSet):
    """The formset for the seats in a composition (the seats of a chamber by party). It has a row for each party. It is
    invalid if the seats in the rows do not add up to the total of the composition."""

    def clean(self):
        super().clean()
        # Read the seats from form.instance, because the forms of unchanged rows have no cleaned_data: RowForm does not
        # validate them.
        seats = sum(form.instance.seats or 0 for form in self.forms if not self._should_delete_form(form))
        if not any(self.errors) and self.instance.total is not None and seats != self.instance.total:
            raise forms.ValidationError(f"The seats add up to {seats}, but the total is {self.instance.total}.")


class SeatShares(PartOfEntity, TypedFields, admin.TabularInline):
    kind = Kind.INSTITUTION
    kinds_chosen = {"party": Kind.PARTY}
    model = SeatShare
    form = RowForm
    formset = SeatShareSet
    fields = ["party", "name", "seats", "vote_share"]
    verbose_name = "seat share"
    extra = 0

    def get_queryset(self, request):
        return super().get_queryset(request).order_by("-seats", "name", "pk")


@admin.register(Composition)
class CompositionAdmin(PartOfEntity, EditingMixin, TypedFields, admin.ModelAdmin):
    """The admin pages of compositions (the seats of a chamber by party). A composition belongs to an institution, so
    editors need the permissions for institutions. An edit conflict occurs if somebody else has changed the institution
    or one of its rows since the page was opened."""

    kind = Kind.INSTITUTION
    kinds_chosen = {"institution": Kind.INSTITUTION, "election": Kind.ELECTION}
    form = CompositionForm
    fields = ["institution", "start_date", "election", "total", "verified_at", "source"]
    inlines = [SeatShares]
    change_form_template = "admin/graph/composition_form.html"
    delete_confirmation_template = "admin/graph/composition_delete.html"

    def entity_of(self, row):
        return row.institution

    def has_module_permission(self, request):
        # Do not list compositions on the first page of the admin: the page of an institution links to them.
        return False

    # To add a composition, a user needs the permission to change its institution.
    def has_add_permission(self, request, obj=None):
        return self.has_change_permission(request, obj or Composition())

    def get_queryset(self, request):
        return super().get_queryset(request).select_related("institution")

    def get_readonly_fields(self, request, obj=None):
        # A composition cannot be moved to another institution, because its history would be in two journals.
        return ["institution"] if obj else []

    def get_form(self, request, obj=None, change=False, **kwargs):
        form = super().get_form(request, obj, change=change, **kwargs)
        for name in form.base_fields.keys() & {"election", "source"} if obj else ():
            form.base_fields[name].fetch([], stored=[getattr(obj, f"{name}_id")])
        return form

    def changelist_view(self, request, extra_context=None):
        if not self.has_view_permission(request):
            raise PermissionDenied
        return redirect("admin:graph_institution_changelist")

    def save_related(self, request, form, formsets, change):
        if set(form.changed_data) - {"reason"} or any(formset.has_changed() for formset in formsets):
            form.instance.updated_at = timezone.now()
        super().save_related(request, form, formsets, change)

    def response_post_save_change(self, request, obj):
        return redirect("admin:graph_institution_change", obj.institution_id)

    response_post_save_add = response_post_save_change

    def delete_view(self, request, object_id, extra_context=None):
        """Show a page that asks for the reason to delete the composition. POST deletes it, and stores the reason in the
        journal of changes. If somebody has changed the institution since the page was opened, nothing is deleted."""
        row = self.get_object(request, unquote(object_id))
        version = version_of(row.institution) if row else 0
        context = {"reason": ReasonField(), "version": version, **(extra_context or {})}
        try:
            return super().delete_view(request, object_id, context)
        except REJECTED as error:
            self.message_user(request, " ".join(error_messages(error)), messages.ERROR)
            return redirect(request.path)

    def delete_model(self, request, obj):
        reason = ReasonField().clean(request.POST.get("reason", ""))
        with editing(obj.institution, seen=seen_version(request), by=request.user, note=reason):
            super().delete_model(request, obj)

    def response_delete(self, request, obj_display, obj_id):
        self.message_user(request, f"{obj_display} was deleted.", messages.SUCCESS)
        return redirect("admin:graph_institution_changelist")
