"""Provide actions of the Django admin that show a confirmation page before they run.

Django runs an action at once for the rows that are selected in a list. A `BulkAction` first shows which rows it would
change and how. It changes rows only after a POST request. The admin pages of ``graph`` and of ``accounts`` use it.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.core.exceptions import PermissionDenied
from django.db import IntegrityError, OperationalError, transaction
from django.http import HttpResponseNotAllowed, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import path, reverse

MAX_ROWS = 100
KEY = re.compile("[0-9]{1,18}")
NOT_IN_LIST = "A chosen row is not in the list."
TOO_MANY = f"Choose up to {MAX_ROWS} at a time."


def are_keys(values: list[str]) -> bool:
    """Return True if each value has 1 to 18 digits. SQLite raises an error for integers with more digits."""
    return all(KEY.fullmatch(value) for value in values)


class RowsField(forms.ModelMultipleChoiceField):
    def clean(self, value):
        value = value or []
        if not are_keys(value):
            raise forms.ValidationError(NOT_IN_LIST)
        if len(value) > MAX_ROWS:
            raise forms.ValidationError(TOO_MANY)
        return super().clean(value)


class BulkActionForm(forms.Form):
    """A form with the selected rows. The values of fields that a subclass adds are passed to ``BulkAction.run``."""

    rows = RowsField(
        queryset=None, widget=forms.MultipleHiddenInput, error_messages={"required": "Choose at least one."}
    )

    def __init__(self, *args, queryset, **kwargs):
        super().__init__(*args, **kwargs)
        self.fields["rows"].queryset = queryset


@dataclass(frozen=True, kw_only=True)
class BulkAction:
    """An action that changes the selected rows, one row after another.

    ``run(row, by=user, **values)`` changes one row; ``values`` come from the fields that ``form`` adds. For a row that
    it cannot change, it raises ``BulkActionsMixin.action_error``. ``allows(row)`` returns True if the action applies to
    the row. The text ``why_not`` explains why other rows are left out. The text ``effect`` says what will happen. In
    ``permissions``, ``{model}`` is replaced by the model name of the ModelAdmin.
    """

    name: str
    label: str
    done: str
    effect: str
    why_not: str
    permissions: tuple[str, ...]
    allows: Callable
    run: Callable
    form: type[BulkActionForm] = BulkActionForm
    is_on_change_page: bool = True


class BulkActionsMixin:
    """Add ``bulk_actions`` to a ModelAdmin. Set ``action_error`` to the exceptions that ``BulkAction.run`` raises."""

    bulk_actions: tuple[BulkAction, ...] = ()
    action_error: type[Exception] = ()
    returns_to_row = False

    def get_urls(self):
        wrap = self.admin_site.admin_view
        urls = [
            path(
                f"bulk/{action.name}/",
                wrap(partial(self.bulk_action_view, action=action)),
                name=self._url_name(action.name),
            )
            for action in self.bulk_actions
        ]
        return [*urls, *super().get_urls()]

    def response_action(self, request, queryset):
        """Show an error if a selected primary key is not a number. Otherwise let Django run the action."""
        if not are_keys(request.POST.getlist(ACTION_CHECKBOX_NAME)):
            return self.message_user(request, NOT_IN_LIST, messages.ERROR)
        return super().response_action(request, queryset)

    def get_actions(self, request):
        permitted = self._permitted_actions(request)
        return super().get_actions(request) | {a.name: (_ask_first(a), a.name, a.label) for a in permitted}

    def render_change_form(self, request, context, *args, obj=None, **kwargs):
        permitted = self._permitted_actions(request) if obj else ()
        actions = [action for action in permitted if action.is_on_change_page and action.allows(obj)]
        if actions:
            context["bulk_form"] = actions[0].form(queryset=self.get_action_queryset(request), auto_id="id_bulk_%s")
            context["bulk_actions"] = [(action, self._action_url(action)) for action in actions]
            context["returns_to_row"] = self.returns_to_row
        return super().render_change_form(request, context, *args, obj=obj, **kwargs)

    def bulk_action_view(self, request, action):
        """Run the action on the selected rows and redirect. For other invalid fields, show the confirmation page again.

        Redirect to the list if the rows are invalid. Raise PermissionDenied if the user has no permission.
        """
        if action not in self._permitted_actions(request):
            raise PermissionDenied
        if request.method != "POST":
            return HttpResponseNotAllowed(["POST"])
        form = action.form(request.POST, queryset=self.get_action_queryset(request))
        if form.is_valid():
            self._run_action(request, action, **form.cleaned_data)
        elif "rows" in form.cleaned_data:
            return self.confirm_action(request, action, form, form.cleaned_data["rows"])
        else:
            self.message_user(request, form.errors["rows"][0], messages.ERROR)
            return HttpResponseRedirect(self._url("changelist"))
        return HttpResponseRedirect(self._url_after(request, form.cleaned_data["rows"]))

    def confirm_action(self, request, action, form, rows):
        """Return the confirmation page. It shows which rows the action would change, and the form of the action."""
        concerned = [row for row in rows if action.allows(row)]
        context = {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "title": action.label,
            "action": action,
            "form": form,
            "action_url": self._action_url(action),
            "list_address": self._url("changelist"),
            "keys": [row.pk for row in concerned],
            "concerned": [self.row_label(row) for row in concerned],
            "left_out": [self.row_label(row) for row in rows if row not in concerned],
        }
        request.current_app = self.admin_site.name
        return TemplateResponse(request, "admin/bulk_actions/confirm.html", context)

    def get_action_queryset(self, request):
        """Return the rows that can be selected, with the data that ``BulkAction.allows`` and `row_label` read."""
        return self.get_queryset(request)

    def row_label(self, row) -> str:
        """Return the text that names the row on the confirmation page and in messages."""
        return str(row)

    def log_bulk_action(self, request, row, action) -> None:
        """Add the action to the row's history in the Django admin, in the transaction that changes the row."""
        self.log_change(request, row, f"{action.done}.")

    def _run_action(self, request, action, rows, **values):
        done = 0
        for row in rows.order_by("pk"):
            try:
                # A transaction for each row: a rejected row stops no other, and locks last for one row only.
                with transaction.atomic():
                    action.run(row, by=request.user, **values)
                    self.log_bulk_action(request, row, action)
                done += 1
            except self.action_error as error:
                self.message_user(request, f"{self.row_label(row)}: {error}", messages.WARNING)
            except (OperationalError, IntegrityError):
                # Another request changed or locked the same rows.
                self.message_user(request, f"{self.row_label(row)}: Not changed. Try again.", messages.WARNING)
        if done:
            self.message_user(request, f"{action.done}: {done}.", messages.SUCCESS)

    def _permitted_actions(self, request):
        return [action for action in self.bulk_actions if self._is_permitted(request, action)]

    def _is_permitted(self, request, action):
        permissions = [permission.format(model=self.opts.model_name) for permission in action.permissions]
        return request.user.has_perms(permissions)

    def _url_after(self, request, rows):
        # The form on the page of a row says where it was sent from; the form of the confirmation page does not.
        if "from_row" in request.POST and len(rows) == 1:
            return self._url("change", rows[0].pk)
        return self._url("changelist")

    def _url_name(self, page):
        return f"{self.opts.app_label}_{self.opts.model_name}_{page}"

    def _url(self, page, *args):
        return reverse(f"{self.admin_site.name}:{self._url_name(page)}", args=args)

    def _action_url(self, action):
        return self._url(action.name)


def _ask_first(action):
    """Return the list action that Django calls. It shows the confirmation page and changes no row."""

    def ask(model_admin, request, queryset):
        keys = list(queryset.values_list("pk", flat=True)[: MAX_ROWS + 1])
        if len(keys) > MAX_ROWS:
            return model_admin.message_user(request, TOO_MANY, messages.ERROR)
        rows = model_admin.get_action_queryset(request)
        form = action.form(queryset=rows, initial={"rows": keys})
        return model_admin.confirm_action(request, action, form, rows.filter(pk__in=keys))

    return admin.action(description=action.label)(ask)
