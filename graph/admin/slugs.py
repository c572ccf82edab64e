"""Propose the slug of a new entity, and define the page that changes the slug of an existing entity."""

from itertools import islice

from django import forms
from django.contrib import messages
from django.contrib.admin.utils import unquote
from django.contrib.admin.widgets import AdminTextInputWidget
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import IntegrityError
from django.http import HttpResponseRedirect
from django.urls import path

from graph import actions
from graph.actions import ActionRejected
from graph.admin.errors import error_messages
from graph.admin.fields import TextField
from graph.admin.forms import ReasonForm, clean_slug
from graph.admin.pages import EntityPages, may, may_any
from graph.kinds import Kind
from graph.models import Entity, Redirect
from graph.text.slugs import candidates

MAX_CANDIDATES = 50
NO_SLUG = "No slug can be made from this name: type one."


def propose_slug(entity: Entity, facts: dict) -> str:
    """Return the first free slug for the new entity with the facts. Raise ActionRejected if no valid one is free."""
    country = (
        Entity.objects.of_kind(Kind.COUNTRY).in_country(entity.country_code).values_list("slug", flat=True).first()
    )
    facts = {**facts, "birth": str(facts.get("birth_year") or "")}
    found = candidates(
        entity.kind,
        entity.name,
        country=country or entity.country_code,
        country_code=entity.country_code,
        fact=facts.get,
    )
    # The candidates never end, and all of them are looked up in two queries.
    slugs = list(islice(found, MAX_CANDIDATES))
    taken = {
        slug
        for model in (Entity, Redirect)
        for slug in model.objects.filter(slug__in=slugs).values_list("slug", flat=True)
    }
    free = [slug for slug in slugs if slug not in taken]
    try:
        return clean_slug(entity.kind, free[0])
    except (IndexError, forms.ValidationError):
        raise ActionRejected(NO_SLUG) from None


class SlugForm(ReasonForm):
    slug = TextField(label="New slug", max_length=200, widget=AdminTextInputWidget)
    field_order = ["slug", "reason"]

    def __init__(self, *args, kind, **kwargs):
        super().__init__(*args, **kwargs)
        self.kind = kind

    def clean_slug(self):
        return clean_slug(self.kind, self.cleaned_data["slug"])


class SlugMixin(EntityPages):
    """Adds the page that changes the slug of an entity to a ModelAdmin."""

    def get_urls(self):
        # Before the addresses of Django, which accept any path.
        view = self.admin_site.admin_view(self.slug_view)
        return [path("<path:object_id>/slug/", view, name=self.url_name("slug")), *super().get_urls()]

    def get_entity_tools(self, request, entity):
        tools = super().get_entity_tools(request, entity)
        return [("Change slug", self.url("slug", entity.pk)), *tools] if may_any(request, "rename") else tools

    def slug_view(self, request, object_id):
        if not (may_any(request, "rename") and may(request, "view", self.kind)):
            raise PermissionDenied
        entity = self.entity_or_404(request, unquote(object_id))
        form = SlugForm(request.POST or None, kind=self.kind)
        if form.is_valid() and self._rename(request, entity, form):
            self.message_user(request, f"Slug changed to {form.cleaned_data['slug']}.", messages.SUCCESS)
            return HttpResponseRedirect(self.url("change", entity.pk))
        return self.page(request, "slug", {"title": "Change slug", "entity": entity, "form": form})

    def _rename(self, request, entity, form):
        slug, reason = form.cleaned_data["slug"], form.cleaned_data["reason"]
        try:
            actions.rename(entity=entity, slug=slug, by=request.user, note=reason)
        except (ActionRejected, ValidationError, IntegrityError) as error:
            for message in error_messages(error):
                form.add_error("slug", message)
            return False
        return True
