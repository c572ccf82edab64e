"""Bulk actions on accounts, their keys and their requests."""

from django import forms

from accounts.exceptions import AccountActionError
from config.http.bulk_actions import BulkActionForm, BulkActionsMixin


class MessageForm(BulkActionForm):
    """The chosen rows, and a message to the owners of the accounts."""

    message = forms.CharField(
        label="Message to the owner of the account",
        help_text="It goes into the e-mail and is stored with the decision.",
        max_length=2000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 5, "class": "vLargeTextField"}),
    )


class AccountActionsMixin(BulkActionsMixin):
    # The history says that the action was done, but not the message: the history outlives the account.
    action_error = AccountActionError
    change_form_template = "admin/accounts/change_form.html"
