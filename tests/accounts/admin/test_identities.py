"""Who opens which account is settled at the door, not by hand."""

import pytest
from django.contrib import admin
from django.urls import NoReverseMatch, reverse

from accounts.admin import NOT_BY_HAND


@pytest.mark.parametrize("model", NOT_BY_HAND, ids=lambda model: model.__name__)
def test_there_is_no_page_to_write_them_on(model):
    assert not admin.site.is_registered(model)
    with pytest.raises(NoReverseMatch):
        reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_add")
