"""Test that each kind has a list, a page for each entity, and a page that adds an entity."""

import pytest
from django.contrib import admin
from django.urls import reverse

from graph.kinds import KINDS
from graph.models import PROXIES
from graph.relations import RELATIONSHIP_TYPES
from tests.factories import FACTORIES

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("kind", PROXIES)
def test_pages_of_every_kind(kind, as_editor):
    entity = FACTORIES[kind]()

    listed = as_editor.get(reverse(f"admin:graph_{kind}_changelist"))
    shown = as_editor.get(reverse(f"admin:graph_{kind}_change", args=[entity.pk]))
    added = as_editor.get(reverse(f"admin:graph_{kind}_add"))

    assert entity.name in listed.content.decode().replace("&#x27;", "'")
    assert shown.context["original"].pk == entity.pk
    assert added.status_code == 200


@pytest.mark.parametrize("kind", PROXIES)
def test_page_shows_all_facts_and_relationships_of_its_kind(kind):
    model_admin = admin.site.get_model_admin(PROXIES[kind])

    subjects = [name for name, definition in RELATIONSHIP_TYPES.items() if definition.subject == kind]
    assert sorted(model_admin.facts) == sorted(KINDS[kind].stored_fields)
    inlines = [inline.keywords for inline in model_admin.get_inlines(None, None)]
    assert [keywords["type"] for keywords in inlines if "type" in keywords] == subjects
