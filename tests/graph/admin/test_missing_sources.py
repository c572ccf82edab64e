"""Test that editors who change a fact are asked for its source."""

import pytest

from tests.factories import PoliticianFactory, SourceFactory
from tests.graph.admin.pages import address_of, form_on, save, with_row
from tests.reading import said

pytestmark = pytest.mark.django_db


@pytest.fixture
def merkel():
    return PoliticianFactory(name="Angela Merkel", slug="angela-merkel", details__birth_year=1953)


def asked(as_editor, merkel, **typed):
    """Save Merkel's page with these changed fields. Return the messages on the next page that ask the editor for a
    source."""
    address = address_of(merkel)
    form = form_on(as_editor.get(address)) | typed.pop("row", {})
    shown = said(save(as_editor, address, form, **{"reason": "Typo", "_continue": "1"} | typed))
    return [message for message in shown if message.startswith("No source is cited")]


def test_message_names_facts_without_a_source(as_editor, merkel):
    (shown,) = asked(as_editor, merkel, **{"facts-0-birth_year": "1954"})

    assert shown.startswith("No source is cited for: birth year. ")


def test_message_is_not_shown_for_cited_facts(as_editor, merkel):
    address = address_of(merkel)
    row = {"source": str(SourceFactory().pk), "retrieved": "2026-01-01", "facts": ["birth_year"]}
    form = with_row(form_on(as_editor.get(address)), "citations", **row)

    assert asked(as_editor, merkel, row=form, **{"facts-0-birth_year": "1954"}) == []


@pytest.mark.parametrize("typed", [{}, {"description": "Chancellor."}, {"facts-0-overview": "Long."}])
def test_message_is_not_shown_for_prose_or_without_changes(as_editor, merkel, typed):
    assert asked(as_editor, merkel, **typed) == []
