"""Pages of the Factbook made of a few real lines."""

import pytest

from graph.importers.crosswalk import Country
from graph.importers.factbook.page import Page
from graph.importers.records import EntityRecord, RelationshipRecord


def _section(content):
    return {"text": content} if isinstance(content, str) else {name: _section(part) for name, part in content.items()}


@pytest.fixture
def make_page():
    """A page of a country: sections and fields as the file has them, texts as plain strings."""

    def _make_page(code="fr", name="France", government=None):
        return Page(Country(code=code, name=name, slug=name.lower()), code, _section(government or {}))

    return _make_page


@pytest.fixture
def entities():
    """The entities among records, of one kind if asked."""

    def _entities(records, kind=None):
        return [record for record in records if isinstance(record, EntityRecord) and kind in (None, record.kind)]

    return _entities


@pytest.fixture
def relationships():
    """The relationships among records, of one type if asked."""

    def _relationships(records, relation=None):
        return [r for r in records if isinstance(r, RelationshipRecord) and relation in (None, r.type)]

    return _relationships
