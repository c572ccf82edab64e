"""What managers do to one row or to several: told beforehand whom it concerns, by POST alone, kept in the history."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import HttpResponseNotAllowed, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import path, reverse

from accounts.exceptions import AccountActionError

MOST_AT_ONCE = 100
NUMBER = re.compile("[0-9]{1,18}")
NOT_A_ROW = "What was chosen is none of the list."
TOO_MANY = f"Choose up to {MOST_AT_ONCE} at a time."


@dataclass(frozen=True, kw_only=True)
class Deed:
    """``act(row, by, word)`` does it to one row, or raises AccountActionError; ``allows(row)`` foretells which.

    ``effect`` says beforehand what will come of it, and ``why_not`` what is amiss with rows it does not allow.
    """

    name: str
    label: str
    done: str
    effect: str
    why_not: str
    permission: str
    allows: Callable
    act: Callable
    has_word: bool = True


def are_numbers(keys: list[str]) -> bool:
    """Whether each can be the key of a row at all: SQLite fails on more digits than these."""
    return all(NUMBER.fullmatch(key) for key in keys)


class RowsField(forms.ModelMultipleChoiceField):
    def clean(self, value):
        if not are_numbers(value or []):
            raise forms.ValidationError(NOT_A_ROW)
        return super().clean(value)


class DeedForm(forms.Form):
    """Which rows, and what their owners are told."""

    rows = RowsField(
        queryset=None, widget=forms.MultipleHiddenInput, error_messages={"required": "Choose at least one."}
    )
    word = forms.CharField(
        label="Word to the owner of the account",
        help_text="Goes into the letter and is kept with the decision.",
        max_length=2000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 5, "class": "vLargeTextField"}),
    )

    def __init__(self, *args, among, has_word=True, **kwargs):
        super().__init__(*args, **kwargs)
        self.fields["rows"].queryset = among
        if not has_word:
            del self.fields["word"]

    def clean_rows(self):
        rows = self.cleaned_data["rows"]
        if len(rows) > MOST_AT_ONCE:
            raise forms.ValidationError(TOO_MANY)
        return rows


class DeedsMixin:
    """Offers the ``deeds`` on the page of a row, and in the list to several rows."""

    deeds: tuple[Deed, ...] = ()
    change_form_template = "admin/accounts/deeds.html"

    def get_urls(self):
        views = [
            path(f"{deed.name}/", self.admin_site.admin_view(partial(self.deed_view, deed=deed)), name=self._name(deed))
            for deed in self.deeds
        ]
        return views + super().get_urls()

    def response_action(self, request, queryset):
        """The action chosen in the list; what is no number is no row."""
        if not are_numbers(request.POST.getlist(ACTION_CHECKBOX_NAME)):
            return self.message_user(request, NOT_A_ROW, messages.ERROR)
        return super().response_action(request, queryset)

    def get_actions(self, request):
        chosen = {deed.name: (_for_several(deed), deed.name, deed.label) for deed in self._permitted(request)}
        return super().get_actions(request) | chosen

    def render_change_form(self, request, context, *args, obj=None, **kwargs):
        deeds = [deed for deed in self._permitted(request) if obj and deed.allows(obj)]
        if deeds:
            form = DeedForm(initial={"rows": [obj.pk]}, among=self._among(request), has_word=deeds[0].has_word)
            context |= {"deed_form": form, "deeds": [(deed, self._address(deed)) for deed in deeds]}
        return super().render_change_form(request, context, *args, obj=obj, **kwargs)

    def deed_view(self, request, deed):
        """Do it to all rows of the form, each for itself: one that is refused holds up no other."""
        if deed not in self._permitted(request):
            raise PermissionDenied
        if request.method != "POST":
            return HttpResponseNotAllowed(["POST"])
        form = DeedForm(request.POST, among=self._among(request), has_word=deed.has_word)
        if form.is_valid():
            self._do(request, deed, **form.cleaned_data)
        elif "rows" in form.cleaned_data:
            return self.confirmation(request, deed, form, form.cleaned_data["rows"])
        else:
            self.message_user(request, form.errors["rows"][0], messages.ERROR)
        return HttpResponseRedirect(self._address())

    def confirmation(self, request, deed, form, rows):
        """The page that says whom it would concern, and asks for the word."""
        context = {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "title": deed.label,
            "deed": deed,
            "deed_form": form,
            "deed_address": self._address(deed),
            "list_address": self._address(),
            "concerned": [self.name_of(row) for row in rows if deed.allows(row)],
            "left_alone": [self.name_of(row) for row in rows if not deed.allows(row)],
        }
        request.current_app = self.admin_site.name
        return TemplateResponse(request, "admin/accounts/confirm_deed.html", context)

    def name_of(self, row) -> str:
        """What the row is called before the manager."""
        return str(row)

    def _do(self, request, deed, rows, word=""):
        done = 0
        for row in rows:
            try:
                self._do_to_one(request, deed, row, word)
                done += 1
            except AccountActionError as refusal:
                self.message_user(request, f"{self.name_of(row)}: {refusal}", messages.WARNING)
        if done:
            self.message_user(request, f"{deed.done}: {done}.", messages.SUCCESS)

    @transaction.atomic
    def _do_to_one(self, request, deed, row, word):
        deed.act(row, request.user, word)
        # Without the word: the history outlives the account, the decision goes with it.
        self.log_change(request, row, f"{deed.done}.")

    def _permitted(self, request):
        return [deed for deed in self.deeds if request.user.has_perm(deed.permission)]

    def _among(self, request):
        return self.get_queryset(request)

    def _name(self, deed):
        return f"{self.opts.app_label}_{self.opts.model_name}_{deed.name}"

    def _address(self, deed=None):
        name = self._name(deed) if deed else f"{self.opts.app_label}_{self.opts.model_name}_changelist"
        return reverse(f"{self.admin_site.name}:{name}")


def _for_several(deed):
    """What the list calls for chosen rows: it only asks, so that nothing is done by mistake."""

    def ask(model_admin, request, queryset):
        rows = list(queryset[: MOST_AT_ONCE + 1])
        if len(rows) > MOST_AT_ONCE:
            return model_admin.message_user(request, TOO_MANY, messages.ERROR)
        form = DeedForm(
            initial={"rows": [row.pk for row in rows]},
            among=model_admin.get_queryset(request),
            has_word=deed.has_word,
        )
        return model_admin.confirmation(request, deed, form, rows)

    return admin.action(description=deed.label)(ask)
