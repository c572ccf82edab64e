"""Test the URL and the day of the citations of office holders in files of corrections."""

from datetime import date

import pytest
import yaml

from graph.importers import corrections
from graph.importers.writer import known_countries, write
from graph.models import Entity
from tests import factories

AS_OF = date(2026, 1, 22)
GROUP = {"country": "fr", "office": "President of France", "source": "https://example.org/presidents"}
HOLLANDE = {"holder": "François Hollande", "birth_year": 1954, "start": date(2012, 5, 15), "end": date(2017, 5, 14)}


@pytest.fixture
def france(db):
    factories.CountryFactory(name="France", slug="france", country_code="fr")
    factories.OfficeFactory(name="President of France", country_code="fr", slug="president-of-france")


def run(tmp_path, *groups):
    path = tmp_path / "leaders.yaml"
    path.write_text(yaml.safe_dump({"as_of": AS_OF, "terms": groups}))
    write(corrections.SOURCE, corrections.read(path, known_countries()), today=AS_OF)
    return Entity.objects.get(kind="politician")


def test_terms_cites_the_newest_page_about_a_holder(france, tmp_path):
    older = {"holder": "François Hollande", "birth_year": 1954, "start": date(2007, 1, 1), "end": date(2008, 1, 1)}
    groups = [
        GROUP | {"holders": [older], "second_source": "https://example.org/old-list", "as_of": date(2019, 8, 1)},
        GROUP | {"holders": [HOLLANDE], "source": "https://example.org/new", "as_of": date(2026, 1, 22)},
    ]

    assert run(tmp_path, *groups).citations.get().url == "https://example.org/new"


def test_terms_renews_a_citation_that_is_older_than_the_term(france, tmp_path):
    group = GROUP | {"holders": [HOLLANDE]}
    holder = run(tmp_path, group)
    holder.citations.update(retrieved=date(2020, 1, 1))

    run(tmp_path, group)

    assert holder.citations.get().retrieved == corrections.SOURCE.retrieved
