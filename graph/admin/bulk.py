"""What is done to several entities of a list at once: it is said beforehand whom it concerns, and asked why."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import Count
from django.http import HttpResponseNotAllowed, HttpResponseRedirect
from django.urls import path
from django.utils import timezone

from graph import actions
from graph.actions import ActionRejected
from graph.admin.fields import DayField
from graph.admin.forms import ReasonField
from graph.admin.pages import KindPages
from graph.admin.permissions import may, may_step
from graph.models import Entity

MOST_AT_ONCE = 100
NUMBER = re.compile("[0-9]{1,18}")
NOT_A_ROW = "What was chosen is none of the list."
TOO_MANY = f"Choose up to {MOST_AT_ONCE} at a time."


@dataclass(frozen=True, kw_only=True)
class Deed:
    """``act(entity=, by=, note=)`` does it to one, or raises ActionRejected; ``allows(entity)`` foretells which.

    ``effect`` says beforehand what will come of it, and ``why_not`` what is amiss with those it does not allow.
    """

    name: str
    label: str
    done: str
    effect: str
    why_not: str
    may: Callable
    allows: Callable
    act: Callable
    asks_day: bool = False


DEEDS = (
    Deed(
        name="publish",
        label="Publish",
        done="Published",
        effect="The outside is told of them, from now on.",
        why_not="These are no drafts. What was withdrawn is restored on its own page.",
        may=lambda request, kind: may_step(request, "publish") and may(request, "view", kind),
        allows=lambda entity: entity.status == Entity.Status.DRAFT,
        act=actions.publish,
    ),
    Deed(
        name="withdraw",
        label="Withdraw",
        done="Withdrawn",
        effect="The outside is told of them no more: their addresses answer 410. Their slugs are given to no other.",
        why_not="These are not published.",
        may=lambda request, kind: may_step(request, "withdraw") and may(request, "view", kind),
        allows=lambda entity: entity.status == Entity.Status.PUBLISHED,
        act=actions.withdraw,
    ),
    Deed(
        name="verify",
        label="Set verified date",
        done="Verified",
        effect="All statements of which they are the subject count as verified on the day, whenever it was before.",
        why_not="These are the subject of no statement.",
        may=lambda request, kind: may(request, "change", kind),
        allows=lambda entity: entity.statement_count > 0,
        act=actions.verify,
        asks_day=True,
    ),
)


def are_numbers(keys: list[str]) -> bool:
    """Whether each can be the key of a row at all: SQLite fails on more digits than these."""
    return all(NUMBER.fullmatch(key) for key in keys)


class RowsField(forms.ModelMultipleChoiceField):
    def clean(self, value):
        if not are_numbers(value or []):
            raise forms.ValidationError(NOT_A_ROW)
        if len(value or []) > MOST_AT_ONCE:
            raise forms.ValidationError(TOO_MANY)
        return super().clean(value)


class DeedForm(forms.Form):
    """Which entities, and why."""

    rows = RowsField(
        queryset=None, widget=forms.MultipleHiddenInput, error_messages={"required": "Choose at least one."}
    )
    day = DayField(label="Verified on", help_text="Not in the future.")
    reason = ReasonField(help_text="Kept with each change, in the history.")

    def __init__(self, *args, among, deed, **kwargs):
        super().__init__(*args, **kwargs)
        self.fields["rows"].queryset = among
        if not deed.asks_day:
            del self.fields["day"]


class BulkMixin(KindPages):
    """Offers the deeds in the list of a kind."""

    def get_urls(self):
        view = self.admin_site.admin_view
        urls = [
            path(f"bulk/{deed.name}/", view(partial(self.deed_view, deed=deed)), name=self.named(f"bulk_{deed.name}"))
            for deed in DEEDS
        ]
        return [*urls, *super().get_urls()]

    def response_action(self, request, queryset):
        """The action chosen in the list; what is no number is no row."""
        if not are_numbers(request.POST.getlist(ACTION_CHECKBOX_NAME)):
            return self.message_user(request, NOT_A_ROW, messages.ERROR)
        return super().response_action(request, queryset)

    def get_actions(self, request):
        permitted = [deed for deed in DEEDS if deed.may(request, self.kind)]
        return super().get_actions(request) | {deed.name: (_asked(deed), deed.name, deed.label) for deed in permitted}

    def deed_view(self, request, deed):
        """Do it to all entities of the form, in one transaction; those that are refused are named."""
        if not deed.may(request, self.kind):
            raise PermissionDenied
        if request.method != "POST":
            return HttpResponseNotAllowed(["POST"])
        form = DeedForm(request.POST, among=self.model.objects.all(), deed=deed)
        if form.is_valid():
            self._do_deed(request, deed, **form.cleaned_data)
        elif "rows" in form.cleaned_data:
            return self.confirmation(request, deed, form, form.cleaned_data["rows"])
        else:
            self.message_user(request, form.errors["rows"][0], messages.ERROR)
        return HttpResponseRedirect(self.address("changelist"))

    def confirmation(self, request, deed, form, rows):
        """The page that says whom it would concern, and asks for the reason."""
        keys = [row.pk for row in rows]
        counted = self.model.objects.filter(pk__in=keys).annotate(statement_count=Count("outgoing")).order_by("name")
        context = {
            "title": deed.label,
            "deed": deed,
            "form": form,
            "deed_address": self.address(f"bulk_{deed.name}"),
            "concerned": [row for row in counted if deed.allows(row)],
            "left_alone": [row for row in counted if not deed.allows(row)],
        }
        return self.page(request, "confirm_deed", context)

    def _do_deed(self, request, deed, rows, reason, **told):
        refusals = []
        with transaction.atomic():
            # In one order, so that two who do it to the same rows wait for each other.
            for row in rows.order_by("pk"):
                try:
                    with transaction.atomic():
                        deed.act(entity=row, by=request.user, note=reason, **told)
                except ActionRejected as refusal:
                    refusals.append((row, refusal))
        for row, refusal in refusals:
            self.message_user(request, f"{row.name}: {refusal}", messages.WARNING)
        if done := len(rows) - len(refusals):
            self.message_user(request, f"{deed.done}: {done}.", messages.SUCCESS)


def _asked(deed):
    """What the list calls for chosen rows: it only asks, so that nothing is done by mistake."""

    def ask(model_admin, request, queryset):
        rows = list(queryset[: MOST_AT_ONCE + 1])
        if len(rows) > MOST_AT_ONCE:
            return model_admin.message_user(request, TOO_MANY, messages.ERROR)
        told = {"rows": [row.pk for row in rows], "day": timezone.localdate()}
        form = DeedForm(initial=told, among=model_admin.model.objects.all(), deed=deed)
        return model_admin.confirmation(request, deed, form, rows)

    return admin.action(description=deed.label)(ask)
