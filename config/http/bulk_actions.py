"""Actions of the Django admin with a confirmation page. The page lists the rows that would change, and its button
changes them. This module also has a mixin that adds pages to a ModelAdmin."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from django import forms
from django.contrib import messages
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.core.exceptions import PermissionDenied
from django.db import IntegrityError, OperationalError, transaction
from django.http import HttpResponseNotAllowed, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import path, reverse

MAX_ROWS = 100
KEY = re.compile("[0-9]{1,18}")
"""Matches the text of a primary key that a form sends, such as "42". SQLite raises an error for numbers of 2**63 or
more, which have at least 19 digits, so at most 18 digits match."""
NOT_IN_LIST = "A chosen row is not in the list."
TOO_MANY = f"Choose up to {MAX_ROWS} at a time."


class RowsField(forms.ModelMultipleChoiceField):
    def clean(self, value):
        if value and not all(map(KEY.fullmatch, value)):
            raise forms.ValidationError(NOT_IN_LIST)
        if value and len(value) > MAX_ROWS:
            raise forms.ValidationError(TOO_MANY)
        return super().clean(value)


class BulkActionForm(forms.Form):
    """A form with the selected rows: at least one, at most MAX_ROWS, and all of them in ``queryset``. The values of
    fields that a subclass adds are passed to ``BulkAction.run``."""

    rows = RowsField(
        queryset=None, widget=forms.MultipleHiddenInput, error_messages={"required": "Choose at least one."}
    )

    def __init__(self, *args, queryset, **kwargs):
        super().__init__(*args, **kwargs)
        self.fields["rows"].queryset = queryset


@dataclass(frozen=True, kw_only=True)
class BulkAction:
    """An action of the admin that changes the selected rows, each in its own transaction.

    - ``name`` is part of the URL, ``label`` is the text of the button, and ``effect`` says what the action does.
      ``done`` begins the message after the action, such as "Revoked".
    - ``run(row, by=user, **values)`` changes one row; ``values`` has the value of each field that ``form`` adds to
      `BulkActionForm`. If the row must not change, ``run`` raises the exception class ``action_error`` of the admin
      class.
    - The confirmation page leaves out rows for which ``allows(row)`` is false, and gives the reason ``why_not``. A form
      can still send such rows, so ``run`` must check them again.
    - The user needs all ``permissions``, such as ``graph.change_{model}``; ``{model}`` is replaced by the name of the
      model.
    - With ``is_on_change_page``, the change page of a row also has the button if ``allows(row)`` is true."""

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


class AdminPages:
    """Adds further pages to a ModelAdmin. ``routes`` maps the name of each page to its URL pattern, which is relative
    to the URL of the change list. The method ``<name>_view`` is the view of the page."""

    routes: dict[str, str] = {}

    def get_urls(self):
        views = {name: self.admin_site.admin_view(getattr(self, f"{name}_view")) for name in self.routes}
        urls = [path(route, views[name], name=self.url_name(name)) for name, route in self.routes.items()]
        # Our URL patterns come before Django's, because the last pattern of Django matches any path.
        return [*urls, *super().get_urls()]

    def url_name(self, page: str) -> str:
        return f"{self.opts.app_label}_{self.opts.model_name}_{page}"

    def url(self, page: str, *args) -> str:
        return reverse(f"{self.admin_site.name}:{self.url_name(page)}", args=args)

    def page(self, request, template: str, context: dict) -> TemplateResponse:
        request.current_app = self.admin_site.name
        layout = {**self.admin_site.each_context(request), "opts": self.opts, "list_address": self.url("changelist")}
        return TemplateResponse(request, f"admin/{template}.html", layout | context)


class BulkActionsMixin(AdminPages):
    """Adds the actions in ``bulk_actions`` to a ModelAdmin.

    - ``action_error`` is the exception class that ``BulkAction.run`` raises if a row must not change. The user then
      sees the message of the exception.
    - After an OperationalError or IntegrityError, the user sees "Not changed. Try again."
    - After an error in one row, the other rows are still changed.
    - After an action, the user sees the list. If ``returns_to_row`` is True, an action on the change page of a row
      leads back to this page instead."""

    bulk_actions: tuple[BulkAction, ...] = ()
    action_error: type[Exception] = ()
    returns_to_row = False

    def get_urls(self):
        wrap = self.admin_site.admin_view
        views = {action.name: wrap(partial(self.bulk_action_view, action=action)) for action in self.bulk_actions}
        urls = [path(f"bulk/{name}/", view, name=self.url_name(name)) for name, view in views.items()]
        return [*urls, *super().get_urls()]

    def response_action(self, request, queryset):
        if not all(map(KEY.fullmatch, request.POST.getlist(ACTION_CHECKBOX_NAME))):
            return self.message_user(request, NOT_IN_LIST, messages.ERROR)
        return super().response_action(request, queryset)

    def get_actions(self, request):
        ask, permitted = type(self).ask_first, self._permitted_actions(request)
        return super().get_actions(request) | {a.name: (partial(ask, action=a), a.name, a.label) for a in permitted}

    def ask_first(self, request, queryset, action):
        """Return the page on which the user confirms the action. If more than MAX_ROWS rows are selected, show an error
        message and return None; Django then shows the list again."""
        keys = list(queryset.values_list("pk", flat=True)[: MAX_ROWS + 1])
        if len(keys) > MAX_ROWS:
            return self.message_user(request, TOO_MANY, messages.ERROR)
        rows = self.get_action_queryset(request)
        form = action.form(queryset=rows, initial={"rows": keys})
        return self.confirm_action(request, action, form, rows.filter(pk__in=keys))

    def render_change_form(self, request, context, *args, obj=None, **kwargs):
        permitted = self._permitted_actions(request) if obj else ()
        actions = [action for action in permitted if action.is_on_change_page and action.allows(obj)]
        if actions:
            context["bulk_form"] = actions[0].form(queryset=self.get_action_queryset(request), auto_id="id_bulk_%s")
            context["bulk_actions"] = [(action, self.url(action.name)) for action in actions]
            context["returns_to_row"] = self.returns_to_row
        return super().render_change_form(request, context, *args, obj=obj, **kwargs)

    def bulk_action_view(self, request, action):
        if action not in self._permitted_actions(request):
            raise PermissionDenied
        if request.method != "POST":
            return HttpResponseNotAllowed(["POST"])
        form = action.form(request.POST, queryset=self.get_action_queryset(request))
        is_valid, rows = form.is_valid(), form.cleaned_data.get("rows")
        if rows is None:
            self.message_user(request, form.errors["rows"][0], messages.ERROR)
            return HttpResponseRedirect(self.url("changelist"))
        if not is_valid:
            return self.confirm_action(request, action, form, rows)
        self._run_action(request, action, **form.cleaned_data)
        # A form on the change page of a row has the field "from_row", so the user returns to this page. Other users
        # return to the list.
        returns = "from_row" in request.POST and len(rows) == 1
        return HttpResponseRedirect(self.url("change", rows[0].pk) if returns else self.url("changelist"))

    def confirm_action(self, request, action, form, rows):
        concerned = [row for row in rows if action.allows(row)]
        context = {
            "title": action.label,
            "action": action,
            "form": form,
            "action_url": self.url(action.name),
            "keys": [row.pk for row in concerned],
            "concerned": [self.row_label(row) for row in concerned],
            "left_out": [self.row_label(row) for row in rows if row not in concerned],
        }
        return self.page(request, "bulk_actions/confirm", context)

    def get_action_queryset(self, request):
        """Return the rows that the user can select for an action. A subclass can prefetch related rows here, which the
        methods ``BulkAction.allows`` and `row_label` need."""
        return self.get_queryset(request)

    def row_label(self, row) -> str:
        return str(row)

    def log_bulk_action(self, request, row, action) -> None:
        """Add the action to the history of the row, in the same transaction as the change."""
        self.log_change(request, row, f"{action.done}.")

    def _run_action(self, request, action, rows, **values):
        done = 0
        for row in rows.order_by("pk"):
            try:
                # Each row has its own transaction, so a rejected row does not stop the others, and locks last for one
                # row only.
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
        model = self.opts.model_name
        return [
            action
            for action in self.bulk_actions
            if request.user.has_perms([name.format(model=model) for name in action.permissions])
        ]
