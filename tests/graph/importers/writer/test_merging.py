"""Test how imports merge the records of several sources about one entity."""

from dataclasses import replace
from datetime import date

from graph.actions import merge
from graph.importers.records import EntityRecord, IdentifierRecord, NameRecord, RelationshipRecord
from graph.models import Entity, Relationship
from tests.graph.importers.writer.conftest import PARLIAMENT, changed_nothing, country, holds, party, person, source

LOW = source("low", rank=20)
HIGH = source("high", rank=80)


def test_write_takes_a_fact_of_a_source_with_a_higher_rank(bring):
    bring(country(capital="Lyon"), source=LOW)
    bring(country(capital="Paris"), source=HIGH)

    assert Entity.objects.get(slug="france").details.capital == "Paris"


def test_write_takes_only_missing_facts_of_a_source_with_a_lower_rank(bring):
    bring(country(capital="Paris"), source=HIGH)
    bring(country(capital="Lyon", continent="Europe"), source=LOW)

    details = Entity.objects.get(slug="france").details
    assert (details.capital, details.continent) == ("Paris", "Europe")


def test_write_takes_a_new_value_of_the_same_source(bring):
    bring(country(population=67_000_000), source=LOW)
    report = bring(country(population=68_000_000), source=LOW)

    assert Entity.objects.get(slug="france").details.population == 68_000_000
    assert report.updated["country"] == 1


def test_write_changes_no_value_of_an_editor(bring):
    bring(country(capital="Paris"), source=LOW)
    entity = Entity.objects.get(slug="france")
    entity.citations.update(facts=["name"])

    bring(country(capital="Lyon"), source=HIGH)

    assert Entity.objects.get(slug="france").details.capital == "Paris"


def test_write_cites_each_source_for_its_facts(bring):
    bring(country(capital="Lyon", continent="Europe"), source=LOW)
    bring(country(capital="Paris"), source=HIGH)

    cited = Entity.objects.get(slug="france").citations.values_list("source__slug", "facts")
    assert dict(cited) == {"low": ["continent"], "high": ["capital", "name"]}


def test_write_makes_the_old_display_name_another_name(france, bring):
    bring(*PARLIAMENT, person(identifiers=[("wikidata", "Q1")]), holds(), source=LOW)
    bring(person(name="Marie Martin-Roux", identifiers=[("wikidata", "Q1")]), source=HIGH)

    politician = Entity.objects.of_kind("politician").get()
    assert politician.name == "Marie Martin-Roux"
    assert politician.slug == "marie-martin", "a slug never changes"
    assert [other.name for other in politician.other_names.all()] == ["Marie Martin"]


def test_write_adds_a_name_once(france, bring):
    bring(
        *PARLIAMENT,
        EntityRecord(
            key="p1",
            kind="politician",
            name="Marie Martin",
            country_code="fr",
            other_names=(NameRecord(name="Marie Martin"), NameRecord(name="M. Martin"), NameRecord(name="M. Martin")),
        ),
        holds(),
    )

    assert [other.name for other in Entity.objects.get(slug="marie-martin").other_names.all()] == ["M. Martin"]


def test_write_merges_no_parties_with_different_keys_in_one_register(france, bring):
    parties = [
        EntityRecord(
            key=f"party:{number}",
            kind="party",
            name="Socialist Party",
            country_code="fr",
            identifiers=(IdentifierRecord(scheme="partyfacts", value=str(number)),),
        )
        for number in (1, 2)
    ]

    bring(*parties)

    assert Entity.objects.of_kind("party").count() == 2


def test_write_keeps_both_starts_of_a_party_that_was_merged(france, bring):
    records = []
    for number, start in ((1, "1993"), (2, "1980")):
        identifiers = (IdentifierRecord(scheme="partyfacts", value=str(number)),)
        records.append(
            EntityRecord(key=f"{number}", kind="party", name=start, country_code="fr", identifiers=identifiers)
        )
        records.append(RelationshipRecord("party_operates_in_country", f"{number}", "country:fr", start))
    bring(country(), *records, source=LOW)
    parties = Entity.objects.of_kind("party")
    merge(entity=parties.get(name="1993"), into=parties.get(name="1980"))

    bring(country(), *records[2:], *records[:2], source=LOW)

    starts = Relationship.objects.filter(type="party_operates_in_country").values_list("start_date", flat=True)
    assert sorted(starts) == ["1980", "1993"]


def test_write_takes_the_dates_of_a_term_from_the_higher_rank(france, bring):
    bring(*PARLIAMENT, person(), holds(start="2012-06-20", end="2017-06-20"), source=LOW)
    bring(*PARLIAMENT, person(), holds(start="2012-06-17", end="2017-06-20"), source=HIGH)

    relationship = Entity.objects.get(slug="marie-martin").outgoing.get()
    assert (relationship.start_date, relationship.source.slug) == ("2012-06-17", "high")


def test_write_adds_no_overlapping_term_of_a_lower_rank(france, bring):
    bring(*PARLIAMENT, person(), holds(start="2012-06-17", end="2017-06-20"), source=HIGH)
    bring(*PARLIAMENT, person(), holds(start="2012", end="2015"), holds(start="2015", end=""), source=LOW)

    relationship = Entity.objects.get(slug="marie-martin").outgoing.get()
    assert (relationship.start_date, relationship.end_date) == ("2012-06-17", "2017-06-20")


def test_write_replaces_all_overlapping_terms_of_a_lower_rank(france, bring):
    bring(*PARLIAMENT, person(), holds(start="2012", end="2015"), holds(start="2015", end="2017"), source=LOW)
    report = bring(*PARLIAMENT, person(), holds(start="2012-06-17", end="2017-06-20"), source=HIGH)

    relationship = Entity.objects.get(slug="marie-martin").outgoing.get()
    assert (relationship.start_date, relationship.end_date) == ("2012-06-17", "2017-06-20")
    assert report.removed["politician_holds_office"] == 1


def test_write_takes_a_missing_start_from_a_lower_rank(france, bring):
    bring(*PARLIAMENT, person(), holds(start="", end="2017-06-20"), source=HIGH)
    bring(*PARLIAMENT, person(), holds(start="2012-06-20", end="2017-06-20"), source=LOW)

    assert Entity.objects.get(slug="marie-martin").outgoing.get().start_date == "2012-06-20"


def operates(start="", end=""):
    return RelationshipRecord("party_operates_in_country", "Greens", "country:fr", start, end)


def test_write_cites_the_source_that_gives_the_start(france, bring):
    for order in ((HIGH, LOW), (LOW, HIGH), (LOW, HIGH)):
        for one in order:
            bring(party("Greens"), operates(start="1990" if one is LOW else ""), source=one)

        relationship = Relationship.objects.get(type="party_operates_in_country")
        assert (relationship.start_date, relationship.source.slug) == ("1990", "low")

    assert changed_nothing(bring(party("Greens"), operates(), source=HIGH))


def test_write_takes_no_end_that_another_source_contradicts_later(france, bring):
    old = source("old", rank=20, retrieved=date(2025, 7, 31))
    for _ in range(2):
        bring(party("Greens"), operates(start="1990", end="2005"), source=old)
        bring(party("Greens"), operates(), source=HIGH)

    relationship = Relationship.objects.get(type="party_operates_in_country")
    assert (relationship.source.slug, relationship.end_date) == ("old", "")
    assert relationship.verified_at == date(2026, 1, 22)


def test_write_cites_the_source_that_gives_the_end(france, bring):
    bring(party("Greens"), operates(end="2005"), source=HIGH)
    bring(party("Greens"), operates(start="1990"), source=LOW)
    bring(party("Greens"), operates(end="2005"), source=HIGH)

    relationship = Relationship.objects.get(type="party_operates_in_country")
    assert (relationship.start_date, relationship.end_date, relationship.source.slug) == ("1990", "2005", "high")


def test_write_takes_both_dates_from_the_source_that_has_the_end(france, bring):
    seen = replace(operates(start="1990-05-04"), verified_at=date(2001, 1, 1))
    for order in ((HIGH, LOW), (LOW, HIGH), (LOW, HIGH)):
        for one in order:
            bring(party("Greens"), seen if one is HIGH else operates(start="1990", end="2005"), source=one)

        relationship = Relationship.objects.get(type="party_operates_in_country")
        assert (relationship.start_date, relationship.end_date, relationship.source.slug) == ("1990", "2005", "low")

    assert changed_nothing(bring(party("Greens"), seen, source=HIGH))


def test_write_adds_two_terms_of_one_source(france, bring):
    bring(*PARLIAMENT, person(), holds(start="2007", end="2012"), holds(start="2012", end="2017"))

    assert Entity.objects.get(slug="marie-martin").outgoing.count() == 2


def test_write_drops_an_end_that_a_later_confirmation_contradicts(france, bring):
    bring(*PARLIAMENT, person(), holds(start="2012", end="2015"), source=LOW)
    bring(*PARLIAMENT, person(), holds(start="2012", end=""), source=HIGH)

    assert Entity.objects.get(slug="marie-martin").outgoing.get().end_date == ""


def test_write_takes_a_later_end_from_a_lower_rank(france, bring):
    seen_in_2013 = holds(start="2012", end="", verified_at=date(2013, 1, 1))
    bring(*PARLIAMENT, person(), seen_in_2013, source=HIGH)
    bring(*PARLIAMENT, person(), holds(start="2012", end="2015"), source=LOW)

    assert Entity.objects.get(slug="marie-martin").outgoing.get().end_date == "2015"


def test_write_leaves_the_first_value_of_two_sources_with_equal_rank(bring):
    bring(country(capital="Paris"), source=source("one", rank=50))
    bring(country(capital="Lyon"), source=source("two", rank=50))

    assert Entity.objects.get(slug="france").details.capital == "Paris"


def test_write_joins_consecutive_memberships_in_one_party(france, bring):
    party = EntityRecord(key="party", kind="party", name="Socialist Party", country_code="fr")
    pieces = [
        person("p1", identifiers=[("wikidata", "Q1")]),
        person("p2", identifiers=[("wikidata", "Q1")]),
        holds("p1", start="2007", end="2012"),
        holds("p2", start="2012", end="2017"),
        member("p1", start="2007", end="2012"),
        member("p2", start="2012", end="2017"),
    ]

    bring(*PARLIAMENT, party, *pieces)

    relationship = Entity.objects.get(slug="marie-martin").outgoing.get(type="politician_member_of_party")
    assert (relationship.start_date, relationship.end_date) == ("2007", "2017")
    assert changed_nothing(bring(*PARLIAMENT, party, *pieces))


def member(subject, start, end):
    return RelationshipRecord(
        type="politician_member_of_party", subject=subject, object="party", start_date=start, end_date=end
    )
