"""Define what several admin pages of ``accounts`` share."""

from django import forms
from django.contrib import admin

from accounts.exceptions import AccountActionError
from config.http.bulk_actions import BulkActionForm, BulkActionsMixin


class ReadOnlyAdmin(admin.ModelAdmin):
    """Show rows that only the service writes: nobody can add, change or delete them in the admin."""

    # Each list would take a second COUNT over the whole table.
    show_full_result_count = False
    list_per_page = 50

    def has_add_permission(self, request):
        return False

    def has_change_permission(self, request, obj=None):
        return False

    def has_delete_permission(self, request, obj=None):
        return False


class MessageForm(BulkActionForm):
    """A form with the rows chosen for a bulk action, and a message to the owners of their accounts."""

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


def shorten(text: str, characters: int = 80) -> str:
    """Return the text on one line; a text longer than ``characters`` is cut and gets an ellipsis (…)."""
    line = " ".join(text.split())
    return line if len(line) <= characters else line[: characters - 1].rstrip() + "…"


def with_providers(rows, *, through: str = ""):
    """Prefetch each user's identity providers. ``through`` is the path from a row to its user; empty for users."""
    return rows.prefetch_related("__".join(filter(None, [through, "socialaccount_set"])))


def signed_in_by(user) -> str:
    """List how the user can sign in: identity providers and "password", or "nothing yet" if there is no way."""
    providers = {account.provider for account in user.socialaccount_set.all()}
    if user.has_usable_password():
        providers.add("password")
    return ", ".join(sorted(providers)) or "nothing yet"
