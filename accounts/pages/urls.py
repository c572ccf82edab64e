from django.urls import path

from accounts.pages.account import AccountView, DeletedView, DeleteView, ProView, StartView
from accounts.pages.keys import CreateKeyView, RevokeKeyView, RollKeyView
from accounts.pages.use import UseView

urlpatterns = [
    path("account", AccountView.as_view(), name="account"),
    path("account/start", StartView.as_view(), name="account-start"),
    path("account/use", UseView.as_view(), name="account-use"),
    path("account/pro", ProView.as_view(), name="account-pro"),
    path("account/keys/new", CreateKeyView.as_view(), name="key-new"),
    path("account/keys/<int:pk>/roll", RollKeyView.as_view(), name="key-roll"),
    path("account/keys/<int:pk>/revoke", RevokeKeyView.as_view(), name="key-revoke"),
    path("account/delete", DeleteView.as_view(), name="account-delete"),
    path("account/deleted", DeletedView.as_view(), name="account-deleted"),
]
