"""Every kind has its pages."""

import pytest
from django.urls import reverse

from graph.models import PROXIES
from tests.factories import FACTORIES

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("kind", PROXIES)
class TestEveryKind:
    def test_has_a_list(self, kind, as_editor):
        entity = FACTORIES[kind]()

        response = as_editor.get(reverse(f"admin:graph_{kind}_changelist"))

        assert response.status_code == 200
        assert entity.name in response.content.decode().replace("&#x27;", "'")

    def test_has_a_page_for_each_entity(self, kind, as_editor):
        entity = FACTORIES[kind]()

        response = as_editor.get(reverse(f"admin:graph_{kind}_change", args=[entity.pk]))

        assert response.status_code == 200
        assert response.context["original"].pk == entity.pk

    def test_has_a_page_to_add_one(self, kind, as_editor):
        assert as_editor.get(reverse(f"admin:graph_{kind}_add")).status_code == 200
