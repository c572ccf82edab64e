"""Test that sign-in identities have no admin page, because only a sign-in creates them."""

import pytest
from django.contrib import admin
from django.urls import NoReverseMatch, reverse

from accounts.admin.users import IDENTITY_MODELS


@pytest.mark.parametrize("model", IDENTITY_MODELS, ids=lambda model: model.__name__)
def test_identity_models_have_no_admin_page(model):
    assert not admin.site.is_registered(model)
    with pytest.raises(NoReverseMatch):
        reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_add")
