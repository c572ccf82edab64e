"""Test memberships of parties in files of corrections: which person a line means, and which lines are rejected."""

from datetime import date

import pytest
import yaml

from graph.importers import corrections
from graph.importers.writer import known_countries, write
from graph.models import Entity, Relationship
from tests import factories
from tests.graph.importers.writer.conftest import changed_nothing

AS_OF = date(2026, 1, 22)
HAAS = {"country": "li", "holder": "Brigitte Haas", "party": "FBP", "source": "https://example.org/fbp"}


@pytest.fixture
def liechtenstein(db):
    factories.CountryFactory(name="Liechtenstein", slug="liechtenstein", country_code="li")
    party = factories.PartyFactory(name="Progressive Citizens' Party", country_code="li")
    factories.OtherNameFactory(entity=party, name="FBP", kind="acronym")
    return party


@pytest.fixture
def haas(liechtenstein):
    return person("Brigitte Haas")


def person(name, **fields):
    made = factories.PoliticianFactory(name=name, country_code="li", **fields)
    factories.IdentifierFactory(entity=made, scheme="record:cia-world-factbook", value=made.slug)
    return made


def run(tmp_path, *entries, **content):
    path = tmp_path / "parties.yaml"
    path.write_text(yaml.safe_dump({"as_of": AS_OF, "members": list(entries)} | content))
    return write(corrections.SOURCE, corrections.read(path, known_countries()), today=AS_OF)


def memberships():
    rows = Relationship.objects.filter(type="politician_member_of_party").order_by("start_date", "pk")
    return list(rows.values_list("subject", "object__name", "start_date", "end_date"))


def reasons(report):
    return [(record.line, record.reason) for record in report.rejected]


def test_members_adds_a_membership_as_of_the_day_of_the_file(liechtenstein, haas, tmp_path):
    report = run(tmp_path, HAAS, as_of=date(2025, 12, 1))

    assert reasons(report) == []
    assert memberships() == [(haas.pk, "Progressive Citizens' Party", "", "")]
    assert [row.verified_at for row in Relationship.objects.current(AS_OF)] == [date(2025, 12, 1)]
    assert haas.citations.get().url == "https://example.org/fbp"


def test_members_takes_a_start_as_precise_as_it_is(liechtenstein, haas, tmp_path):
    run(tmp_path, HAAS | {"start": 2015})

    assert [row[2] for row in memberships()] == ["2015"]


@pytest.mark.parametrize("name", ["Brigitte HAAS", "Brigitte Haas-Beck"])
def test_members_finds_a_person_by_any_name_in_any_word_order(liechtenstein, tmp_path, name):
    expected = person("Haas Brigitte")
    factories.OtherNameFactory(entity=expected, name="Haas-Beck Brigitte")

    run(tmp_path, HAAS | {"holder": name})

    assert [row[0] for row in memberships()] == [expected.pk]


def test_members_finds_a_namesake_by_the_year_of_birth(liechtenstein, tmp_path):
    person("Brigitte Haas", slug="older", details__birth_year=1930)
    expected = person("Brigitte Haas", slug="younger", details__birth_year=1964)

    run(tmp_path, HAAS | {"birth_year": 1964})

    assert [row[0] for row in memberships()] == [expected.pk]


def test_members_finds_a_person_with_an_unknown_year_of_birth(liechtenstein, tmp_path):
    expected = person("Brigitte Haas", details__birth_year=None)

    run(tmp_path, HAAS | {"birth_year": 1964})

    assert [row[0] for row in memberships()] == [expected.pk]


def test_members_confirms_an_old_membership_with_its_start(liechtenstein, haas, tmp_path):
    factories.RelationshipFactory(
        type="politician_member_of_party",
        subject=haas,
        object=liechtenstein,
        start_date="2009",
        end_date="2013",
        verified_at=date(2015, 11, 30),
    )

    run(tmp_path, HAAS)

    assert memberships() == [(haas.pk, "Progressive Citizens' Party", "2009", "")]
    assert Relationship.objects.current(AS_OF).exists()


def test_members_ignores_a_dissolved_party(liechtenstein, haas, tmp_path):
    dissolved = factories.PartyFactory(name="Progressive Citizens' Party", slug="dissolved", country_code="li")
    factories.RelationshipFactory(
        type="party_operates_in_country",
        subject=dissolved,
        object=Entity.objects.get(kind="country"),
        start_date="1918",
        end_date="1943",
    )

    run(tmp_path, HAAS | {"party": "Progressive Citizens' Party"})

    assert Relationship.objects.get(type="politician_member_of_party").object_id == liechtenstein.pk


@pytest.mark.parametrize(
    ("entry", "reason"),
    [
        (HAAS | {"party": "Free List"}, "li has no party 'Free List'"),
        (HAAS | {"party": "Fatherland Union"}, "li has several party 'Fatherland Union'"),
        (HAAS | {"holder": "Brigitta Haas"}, "li has no politician 'Brigitta Haas'"),
        (HAAS | {"holder": "Adrian Hasler"}, "li has several politician 'Adrian Hasler'"),
        (HAAS | {"birth_year": 1930}, "li has no politician 'Brigitte Haas'"),
        (HAAS | {"source": "a book"}, "'a book' is no web address"),
        (HAAS | {"end": "2025"}, "an entry has an unknown field"),
        ({"holder": "Brigitte Haas", "party": "FBP"}, "an entry has no country, source"),
    ],
)
def test_members_rejects_an_unclear_line(liechtenstein, tmp_path, entry, reason):
    person("Brigitte Haas", details__birth_year=1964)
    for number in (1, 2):
        person("Adrian Hasler", slug=f"adrian-hasler-{number}")
        factories.PartyFactory(name="Fatherland Union", slug=f"fatherland-union-{number}", country_code="li")
    before = Entity.objects.count()

    report = run(tmp_path, entry)

    assert reasons(report) == [(f"parties.yaml: {entry['holder']}", reason)]
    assert memberships() == []
    assert Entity.objects.count() == before


def test_members_rejects_a_line_that_is_no_entry(liechtenstein, tmp_path):
    report = run(tmp_path, "Brigitte Haas")

    assert reasons(report) == [("parties.yaml: Brigitte Haas", "an entry has an unknown field")]


@pytest.mark.parametrize("name", ["Haas Brigitte", "Brigitte Haas-Beck"])
def test_terms_adds_no_membership_that_has_a_line_of_its_own(liechtenstein, haas, tmp_path, name):
    office = factories.OfficeFactory(name="Prime Minister of Liechtenstein", country_code="li")
    factories.OtherNameFactory(entity=haas, name="Brigitte Haas-Beck")
    holder = {"holder": name, "start": "2013", "end": "2017", "party": "FBP"}
    group = {"country": "li", "office": office.name, "source": "https://example.org/", "holders": [holder]}
    factories.RelationshipFactory(
        type="politician_member_of_party", subject=haas, object=liechtenstein, start_date="2020"
    )

    reports = [run(tmp_path, HAAS | {"holder": "Brigitte Haas-Beck"}, terms=[group]) for _ in range(2)]

    assert [row[2:] for row in memberships()] == [("2020", "")]
    assert changed_nothing(reports[1])


def test_members_changes_nothing_the_second_time(liechtenstein, haas, tmp_path):
    run(tmp_path, HAAS)

    report = run(tmp_path, HAAS)

    assert changed_nothing(report)
