from django.contrib import admin
from django.urls import include, path

from accounts.pages import sign_in
from accounts.signin.lockout import limit_tries

urlpatterns = [
    path("sign-in", sign_in.sign_in, name="sign-in"),
    path("sign-out", sign_in.sign_out, name="sign-out"),
    path("sign-in/<slug:provider_id>", sign_in.start, name="sign-in-start"),
    # allauth reverses these names for the callback URLs that it sends to providers.
    path("sign-in/github/callback", sign_in.callback, {"provider_id": "github"}, name="github_callback"),
    path("sign-in/orcid/callback", sign_in.callback, {"provider_id": "orcid"}, name="orcid_callback"),
    path("sign-in/<slug:provider_id>/callback", sign_in.callback, name="openid_connect_callback"),
    # Before the login page of the admin itself.
    path("admin/login/", limit_tries(admin.site.login)),
    path("", include("accounts.pages.urls")),
]
