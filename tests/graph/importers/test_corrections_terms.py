"""Test office holders in files of corrections: with whom they are matched, and which lines are rejected."""

from datetime import date
from itertools import pairwise

import pytest
import yaml

from graph.importers import corrections
from graph.importers.records import RejectedRecord
from graph.importers.writer import known_countries, write
from graph.management.commands.load_catalogue import CATALOGUE
from graph.models import Entity, Relationship
from graph.text import dates
from tests import factories

AS_OF = date(2026, 1, 22)
GROUP = {"country": "fr", "office": "President of France", "source": "https://example.org/presidents"}
HOLLANDE = {"holder": "François Hollande", "birth_year": 1954, "start": date(2012, 5, 15), "end": date(2017, 5, 14)}


@pytest.fixture
def france(db):
    country = factories.CountryFactory(name="France", slug="france", country_code="fr")
    office = factories.OfficeFactory(name="President of France", country_code="fr", slug="president-of-france")
    party = factories.PartyFactory(name="Socialist Party", country_code="fr")
    factories.OtherNameFactory(entity=party, name="PS", kind="acronym")
    return country, office, party


def records(tmp_path, *holders, **group):
    path = tmp_path / "leaders.yaml"
    path.write_text(yaml.safe_dump({"as_of": AS_OF, "terms": [GROUP | group | {"holders": list(holders)}]}))
    return list(corrections.read(path, known_countries()))


def run(tmp_path, *holders, **group):
    return write(corrections.SOURCE, records(tmp_path, *holders, **group), today=AS_OF)


def relationships(type_):
    rows = Relationship.objects.filter(type=type_).order_by("start_date")
    return list(rows.values_list("subject__name", "object__name", "start_date", "end_date", "role"))


def reasons(report):
    return [(record.line, record.reason) for record in report.rejected]


def test_terms_creates_the_holder_and_cites_the_page_of_the_office(france, tmp_path):
    report = run(tmp_path, HOLLANDE)

    holder = Entity.objects.get(kind="politician")
    assert reasons(report) == []
    assert relationships("politician_holds_office") == [
        ("François Hollande", "President of France", "2012-05-15", "2017-05-14", "")
    ]
    assert (holder.country_code, holder.details.birth_year) == ("fr", 1954)
    assert holder.citations.get().url == "https://example.org/presidents"


def test_terms_are_verified_on_the_day_of_the_file(france, tmp_path):
    path = tmp_path / "leaders.yaml"
    path.write_text(yaml.safe_dump({"as_of": date(2024, 3, 1), "terms": [GROUP | {"holders": [HOLLANDE]}]}))

    write(corrections.SOURCE, corrections.read(path, known_countries()), today=AS_OF)

    assert Relationship.objects.get(type="politician_holds_office").verified_at == date(2024, 3, 1)


def test_terms_of_a_group_with_a_day_of_its_own_are_verified_on_this_day(france, tmp_path):
    run(tmp_path, HOLLANDE, as_of=date(2026, 10, 5))

    assert Relationship.objects.get(type="politician_holds_office").verified_at == date(2026, 10, 5)


def test_terms_cites_both_pages_of_a_holder(france, tmp_path):
    run(tmp_path, HOLLANDE)
    run(tmp_path, HOLLANDE, HOLLANDE | {"second_source": "https://example.org/news"})
    citation = Entity.objects.get(kind="politician").citations.get()
    assert (citation.url, citation.note) == ("https://example.org/presidents", "Also: https://example.org/news")


def test_terms_confirms_a_holder_of_the_same_name_whose_term_has_begun(france, tmp_path):
    run(tmp_path, {"holder": "Anne", "start": "2024-05-14"})

    report = run(tmp_path, {"holder": "Anne", "birth_year": 1970, "start": "2024-05-14"}, as_of=date(2026, 10, 5))

    assert (report.created["politician"], Entity.objects.filter(kind="politician").count()) == (0, 1)
    assert Relationship.objects.get(type="politician_holds_office").verified_at == date(2026, 10, 5)


def test_terms_of_an_unconfirmed_holder_have_an_unknown_status_until_a_later_entry_confirms_them(france, tmp_path):
    terms, statuses = Relationship.objects.with_status(date(2026, 11, 1)), []
    for more in ({}, {"unconfirmed": True}, {}):
        run(tmp_path, {"holder": "Anne", "start": "2024-05-14"} | more, as_of=date(2026, 10, 5))
        statuses.append(terms.get(type="politician_holds_office").status)

    assert statuses == ["current", "unknown", "current"]


def test_terms_keeps_holders_of_one_office_apart_who_were_born_in_different_years(france, tmp_path):
    run(tmp_path, {"holder": "Anne", "birth_year": 1940, "start": "1990", "end": "1995"})

    run(tmp_path, {"holder": "Anne", "birth_year": 1970, "start": "2024-05-14"})

    assert Entity.objects.filter(kind="politician").count() == 2


def test_terms_finds_an_office_by_any_name_and_does_not_rename_it(france, tmp_path):
    factories.OtherNameFactory(entity=france[1], name="Président de la République")

    run(tmp_path, HOLLANDE, office="PRESIDENT de la Republique")

    assert [name for _, name, *_ in relationships("politician_holds_office")] == ["President of France"]
    assert Entity.objects.filter(kind="office").count() == 1


def test_terms_rejects_a_misspelt_office_once_with_all_its_holders(france, tmp_path):
    report = run(tmp_path, HOLLANDE, HOLLANDE | {"holder": "Jacques Chirac"}, office="Presdent of France")

    assert reasons(report) == [("leaders.yaml: Presdent of France", "fr has no office 'Presdent of France'")]
    assert not Entity.objects.filter(kind="politician").exists()


def test_terms_creates_an_office_that_has_a_type(france, tmp_path):
    run(tmp_path, HOLLANDE, office="First Consul of France", office_type="head of state")

    office = Entity.objects.get(name="First Consul of France")
    assert office.details.office_type == "head of state"
    assert relationships("office_in_country") == [("First Consul of France", "France", "", "", "")]


def test_terms_finds_a_known_holder_by_name_and_year(france, tmp_path):
    known = factories.PoliticianFactory(name="HOLLANDE François", details__birth_year=1954)
    seat = factories.OfficeFactory(name="Member of Parliament of France", country_code="fr")
    factories.RelationshipFactory(type="politician_holds_office", subject=known, object=seat, start_date="1997-06-12")

    run(tmp_path, HOLLANDE)

    assert Entity.objects.get(kind="politician").pk == known.pk


def test_terms_finds_a_known_holder_by_the_name_of_another_source(france, tmp_path):
    known = factories.PoliticianFactory(name="François Gérard Hollande", details__birth_year=1954)

    run(tmp_path, HOLLANDE | {"also": "François Gérard Hollande"})

    holder = Entity.objects.get(kind="politician")
    assert (holder.pk, [other.name for other in holder.other_names.all()]) == (known.pk, ["François Hollande"])


def test_terms_finds_a_namesake_by_an_identifier(france, tmp_path):
    factories.PoliticianFactory(name="François Hollande", slug="one", country_code="fr")
    expected = factories.PoliticianFactory(name="François Hollande", slug="two", country_code="fr")
    factories.IdentifierFactory(entity=expected, scheme="everypolitician", value="abc")

    run(tmp_path, HOLLANDE | {"identifiers": {"everypolitician": "abc"}})

    assert Relationship.objects.get(type="politician_holds_office").subject_id == expected.pk


def test_terms_creates_one_holder_of_two_terms_with_different_parties(france, tmp_path):
    factories.PartyFactory(name="Rally for the Republic", country_code="fr")

    run(
        tmp_path,
        {"holder": "Jacques Chirac", "start": "1974", "end": "1976", "party": "Socialist Party"},
        {
            "holder": "Jacques Chirac",
            "start": "1986",
            "end": "1988",
            "party": "Rally for the Republic",
            "role": "acting",
        },
    )

    assert Entity.objects.filter(kind="politician").count() == 1
    assert [row[2:] for row in relationships("politician_holds_office")] == [
        ("1974", "1976", ""),
        ("1986", "1988", "acting"),
    ]


def test_terms_creates_two_holders_with_different_years_of_birth(france, tmp_path):
    run(tmp_path, HOLLANDE, HOLLANDE | {"birth_year": 1901, "start": "1950", "end": "1951"})

    assert Entity.objects.filter(kind="politician").count() == 2


def test_terms_gives_a_holder_from_abroad_the_home_country(france, tmp_path):
    factories.CountryFactory(name="Andorra", slug="andorra", country_code="ad")
    factories.OfficeFactory(name="Co-Prince of Andorra", country_code="ad")
    run(tmp_path, HOLLANDE | {"home": "fr"}, country="ad", office="Co-Prince of Andorra")

    held = Relationship.objects.get(type="politician_holds_office")
    assert (held.subject.country_code, held.position) == ("fr", 1)


def test_terms_adds_a_membership_without_the_dates_of_the_term(france, tmp_path):
    run(tmp_path, HOLLANDE | {"party": "PS", "role": "acting"})

    assert relationships("politician_member_of_party") == [("François Hollande", "Socialist Party", "", "", "")]
    membership = Relationship.objects.get(type="politician_member_of_party")
    assert membership.verified_at == date(2017, 5, 14)
    assert Entity.objects.filter(kind="party").count() == 1


def test_terms_does_not_change_a_membership_of_another_source(france, tmp_path):
    known = factories.PoliticianFactory(name="Hollande François", details__birth_year=1954)
    factories.RelationshipFactory(
        type="politician_member_of_party", subject=known, object=france[2], start_date="1979", end_date="2018"
    )

    run(tmp_path, HOLLANDE | {"party": "Socialist Party"})

    assert [row[2:4] for row in relationships("politician_member_of_party")] == [("1979", "2018")]


def test_terms_confirms_a_membership_until_the_end_of_the_last_term(france, tmp_path):
    earlier = {"start": date(2007, 5, 16), "end": date(2010, 5, 14)}
    run(tmp_path, HOLLANDE | {"party": "PS"}, HOLLANDE | {"party": "PS"} | earlier)

    membership = Relationship.objects.get(type="politician_member_of_party")
    assert (membership.start_date, membership.verified_at) == ("", date(2017, 5, 14))


def test_terms_rejects_an_unknown_party(france, tmp_path):
    report = run(tmp_path, HOLLANDE | {"party": "Popular Front"})

    assert reasons(report) == [
        ("leaders.yaml: President of France: François Hollande", "fr has no party 'Popular Front'")
    ]


def test_terms_rejects_the_name_of_two_parties(france, tmp_path):
    factories.PartyFactory(name="Socialist Party", slug="socialist-party-fr-2", country_code="fr")

    report = run(tmp_path, HOLLANDE | {"party": "Socialist Party"})

    assert [reason for _, reason in reasons(report)] == ["fr has several party 'Socialist Party'"]


@pytest.mark.parametrize(
    ("holder", "reason"),
    [
        ({"start": "2012"}, "an entry has no holder"),
        ({"holder": "Anne"}, "an entry has no start"),
        ({"holder": "Anne", "start": "2012", "colour": "green"}, "an unknown field"),
        ({"holder": "Anne", "start": "2012", "source": "a book"}, "'a book' is no web address"),
        ({"holder": "Anne", "start": "May 2012"}, "May 2012"),
        ({"holder": "Anne", "start": "2012", "end": "2011"}, "ends"),
        ("Anne", "an unknown field"),
    ],
)
def test_terms_rejects_an_invalid_line_with_its_reason(france, tmp_path, holder, reason):
    report = run(tmp_path, holder)

    assert any(reason in found for _, found in reasons(report))
    assert relationships("politician_holds_office") == []


@pytest.mark.parametrize(
    ("group", "reason"),
    [
        ({"source": ""}, "an entry has no source"),
        ({"source": "http://example.org"}, "'http://example.org' is no web address"),
        ({"second_source": "a book"}, "'a book' is no web address"),
        ({"as_of": "spring"}, "'spring' is no day"),
        ({"colour": "green"}, "an unknown field"),
        ({"country": ""}, "an entry has no country"),
    ],
)
def test_terms_rejects_an_invalid_group_with_its_reason(france, tmp_path, group, reason):
    found = records(tmp_path, HOLLANDE, **group)

    assert [isinstance(record, RejectedRecord) and reason in record.reason for record in found] == [True]


def test_terms_changes_nothing_the_second_time(france, tmp_path):
    lines = (HOLLANDE | {"party": "PS"}, {"holder": "Anne", "start": "2017-05-14"})
    run(tmp_path, *lines)

    report = run(tmp_path, *lines)

    assert not any(report.created.values())
    assert not any(report.updated.values())


def test_shipped_terms_of_an_office_do_not_overlap():
    """Acting holders and co-presidents are left out, because their terms may overlap with other terms."""
    files = (CATALOGUE / "corrections").glob("leaders-*.yaml")
    groups = [group for file in files for group in yaml.safe_load(file.read_text("utf-8")).get("terms", [])]

    for group in groups:
        regular = [holder for holder in group["holders"] if holder.get("role") not in ("acting", "co-president")]
        terms = sorted((str(holder["start"]), str(holder.get("end", "")), holder["holder"]) for holder in regular)
        for (_, end, holder), (start, _, successor) in pairwise(terms):
            assert end, (group["office"], holder)
            assert dates.first_day(end) <= dates.last_day(start), (group["office"], holder, successor)
