"""Test which names of parties the picture of a chamber has."""

from datetime import timedelta

import pytest
from django.utils import timezone

from snapshots.pages.chambers import chamber_of
from tests import factories


@pytest.mark.django_db
@pytest.mark.parametrize(("days_ago", "name"), [(0, "Renaissance"), (1, "En Marche")])
def test_chamber_of_has_the_names_of_the_source_only_on_a_past_day(days_ago, name):
    country = factories.CountryFactory()
    chamber = factories.InstitutionFactory(
        country_code=country.country_code, details__institution_type="lower chamber", details__seats=9
    )
    factories.RelationshipFactory(subject=chamber, object=country, type="institution_in_country", start_date="2000")
    # The snapshot of a past day is empty if no election was held before.
    factories.ElectionFactory(country_code=country.country_code, details__date="2019-12-01")
    party = factories.PartyFactory(name="Renaissance", country_code=country.country_code)
    composition = factories.CompositionFactory(institution=chamber, start_date="2020-01-01", total=9)
    composition.shares.create(party=party, name="En Marche", seats=9)

    drawn = chamber_of(chamber, timezone.localdate() - timedelta(days=days_ago), is_chosen=True)

    assert [share["name"] for share in drawn.row["composition"]] == [name]
