"""Show the pages of an account: its keys, first API calls, request for the pro tier, and deletion."""

from django.contrib import messages
from django.contrib.auth import logout
from django.shortcuts import redirect
from django.views.generic import TemplateView

from accounts.actions import delete_account, request_pro
from accounts.models import ProRequest, User
from accounts.models.keys import MAX_LIVE_KEYS
from accounts.pages.base import NoStoreMixin, PortalFormView, PortalMixin
from accounts.pages.forms import DeleteForm, KeyForm, ProForm
from accounts.tiers import PRO, TIERS

ENDED_KEYS_SHOWN = 20


class AccountView(PortalMixin, TemplateView):
    template_name = "account/account.html"
    section = "account"

    def get_context_data(self, **kwargs):
        keys = self.request.user.keys
        # A list, because the page counts the keys and shows them.
        live = list(keys.live().select_related("successor"))
        return super().get_context_data(
            live=live,
            left=MAX_LIVE_KEYS - sum(not key.successor_id for key in live),
            maximum=MAX_LIVE_KEYS,
            ended=keys.ended().select_related("successor")[:ENDED_KEYS_SHOWN],
            first_key=None if keys.exists() else KeyForm(initial={"known_keys": 0}),
            tier=TIERS[self.request.user.tier],
            **kwargs,
        )


class StartView(PortalMixin, TemplateView):
    """Show examples of first API calls, in four programming languages."""

    template_name = "account/start.html"
    section = "start"


class ProView(PortalFormView):
    """Show the form to request the pro tier, and the user's requests with their decisions."""

    template_name = "account/pro.html"
    section = "pro"
    form_class = ProForm

    def get_context_data(self, **kwargs):
        user = self.request.user
        requests = list(user.pro_requests.prefetch_related("decisions"))
        return super().get_context_data(
            pro=PRO,
            is_pro=user.tier == User.Tier.PRO,
            is_pending=any(request.state == ProRequest.State.PENDING for request in requests),
            requests=requests,
            decisions_without_request=user.tier_decisions.filter(request=None),
            **kwargs,
        )

    def run(self, form):
        request_pro(user=self.request.user, **form.cleaned_data)
        messages.success(self.request, "You have requested pro. The decision comes by e-mail and is shown here.")
        return redirect("account-pro")


class DeleteView(PortalFormView):
    template_name = "account/delete.html"
    section = "delete"
    form_class = DeleteForm

    def get_form_kwargs(self):
        user = self.request.user
        # A staff account may have no e-mail address.
        return super().get_form_kwargs() | {"expected": user.email or user.username}

    def run(self, form):
        delete_account(user=self.request.user)
        # The session still names the deleted account.
        logout(self.request)
        return redirect("account-deleted")


class DeletedView(NoStoreMixin, TemplateView):
    template_name = "account/deleted.html"
