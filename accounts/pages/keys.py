"""Pages that make, roll and revoke keys. A key itself stands in one answer, to the form that made it, and nowhere else.

That answer is kept by nobody; asked for again (a page reloaded, a button pressed twice), it makes no second key.
"""

from django import forms
from django.contrib import messages
from django.shortcuts import redirect, render

from accounts.actions import create_key, revoke_key, roll_key
from accounts.counters import redis_is_unavailable
from accounts.exceptions import AlreadySubmitted
from accounts.models.keys import MAX_LIVE_KEYS
from accounts.pages.forms import KeyForm, RollForm
from accounts.pages.memory import said_to_be_away
from accounts.pages.portal import Confirmation, PortalForm


class Maker:
    """Makes a key: what is typed while the shared memory is away is answered with 503, and no key is made."""

    def post(self, request, *args, **kwargs):
        return said_to_be_away(request) if redis_is_unavailable() else super().post(request, *args, **kwargs)

    def shown_once(self, key, secret, **about):
        context = self.get_context_data(new=key, secret=secret, **about)
        return render(self.request, "account/key_shown.html", context)


class NewKeyPage(Maker, PortalForm):
    template_name = "account/key_new.html"
    section = "account"
    form_class = KeyForm

    def get_initial(self):
        return {"made_before": self.request.user.keys.count()}

    def get_context_data(self, **kwargs):
        lasting = self.request.user.keys.live().without_successor().count()
        return super().get_context_data(most=MAX_LIVE_KEYS, left=MAX_LIVE_KEYS - lasting, **kwargs)

    def act(self, form):
        asked = form.cleaned_data
        key, secret = create_key(
            user=self.request.user,
            name=asked["name"],
            expires_at=form.expires_at,
            made_before=asked["made_before"],
        )
        return self.shown_once(key, secret)

    def refused(self, form, refusal):
        if not isinstance(refusal, AlreadySubmitted):
            return super().refused(form, refusal)
        messages.warning(self.request, f"{refusal} No other was made. A key that you have not seen is best revoked.")
        return redirect("account")


class RollPage(Maker, Confirmation):
    template_name = "account/key_roll.html"
    section = "account"
    form_class = RollForm

    def act(self, form):
        key, secret = roll_key(key=self.key, overlap=form.time)
        self.key.refresh_from_db()
        return self.shown_once(key, secret, old=self.key)


class RevokePage(Confirmation):
    template_name = "account/key_revoke.html"
    section = "account"
    form_class = forms.Form

    def act(self, form):
        revoke_key(key=self.key)
        messages.success(self.request, f"The key {self.key} is revoked: it opens nothing any more.")
        return redirect("account")
