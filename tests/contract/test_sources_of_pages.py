"""Test how pages show the sources of an entity (API contract, section 14)."""

import pytest

from tests.contract.test_entity_pages import PAGE, words
from tests.factories import CitationFactory

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("today")]


def test_page_shows_a_source_once_with_all_its_pages(client, macron):
    source = macron.citations.get().source
    for retrieved, address in (("2026-01-22", "https://example.org/a"), ("2025-03-01", "https://example.org/b")):
        CitationFactory(entity=macron, source=source, url=address, retrieved=retrieved)

    shown = words(client.get(PAGE))

    assert "Source: CIA World Factbook ." in shown
    assert "CIA World Factbook, as of 22 January 2026. Licence: CC0-1.0. Pages:" in shown
    assert "https://example.org/a https://example.org/b , as of 1 March 2025" in shown
    assert "President of France 14 May 2017 current 22 January 2026 1" in shown
