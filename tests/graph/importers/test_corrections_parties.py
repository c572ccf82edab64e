"""Test the lists "parties" and "compositions" in YAML files of corrections, which people write for the importer
`corrections`: what changes in the graph, and which entries are rejected."""

from datetime import date

import pytest
import yaml

from graph.importers import corrections
from graph.importers.writer import known_countries, write
from graph.models import Composition, Entity
from tests import factories

SOURCE = "https://example.org/seats"


@pytest.fixture
def india(db):
    country = factories.CountryFactory(name="India", slug="india", country_code="in")
    for slug, name in (("indian-peoples-party-in", "Indian People's Party"), ("bjp-in", "BJP")):
        party = factories.PartyFactory(name=name, slug=slug, country_code="in")
        factories.IdentifierFactory(entity=party, scheme="record:x", value=slug)
        factories.CitationFactory(entity=party, facts=["name"])
    chamber = factories.InstitutionFactory(name="Council of States", slug="council-of-states", country_code="in")
    election = factories.ElectionFactory(slug="india-2026-upper-house", country_code="in")
    for entity in (chamber, election):
        factories.IdentifierFactory(entity=entity, scheme="record:x", value=entity.slug)
    return country


def run(tmp_path, **lists):
    path = tmp_path / "parties.yaml"
    path.write_text(yaml.safe_dump({"as_of": date(2026, 10, 5)} | lists, allow_unicode=True))
    return write(corrections.SOURCE, corrections.read(path, known_countries()), today=date(2026, 11, 23))


def party(**fields):
    known = {"party": "Bharatiya Janata Party", "slug": "indian-peoples-party-in", "source": SOURCE}
    return {name: value for name, value in (known | fields).items() if value}


def seats(**fields):
    by_party = {"indian-peoples-party-in": 3, "New Party": 2, "Independents": 1}
    known = {"chamber": "council-of-states", "election": "india-2026-upper-house", "start": "2026", "total": 6}
    return known | {"seats": by_party, "source": SOURCE} | fields


def reasons(report):
    return [record.reason for record in report.rejected]


def test_parties_renames_merges_and_completes_a_party(india, tmp_path):
    entry = party(new_slug="bharatiya-janata-party-in", merge=["bjp-in"], wikidata="Q10230", founded=1980)

    report = run(tmp_path, parties=[entry])

    found = Entity.objects.get(kind="party")
    assert reasons(report) == []
    assert (found.name, found.slug, found.party_details.founded_year) == (entry["party"], entry["new_slug"], 1980)
    assert {"Indian People's Party", "BJP"} <= {other.name for other in found.other_names.all()}
    assert {row.slug for row in found.redirects.all()} == {"indian-peoples-party-in", "bjp-in"}
    assert found.identifiers.filter(scheme="wikidata").get().value == "Q10230"


def test_parties_and_compositions_change_nothing_the_second_time(india, tmp_path):
    lists = {
        "parties": [party(new_slug="b-in", merge=["bjp-in"]), party(party="New Party", slug="", country="in")],
        "compositions": [seats()],
    }
    run(tmp_path, **lists)

    report = run(tmp_path, **lists)

    assert reasons(report) == []
    assert not any((report.created, report.updated, report.removed))


def test_parties_creates_a_new_party_next_to_another_with_its_name(india, tmp_path):
    run(tmp_path, parties=[party(party="BJP", slug="", country="in")])

    assert Entity.objects.filter(kind="party", name="BJP").count() == 2


def test_compositions_has_the_seats_of_known_and_new_parties_and_of_independents(india, tmp_path):
    report = run(
        tmp_path, parties=[party(party="New Party", slug="", country="in")], compositions=[seats(chamber_seats=6)]
    )

    assert reasons(report) == []
    assert Entity.objects.get(slug="council-of-states").institution_details.seats == 6
    composition = Composition.objects.get(institution__slug="council-of-states")
    assert (composition.total, composition.verified_at) == (6, date(2026, 10, 5))
    assert composition.election.slug == "india-2026-upper-house"
    shares = [(share.name, share.party and share.party.slug, share.seats) for share in composition.shares.all()]
    assert sorted(shares) == [
        ("Independents", None, 1),
        ("Indian People's Party", "indian-peoples-party-in", 3),
        ("New Party", "new-party-in", 2),
    ]


@pytest.mark.parametrize(
    ("lists", "reason"),
    [
        ({"parties": [party(slug="gone-in")]}, "no party 'gone-in'"),
        ({"parties": [party(slug="")]}, "no country"),
        ({"parties": [party(slug="", country="in", merge=["bjp-in"])]}, "cannot be read: KeyError('slug')"),
        ({"parties": [party(merge=["council-of-states"])]}, "is not merged into"),
        ({"parties": [party(new_slug="bjp-in")]}, "is taken"),
        ({"compositions": [seats(total=7)]}, "add up to 6, not 7"),
        ({"compositions": [seats(chamber="bjp-in")]}, "no institution 'bjp-in'"),
        ({"compositions": [seats(seats=["bjp-in"])]}, "cannot be read: AttributeError"),
    ],
)
def test_read_rejects_an_entry_about_entities_that_do_not_fit(india, tmp_path, lists, reason):
    assert any(reason in text for text in reasons(run(tmp_path, **lists)))


def test_parties_removes_the_names_of_another_party_and_keeps_the_others(india, tmp_path):
    known = Entity.objects.get(slug="indian-peoples-party-in")
    for name in ("Congress", "Lotus"):
        factories.OtherNameFactory(entity=known, name=name)

    report = run(tmp_path, parties=[party(remove_names=["Congress"])])

    assert reasons(report) == []
    assert {name.name for name in known.other_names.all()} == {"Lotus", "Indian People's Party"}
    assert run(tmp_path, parties=[party(remove_names=["Congress"])]).updated["other names"] == 0
