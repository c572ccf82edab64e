from operator import attrgetter

from django import forms
from django.contrib import admin
from django.utils.text import Truncator

from accounts.exceptions import AccountActionError
from config.http.bulk_actions import BulkAction, BulkActionForm, BulkActionsMixin
from config.http.tables import read_csv

MAX_SHOWN = 80
"""The largest number of characters that a list in the admin shows of a long text."""

ACTIONS = {row["name"]: row for row in read_csv(__file__, "bulk_actions.csv")}


class ReadOnlyAdmin(admin.ModelAdmin):
    """An admin class for rows that nobody can add, change or delete in the admin."""

    # Otherwise, each list would need a second COUNT of the whole table.
    show_full_result_count = False
    list_per_page = 50

    def has_add_permission(self, request, obj=None):
        return False

    has_change_permission = has_delete_permission = has_add_permission


class MessageForm(BulkActionForm):
    message = forms.CharField(
        label="Message to the owner of the account",
        help_text="It goes into the e-mail and is stored with the decision.",
        max_length=2000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 5, "class": "vLargeTextField"}),
    )


class AccountActionsMixin(BulkActionsMixin):
    """The base of admin classes with actions on accounts and API keys. Each action is added to the admin's history of
    the changed row. The form of an action can contain a message to the owner of the account (see `MessageForm`). The
    history does not contain this message, because the history remains after the account is deleted."""

    action_error = AccountActionError
    change_form_template = "admin/accounts/change_form.html"

    @admin.display(description="signs in by")
    def signed_in_by(self, row) -> str:
        user = getattr(row, "user", row)
        providers = {account.provider for account in user.socialaccount_set.all()}
        if user.has_usable_password():
            providers.add("password")
        return ", ".join(sorted(providers)) or "nothing yet"


def bulk_action(name: str, **functions) -> BulkAction:
    """Return the admin action with this name. Its texts and its permission are in ``bulk_actions.csv``. ``functions``
    sets the other fields of `BulkAction`, such as ``run`` and ``allows``."""
    texts = {**ACTIONS[name]}
    return BulkAction(permissions=(f"accounts.{texts.pop('permission')}",), **texts, **functions)


def column(name: str, **display):
    """Return a method that a ModelAdmin can use as a column. ``name`` is a field, or a path such as "user.email".
    ``display`` are the options of ``admin.display``, such as ``description``."""
    display = {"description": name.replace("_", " ")} | display
    return admin.display(**display)(lambda self, row: attrgetter(name)(row))


def shorten(text: str) -> str:
    return Truncator(" ".join(text.split())).chars(MAX_SHOWN)
