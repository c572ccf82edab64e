from django.contrib import admin
from django.urls import path
from django.views.generic import TemplateView

from accounts.api import MeView
from accounts.pages import portal, sign_in, use
from accounts.signin.lockout import limit_tries

start = portal.PortalPage.as_view(template_name="account/start.html", section="start")
deleted = portal.no_store(TemplateView.as_view(template_name="account/deleted.html"))

urlpatterns = [
    path("api/me", MeView.as_view(), name="me"),
    path("sign-in", sign_in.sign_in, name="sign-in"),
    path("sign-out", sign_in.sign_out, name="sign-out"),
    path("sign-in/<slug:provider_id>", sign_in.start, name="sign-in-start"),
    # The names of these URL patterns are used by allauth to build the callback URLs that it sends to providers.
    path("sign-in/github/callback", sign_in.callback, {"provider_id": "github"}, name="github_callback"),
    path("sign-in/orcid/callback", sign_in.callback, {"provider_id": "orcid"}, name="orcid_callback"),
    path("sign-in/<slug:provider_id>/callback", sign_in.callback, name="openid_connect_callback"),
    # The path must come before the admin's own path, because limit_tries limits the number of sign-in attempts.
    path("admin/login/", limit_tries(admin.site.login)),
    path("account", portal.AccountView.as_view(), name="account"),
    path("account/start", start, name="account-start"),
    path("account/use", use.UseView.as_view(), name="account-use"),
    path("account/pro", portal.ProView.as_view(), name="account-pro"),
    path("account/keys/new", portal.CreateKeyView.as_view(), name="key-new"),
    path("account/keys/<int:pk>/roll", portal.RollKeyView.as_view(), name="key-roll"),
    path("account/keys/<int:pk>/revoke", portal.RevokeKeyView.as_view(), name="key-revoke"),
    path("account/delete", portal.DeleteView.as_view(), name="account-delete"),
    path("account/deleted", deleted, name="account-deleted"),
]
