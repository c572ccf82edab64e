"""The account: its keys at a glance, how to begin, and how to leave."""

from django.contrib.auth import logout
from django.shortcuts import redirect
from django.views.generic import TemplateView

from accounts.actions import delete_account
from accounts.models.keys import MAX_LIVE_KEYS
from accounts.pages.forms import DeleteForm, KeyForm
from accounts.pages.portal import Portal, PortalForm, Unkept
from accounts.tiers import TIERS

ENDED_KEYS_SHOWN = 20


class AccountPage(Portal, TemplateView):
    template_name = "account/account.html"
    section = "account"

    def get_context_data(self, **kwargs):
        keys = self.request.user.keys
        live = list(keys.live().select_related("successor"))
        return super().get_context_data(
            live=live,
            left=MAX_LIVE_KEYS - sum(not key.successor_id for key in live),
            most=MAX_LIVE_KEYS,
            ended=keys.ended().select_related("successor")[:ENDED_KEYS_SHOWN],
            first_key=None if keys.exists() else KeyForm(initial={"made_before": 0}),
            tier=TIERS[self.request.user.tier],
            **kwargs,
        )


class StartPage(Portal, TemplateView):
    """The first calls in four languages."""

    template_name = "account/start.html"
    section = "start"


class DeletePage(PortalForm):
    template_name = "account/delete.html"
    section = "delete"
    form_class = DeleteForm

    def get_form_kwargs(self):
        user = self.request.user
        return super().get_form_kwargs() | {"expected": user.email or user.username}

    def act(self, form):
        delete_account(user=self.request.user)
        logout(self.request)
        return redirect("account-deleted")


class GoodbyePage(Unkept, TemplateView):
    template_name = "account/deleted.html"
