"""Show the pages that create, roll (replace) and revoke keys.

A key is displayed once, in the response to the form that created it. No cache stores this response, and the same form
sent twice creates only one key.
"""

from django import forms
from django.contrib import messages
from django.shortcuts import redirect, render

from accounts.actions import create_key, revoke_key, roll_key
from accounts.counters import redis_is_unavailable
from accounts.exceptions import AlreadySubmitted
from accounts.models.keys import MAX_LIVE_KEYS
from accounts.pages.base import ConfirmationView, PortalFormView
from accounts.pages.forms import KeyForm, RollForm

RETRY_AFTER = 5


class CreatesKeyMixin:
    """Respond with 503 and create no key while Redis is unavailable."""

    def post(self, request, *args, **kwargs):
        if not redis_is_unavailable():
            return super().post(request, *args, **kwargs)
        page = render(request, "account/unavailable.html", {"seconds": RETRY_AFTER}, status=503)
        page["Retry-After"] = RETRY_AFTER
        return page

    def key_response(self, key, secret, **context):
        """Return the page that displays the key itself (``secret``). No other page displays it."""
        context = self.get_context_data(new=key, secret=secret, **context)
        return render(self.request, "account/key_created.html", context)


class CreateKeyView(CreatesKeyMixin, PortalFormView):
    template_name = "account/key_create.html"
    section = "account"
    form_class = KeyForm

    def get_initial(self):
        return {"known_keys": self.request.user.keys.count()}

    def get_context_data(self, **kwargs):
        live = self.request.user.keys.live().without_successor().count()
        return super().get_context_data(maximum=MAX_LIVE_KEYS, left=MAX_LIVE_KEYS - live, **kwargs)

    def run(self, form):
        values = form.cleaned_data
        key, secret = create_key(
            user=self.request.user,
            name=values["name"],
            expires_at=form.expires_at,
            known_keys=values["known_keys"],
        )
        return self.key_response(key, secret)

    def action_failed(self, form, error):
        if not isinstance(error, AlreadySubmitted):
            return super().action_failed(form, error)
        messages.warning(self.request, f"{error} No second key was created. Revoke a key that you have not seen.")
        return redirect("account")


class RollKeyView(CreatesKeyMixin, ConfirmationView):
    template_name = "account/key_roll.html"
    section = "account"
    form_class = RollForm

    def run(self, form):
        key, secret = roll_key(key=self.key, overlap=form.time)
        # The action has changed its own copy of the row.
        self.key.refresh_from_db()
        return self.key_response(key, secret, old=self.key)


class RevokeKeyView(ConfirmationView):
    template_name = "account/key_revoke.html"
    section = "account"
    form_class = forms.Form

    def run(self, form):
        revoke_key(key=self.key)
        messages.success(self.request, f"The key {self.key} is revoked. The API no longer accepts it.")
        return redirect("account")
