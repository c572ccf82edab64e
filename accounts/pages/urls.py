from django.urls import path

from accounts.pages.account import AccountPage, DeletePage, GoodbyePage, StartPage
from accounts.pages.keys import NewKeyPage, RevokePage, RollPage
from accounts.pages.pro import ProPage
from accounts.pages.use import UsePage

urlpatterns = [
    path("account", AccountPage.as_view(), name="account"),
    path("account/start", StartPage.as_view(), name="account-start"),
    path("account/use", UsePage.as_view(), name="account-use"),
    path("account/pro", ProPage.as_view(), name="account-pro"),
    path("account/keys/new", NewKeyPage.as_view(), name="key-new"),
    path("account/keys/<int:pk>/roll", RollPage.as_view(), name="key-roll"),
    path("account/keys/<int:pk>/revoke", RevokePage.as_view(), name="key-revoke"),
    path("account/delete", DeletePage.as_view(), name="account-delete"),
    path("account/deleted", GoodbyePage.as_view(), name="account-deleted"),
]
