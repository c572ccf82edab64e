from django.contrib import messages
from django.shortcuts import redirect

from accounts.actions import request_pro
from accounts.models import ProRequest, User
from accounts.pages.forms import ProForm
from accounts.pages.portal import PortalForm
from accounts.tiers import PRO


class ProPage(PortalForm):
    """Ask for pro, and see what came of it."""

    template_name = "account/pro.html"
    section = "pro"
    form_class = ProForm

    def get_context_data(self, **kwargs):
        user = self.request.user
        requests = list(user.pro_requests.prefetch_related("decisions"))
        return super().get_context_data(
            pro=PRO,
            is_pro=user.tier == User.Tier.PRO,
            is_waiting=any(request.state == ProRequest.State.PENDING for request in requests),
            requests=requests,
            unasked=user.tier_decisions.filter(request=None),
            **kwargs,
        )

    def act(self, form):
        request_pro(user=self.request.user, **form.cleaned_data)
        messages.success(self.request, "You have asked for pro. The answer comes by e-mail and stands here.")
        return redirect("account-pro")
