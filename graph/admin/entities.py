"""One page a kind, made from its declaration."""

from django import forms
from django.contrib import admin

from graph.actions import ActionRejected
from graph.admin.bulk import BulkMixin
from graph.admin.choosing import ChoicesMixin
from graph.admin.citing import CitingMixin
from graph.admin.compositions import CompositionsMixin
from graph.admin.editing import EditingMixin
from graph.admin.formfields import TypedFields
from graph.admin.forms import EntityForm, fitting_slug
from graph.admin.history import HistoryMixin
from graph.admin.incoming import incoming
from graph.admin.inlines import Statements, inlines_of
from graph.admin.lists import ListMixin
from graph.admin.merging import MergingMixin
from graph.admin.slugs import propose
from graph.admin.steps import StepsMixin
from graph.admin.tables import TablesMixin
from graph.kinds import Kind
from graph.models import PROXIES, Entity


class KindAdmin(
    HistoryMixin,
    MergingMixin,
    TablesMixin,
    BulkMixin,
    StepsMixin,
    CompositionsMixin,
    ListMixin,
    ChoicesMixin,
    CitingMixin,
    EditingMixin,
    TypedFields,
    admin.ModelAdmin,
):
    """What the pages of all kinds share; ``kind`` is the one that the pages are of."""

    kind: Kind = None
    form = EntityForm
    change_form_template = "admin/graph/change_form.html"
    change_list_template = "admin/graph/change_list.html"

    def get_inlines(self, request, obj):
        return inlines_of(self.kind)

    def get_fields(self, request, obj=None):
        where = [] if self.kind == Kind.IDEOLOGY else ["country" if obj else "country_code"]
        return ["name", "slug", *where, *(["status"] if obj else []), "description"]

    def get_readonly_fields(self, request, obj=None):
        """What has a verb of its own, or stays for ever."""
        return ["slug", "country", "status"] if obj else []

    @admin.display(description="country")
    def country(self, entity):
        return entity.country_name or entity.country_code

    def get_form(self, request, obj=None, change=False, **kwargs):
        form = super().get_form(request, obj, change=change, **kwargs)
        form.kind = self.kind
        return form

    def formfield_for_dbfield(self, db_field, request, **kwargs):
        if db_field.name == "country_code" and self.kind != Kind.COUNTRY:
            countries = Entity.objects.of_kind(Kind.COUNTRY).order_by("name").values_list("country_code", "name")
            return forms.ChoiceField(choices=[("", "---------"), *countries], label="Country")
        return super().formfield_for_dbfield(db_field, request, **kwargs)

    def get_formset_kwargs(self, request, obj, inline, prefix):
        """A new entity may be led to from one that it shall be related to."""
        told = super().get_formset_kwargs(request, obj, inline, prefix)
        if isinstance(inline, Statements) and (key := inline.led_from(request, obj if obj.pk else None)):
            told["initial"] = [{"object": key}]
        return told

    def save_related(self, request, form, formsets, change):
        if not change and not form.instance.slug:
            form.instance.slug = self._proposed(form.instance, formsets)
        super().save_related(request, form, formsets, change)

    def _proposed(self, entity, formsets):
        rows = [row for formset in formsets if formset.prefix == "facts" for row in formset.forms]
        facts = rows[0].cleaned_data if rows else {}
        try:
            return fitting_slug(self.kind, propose(entity, facts))
        except forms.ValidationError:
            raise ActionRejected("No slug can be made of this name: write one.") from None

    def render_change_form(self, request, context, *args, obj=None, **kwargs):
        if obj:
            context["incoming"] = incoming(request, obj, self.admin_site.name)
        return super().render_change_form(request, context, *args, obj=obj, **kwargs)

    def has_delete_permission(self, request, obj=None):
        """Nobody deletes an entity: it is withdrawn, or merged into another."""
        return False


for kind, proxy in PROXIES.items():
    admin.site.register(proxy, type(f"{proxy.__name__}Admin", (KindAdmin,), {"kind": kind}))
