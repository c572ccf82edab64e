"""Test admin pages of entities with many relationships. They show the last rows, and saving does not change the hidden
ones."""

import pytest

from graph.admin.forms import MAX_ROWS_SHOWN
from tests.factories import OfficeFactory, PoliticianFactory, RelationshipFactory
from tests.graph.admin.pages import address_of, errors, form_on, save
from tests.reading import text

pytestmark = pytest.mark.django_db
HELD = "politician_holds_office"


@pytest.fixture
def veteran():
    """Return a politician with two more terms of office than a page shows. A term begins in each year from 1900 on."""
    politician, office = PoliticianFactory(), OfficeFactory()
    for year in range(1900, 1900 + MAX_ROWS_SHOWN + 2):
        RelationshipFactory(subject=politician, object=office, start_date=str(year))
    return politician


def test_page_shows_the_last_rows_and_counts_the_others(veteran, as_editor):
    response = as_editor.get(address_of(veteran))

    assert form_on(response)[f"{HELD}-TOTAL_FORMS"] == str(MAX_ROWS_SHOWN)
    assert form_on(response)[f"{HELD}-0-start_date"] == "1902"
    assert "2 older rows are not shown" in text(response)


def test_page_shows_all_rows_on_request(veteran, as_editor):
    form = form_on(as_editor.get(f"{address_of(veteran)}?all=1"))

    assert form[f"{HELD}-TOTAL_FORMS"] == str(MAX_ROWS_SHOWN + 2)


def test_hidden_rows_stay_unchanged(veteran, as_editor):
    form = form_on(as_editor.get(address_of(veteran)))

    response = save(as_editor, address_of(veteran), form, **{f"{HELD}__0__end_date": "1950"}, reason="Over.")

    assert response.redirect_chain, errors(response)
    assert veteran.outgoing.count() == MAX_ROWS_SHOWN + 2
    assert veteran.outgoing.exclude(end_date="").get().start_date == "1902"


def test_hidden_rows_are_shown_after_a_conflict(veteran, as_editor, operator):
    opened = form_on(as_editor.get(address_of(veteran)))
    save(operator, address_of(veteran), form_on(operator.get(address_of(veteran))), name="First", reason="First.")

    shown = save(as_editor, address_of(veteran), opened, **{f"{HELD}__0__end_date": "1950"}, reason="Over.")
    response = save(as_editor, address_of(veteran), form_on(shown))

    assert response.redirect_chain, errors(response)
    assert veteran.outgoing.count() == MAX_ROWS_SHOWN + 2
    assert veteran.outgoing.exclude(end_date="").get().start_date == "1902"
