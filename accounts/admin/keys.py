from django.contrib import admin
from django.utils import timezone

from accounts.actions.keys import revoke_key
from accounts.admin.base import AccountActionsMixin, ReadOnlyAdmin, bulk_action
from accounts.exceptions import AccountActionError
from accounts.models import ApiKey
from config.http.list_filters import list_filter


def revoke(key: ApiKey, by) -> None:
    # The action revoke_key does nothing if the key is revoked already. If two managers revoke a key, the second must
    # see a message.
    if key.revoked_at:
        raise AccountActionError("The key has been revoked already.")
    revoke_key(key=key)


REVOKE = bulk_action("revoke", allows=lambda key: not key.revoked_at, run=revoke)


def _in_state(keys, state):
    if state == "live":
        return keys.live()
    revoked = keys.filter(revoked_at__isnull=False)
    return revoked if state == "revoked" else keys.filter(expires_at__lte=timezone.now(), revoked_at=None)


STATES = ("live", "expired", "revoked")
StateFilter = list_filter("state", lambda *_: [(state, state.capitalize()) for state in STATES], _in_state)


@admin.register(ApiKey)
class ApiKeyAdmin(AccountActionsMixin, ReadOnlyAdmin):
    bulk_actions = (REVOKE,)
    list_display = ["owner", "name", "prefix", "state", "created_at", "expires_at", "last_used_at"]
    list_display_links = ["name"]
    list_filter = [StateFilter]
    list_select_related = ["user"]
    search_fields = ["user__email", "name", "prefix"]
    search_help_text = "E-mail, name, or the first eight characters of a key; never a whole key"
    fields = [*list_display, "revoked_at", "successor"]

    def lookup_allowed(self, lookup, value, request):
        # With a filter such as digest__startswith in the URL, a manager could find out a digest character by character.
        return not lookup.startswith("digest") and super().lookup_allowed(lookup, value, request)

    @admin.display(ordering="user__email")
    def owner(self, key):
        # Accounts without an e-mail address are staff accounts, whose usernames have a meaning.
        return key.user.email or key.user.username

    @admin.display
    def state(self, key):
        if key.revoked_at:
            return "revoked"
        if key.is_live():
            return "live"
        # A key of an inactive user is not live either.
        return "expired" if key.user.is_active else "account deactivated"
