from itertools import islice

from django import forms
from django.contrib import messages
from django.contrib.admin.utils import unquote
from django.contrib.admin.widgets import AdminTextInputWidget
from django.core.exceptions import PermissionDenied
from django.db.models import Count
from django.http import HttpResponseRedirect
from django.utils import timezone

from config.http.bulk_actions import BulkAction, BulkActionForm, BulkActionsMixin
from config.http.tables import read_csv
from graph import actions
from graph.actions import ActionRejected
from graph.actions.preconditions import taken_slugs
from graph.admin.errors import errors_shown_in
from graph.admin.fields import DayField, TextField
from graph.admin.forms import ReasonField, ReasonForm, clean_slug
from graph.admin.pages import EntityPages, may
from graph.kinds import Kind
from graph.models import Entity
from graph.text.slugs import candidates

MAX_CANDIDATES = 50
PRESSED = "status_action"
"""The HTML name of the buttons on the page of an entity that save the page and also change the status of the entity.
The value of a button is the name of the action, such as "publish"."""
NO_SLUG = "No slug can be made from this name: type one."


class ReasonBulkForm(BulkActionForm):
    reason = ReasonField(help_text="Stored with each change, in the history.")


class VerifyForm(ReasonBulkForm):
    day = DayField(label="Verified on", help_text="Not in the future.", initial=timezone.localdate)
    field_order = ["day", "reason"]


def _status_action(name, status, permission, **texts):
    return BulkAction(
        name=name,
        label=name.capitalize(),
        permissions=(f"graph.{permission}_entity", "graph.view_{model}"),
        allows=lambda entity: entity.status == status,
        run=lambda entity, by, reason: getattr(actions, name)(entity=entity, by=by, note=reason),
        form=ReasonBulkForm,
        **texts,
    )


STATUS_ACTIONS = [_status_action(**row) for row in read_csv(__file__, "status_actions.csv")]
VERIFY = BulkAction(
    name="verify",
    label="Set verified date",
    done="Verified",
    effect="All relationships of which the entity is the subject get this verified date.",
    why_not="These entities are the subject of no relationship.",
    permissions=("graph.change_{model}",),
    allows=lambda entity: entity.relationship_count > 0,
    run=lambda entity, by, day, reason: actions.verify(entity=entity, day=day, by=by, note=reason),
    form=VerifyForm,
    # The page of an entity has no button for this action. There, each relationship has a field for its verified date.
    is_on_change_page=False,
)


class EntityActionsMixin(BulkActionsMixin):
    """A mixin for the admin of entities. It adds four actions: publish, withdraw, restore, and set the day on which the
    relationships of an entity were verified. The list of entities offers all of them for the selected rows. The page of
    an entity has a button for each action that changes the status. The button also saves the typed values."""

    bulk_actions = (*STATUS_ACTIONS, VERIFY)
    action_error = ActionRejected
    returns_to_row = True

    def pressed_action(self, request) -> BulkAction | None:
        """Return the action whose button the user pressed on the page of an entity. Return None if the user pressed
        "Save", which runs no action. Raise PermissionDenied if the user may not run the action."""
        if not (name := request.POST.get(PRESSED)):
            return None
        permitted = {action.name: action for action in self._permitted_actions(request) if action.is_on_change_page}
        if name not in permitted:
            raise PermissionDenied
        return permitted[name]

    def get_form(self, request, obj=None, change=False, **kwargs):
        form = super().get_form(request, obj, change=change, **kwargs)
        form.needs_reason = bool(self.pressed_action(request))
        return form

    def save_related(self, request, form, formsets, change):
        super().save_related(request, form, formsets, change)
        if change and (action := self.pressed_action(request)):
            # Django saves the page in a transaction, so if the action raises an error, the edit is undone too.
            action.run(form.instance, by=request.user, reason=form.cleaned_data["reason"])

    def response_change(self, request, obj):
        if not (action := self.pressed_action(request)):
            return super().response_change(request, obj)
        self.message_user(request, f"“{obj}” was saved and {action.done.lower()}.", messages.SUCCESS)
        return HttpResponseRedirect(self.url("change", obj.pk))

    def get_action_queryset(self, request):
        # VERIFY is offered only for entities with relationships, so it needs their number.
        return self.model.objects.annotate(relationship_count=Count("outgoing")).order_by("name")

    def row_label(self, row):
        return f"{row.name} ({row.slug}, {row.status})"

    def log_bulk_action(self, request, row, action):
        """Do nothing, because `graph.actions` writes each change to the journal of changes."""


def propose_slug(entity: Entity, facts: dict) -> str:
    """Return a slug for a new entity. No other entity has this slug now, or had it before. The slug is made from the
    entity's name and country, and from ``facts`` such as the year of birth. Raise ActionRejected if no such slug is
    found."""
    code, facts = entity.country_code, {**facts, "birth": str(facts.get("birth_year") or "")}
    countries = Entity.objects.of_kind(Kind.COUNTRY).in_country(code).values_list("slug", flat=True)
    country = countries.first() or code
    found = candidates(entity.kind, entity.name, country=country, country_code=code, fact=facts.get)
    # There are infinitely many candidates. Check a limited number of them, with two queries.
    slugs = list(islice(found, MAX_CANDIDATES))
    taken = taken_slugs(slugs)
    try:
        return clean_slug(entity.kind, next(slug for slug in slugs if slug not in taken))
    except (StopIteration, forms.ValidationError):
        raise ActionRejected(NO_SLUG) from None


class SlugForm(ReasonForm):
    slug = TextField(label="New slug", max_length=200, widget=AdminTextInputWidget)
    field_order = ["slug", "reason"]

    def clean_slug(self):
        return clean_slug(self.kind, self.cleaned_data["slug"])


class SlugMixin(EntityPages):
    def slug_view(self, request, object_id):
        is_permitted = may(request, "rename") and may(request, "view", self.kind)
        entity = self.entity_or_404(request, unquote(object_id), may=is_permitted)
        form = SlugForm(request.POST or None)
        form.kind = self.kind
        if form.is_valid():
            slug, note = form.cleaned_data["slug"], form.cleaned_data["reason"]
            with errors_shown_in(form, "slug"):
                actions.rename(entity=entity, slug=slug, by=request.user, note=note)
                self.message_user(request, f"Slug changed to {slug}.", messages.SUCCESS)
                return HttpResponseRedirect(self.url("change", entity.pk))
        return self.page(request, "graph/slug", {"title": "Change slug", "entity": entity, "form": form})
