"""Steps of an entity: published, withdrawn, restored, called by another slug. Each asks why, and is done by POST."""

from dataclasses import dataclass

from django.contrib import messages
from django.contrib.admin.utils import unquote
from django.contrib.admin.widgets import AdminTextInputWidget
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import IntegrityError
from django.http import Http404, HttpResponseNotAllowed, HttpResponseRedirect
from django.urls import path

from graph import actions
from graph.actions import ActionRejected
from graph.admin.editing import reasons
from graph.admin.fields import TextField
from graph.admin.forms import fitting_slug
from graph.admin.pages import KindPages
from graph.admin.permissions import may, may_step
from graph.admin.reasons import ReasonForm
from graph.models import Entity

DRAFT, PUBLISHED, WITHDRAWN = Entity.Status.DRAFT, Entity.Status.PUBLISHED, Entity.Status.WITHDRAWN


@dataclass(frozen=True)
class Step:
    """What is done to an entity that has the status, by whom, and what comes of it."""

    name: str
    label: str
    done: str
    effect: str
    of: str
    permission: str
    act: object


STEPS = {
    step.name: step
    for step in (
        Step(
            "publish",
            "Publish",
            "is published",
            "The outside is told of it, from now on.",
            DRAFT,
            "publish",
            actions.publish,
        ),
        Step(
            "withdraw",
            "Withdraw",
            "is withdrawn",
            "The outside is told of it no more: its address answers 410. Its slug is given to no other.",
            PUBLISHED,
            "withdraw",
            actions.withdraw,
        ),
        Step(
            "restore",
            "Restore",
            "is published again",
            "The outside is told of it again.",
            WITHDRAWN,
            "publish",
            actions.restore,
        ),
    )
}


class SlugForm(ReasonForm):
    """Another slug, of the shape of the kind."""

    slug = TextField(label="New slug", max_length=200, widget=AdminTextInputWidget)
    field_order = ["slug", "reason"]

    def __init__(self, *args, kind, **kwargs):
        super().__init__(*args, **kwargs)
        self.kind = kind

    def clean_slug(self):
        return fitting_slug(self.kind, self.cleaned_data["slug"])


class StepsMixin(KindPages):
    """The steps on the page of an entity, and the page on which its slug is changed."""

    def get_urls(self):
        view = self.admin_site.admin_view
        steps = path("<path:object_id>/step/<slug:step>/", view(self.step_view), name=self.named("step"))
        slug = path("<path:object_id>/slug/", view(self.slug_view), name=self.named("slug"))
        return [steps, slug, *super().get_urls()]

    def get_entity_tools(self, request, entity) -> list[tuple[str, str]]:
        """(label, address) of the links at the top of an entity's page."""
        return [("Change slug", self.address("slug", entity.pk))] if may_step(request, "rename") else []

    def render_change_form(self, request, context, *args, obj=None, **kwargs):
        if obj:
            context["entity_tools"] = self.get_entity_tools(request, obj)
            context["steps"] = [(step, self.address("step", obj.pk, step.name)) for step in self._steps(request, obj)]
            context["step_form"] = ReasonForm(auto_id="id_step_%s")
        return super().render_change_form(request, context, *args, obj=obj, **kwargs)

    def _steps(self, request, entity):
        return [step for step in STEPS.values() if step.of == entity.status and may_step(request, step.permission)]

    def step_view(self, request, object_id, step):
        """Do it, and lead back to the page, which says what came of it."""
        step = STEPS.get(step)
        if step is None:
            raise Http404
        entity = self._entity(request, object_id, step.permission)
        if request.method != "POST":
            return HttpResponseNotAllowed(["POST"])
        form = ReasonForm(request.POST)
        if form.is_valid():
            self._do(request, entity, step, form.cleaned_data["reason"])
        else:
            self.message_user(request, f"Reason: {form.errors['reason'][0]}", messages.ERROR)
        return HttpResponseRedirect(self.address("change", entity.pk))

    def _do(self, request, entity, step, reason):
        try:
            step.act(entity=entity, by=request.user, note=reason)
        except ActionRejected as refusal:
            self.message_user(request, str(refusal), messages.ERROR)
        else:
            self.message_user(request, f"{entity.name} {step.done}.", messages.SUCCESS)

    def _entity(self, request, object_id, permission):
        """The entity, for one who may see it and take the step."""
        if not (may_step(request, permission) and may(request, "view", self.kind)):
            raise PermissionDenied
        return self.entity_or_404(request, unquote(object_id))

    def slug_view(self, request, object_id):
        entity = self._entity(request, object_id, "rename")
        form = SlugForm(request.POST or None, kind=self.kind)
        if form.is_valid() and self._rename(request, entity, form):
            self.message_user(request, f"{entity.name} is at {form.cleaned_data['slug']} now.", messages.SUCCESS)
            return HttpResponseRedirect(self.address("change", entity.pk))
        context = {
            "title": "Change slug",
            "original": entity,
            "form": form,
            "page_address": self.address("change", entity.pk),
        }
        return self.page(request, "slug", context)

    def _rename(self, request, entity, form):
        try:
            actions.rename(
                entity=entity, slug=form.cleaned_data["slug"], by=request.user, note=form.cleaned_data["reason"]
            )
        except (ActionRejected, ValidationError, IntegrityError) as refusal:
            for reason in reasons(refusal):
                form.add_error("slug", reason)
            return False
        return True
