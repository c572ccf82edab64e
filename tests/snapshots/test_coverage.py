from datetime import date
from io import StringIO

import pytest
from django.core.management import call_command

from snapshots.coverage import compute_coverage, needs, stored_coverage
from tests import factories

pytestmark = pytest.mark.django_db
DAY = date(2026, 1, 22)


@pytest.fixture
def france():
    """Return a country with three gaps in its data: a president who was last verified in 2022, a chamber without a
    composition, and an overdue election."""
    country = factories.CountryFactory(name="France", country_code="fr", slug="france")
    office = factories.OfficeFactory(
        name="President", country_code="fr", details__office_type="head of state", slug="president"
    )
    factories.RelationshipFactory(
        type="office_in_country", subject=office, object=country, verified_at=date(2026, 1, 1)
    )
    person = factories.PoliticianFactory(name="A", country_code="fr")
    factories.RelationshipFactory(subject=person, object=office, start_date="2017-05-14", verified_at=date(2022, 3, 1))
    chamber = factories.InstitutionFactory(
        name="Senate", country_code="fr", details__institution_type="upper chamber", details__seats=348
    )
    factories.RelationshipFactory(subject=chamber, object=country, verified_at=date(2026, 1, 1))
    factories.ElectionFactory(
        slug="late",
        country_code="fr",
        details__date="2025-12",
        details__status="scheduled",
        details__kind="legislative",
    )
    return country


def test_compute_coverage_counts_entities_and_lists_overdue_elections(france, django_assert_max_num_queries):
    with django_assert_max_num_queries(30):
        (row,) = compute_coverage(DAY)

    assert row["country"]["slug"] == "france"
    assert (row["entities"]["politician"], row["entities"]["party"]) == (1, 0)
    assert (row["relationships"], row["last_verified"]) == (3, "2026-01-01")
    assert row["verified"] == 66.7
    assert row["overdue_elections"] == ["late"]


def test_needs_names_what_is_uncertain(france):
    (row,) = compute_coverage(DAY)

    assert needs(row)[-2:] == ["Senate: no composition is known.", "late is overdue."]
    assert needs(row | {"leaders": [{"office": "President", "name": "A", "status": "unknown", "verified_at": None}]})[
        0
    ] == ("President: A is not confirmed.")


@pytest.mark.usefixtures("today")
def test_check_freshness_stores_what_api_and_page_show(france, client):
    assert client.get("/api/coverage").json() == {"computed_at": None, "countries": []}
    assert b"have not been computed yet" in client.get("/coverage").content

    said = StringIO()
    call_command("check_freshness", stdout=said)

    at, rows = stored_coverage()
    assert "France: late is overdue." in said.getvalue()
    assert rows == list(compute_coverage(at.date()))
    call_command("check_freshness", if_older=True, verbosity=0)
    assert stored_coverage()[0] == at
