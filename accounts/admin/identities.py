"""Identities are made at the door alone: nobody writes by hand who opens which account, nor switches providers on."""

from allauth.account.models import EmailAddress
from allauth.socialaccount.models import SocialAccount, SocialApp, SocialToken
from django.contrib import admin

NOT_BY_HAND = (EmailAddress, SocialAccount, SocialApp, SocialToken)

for model in NOT_BY_HAND:
    if admin.site.is_registered(model):
        admin.site.unregister(model)
