import pytest

from graph.importers.records import BrokenFile, RejectedRecord, RelationshipRecord
from graph.models import Change, Entity, Relationship
from tests.graph.importers.writer.conftest import PARLIAMENT, changed_nothing, country, holds, person, source


def test_write_creates_entities_with_their_facts_and_relationships(bring):
    report = bring(country(capital="Paris"), *PARLIAMENT, person(birth_year=1977), holds())

    politician = Entity.objects.get(slug="marie-martin")
    assert politician.details.birth_year == 1977
    assert politician.outgoing.get().object.slug == "member-of-the-national-assembly-of-france"
    assert politician.citations.get().facts == ["birth_year", "name"]
    assert report.created["politician"] == 1


def test_write_changes_nothing_the_second_time(france, bring):
    records = (*PARLIAMENT, person(birth_year=1977), holds(), holds(start="2017-06-21", end=""))
    bring(*records)
    before = _everything()

    report = bring(*records)

    assert changed_nothing(report)
    assert _everything() == before


def test_write_rejects_an_invalid_record_and_writes_the_others(france, bring):
    report = bring(*PARLIAMENT, person("p1", "Marie\u202eMartin"), person("p2", "Paul Petit"), holds("p2"))

    assert [record.line for record in report.rejected] == ["people.csv:p1"]
    assert Entity.objects.filter(slug="paul-petit").exists()


def test_write_rejects_an_invalid_entity_and_its_relationships(france, bring):
    report = bring(*PARLIAMENT, person(birth_year=20_000), holds())

    assert len(report.rejected) == 2, "the entity, and its relationship"
    assert not Entity.objects.of_kind("politician").exists()


@pytest.mark.parametrize(
    ("record", "reason"),
    [
        (holds(start="2017", end="2012"), "before it starts"),
        (holds(object_="nowhere"), "does not exist"),
        (RelationshipRecord(type="politician_member_of_party", subject="p1", object="seat"), "joins a politician"),
    ],
)
def test_write_rejects_an_invalid_relationship_with_its_reason(france, bring, record, reason):
    report = bring(*PARLIAMENT, person(), holds(), record)

    assert [reason in rejected.reason for rejected in report.rejected] == [True]


def test_write_reports_what_the_reader_rejected(france, bring):
    report = bring(RejectedRecord(reason="no name", line="people.csv:7"))

    assert report.rejected == [RejectedRecord(reason="no name", line="people.csv:7")]


def test_write_leaves_the_graph_as_it_was_if_a_file_is_broken(france, bring):
    before = _everything()

    def records():
        yield person()
        raise BrokenFile("people.csv is cut short.")

    with pytest.raises(BrokenFile):
        bring(*records())
    assert _everything() == before


def test_write_reports_a_dry_run_and_writes_nothing(france, bring):
    before = _everything()

    report = bring(*PARLIAMENT, person(), holds(), dry_run=True)

    assert report.created["politician"] == 1
    assert _everything() == before


def test_write_rejects_an_unknown_politician_without_an_office(france, bring):
    bring(*PARLIAMENT, person(), holds())

    report = bring(person(), person("p2", "Paul Petit"), source=source("another"))

    reason = "'Paul Petit' held no office and stood in no election that a source knows"
    assert [record.reason for record in report.rejected] == [reason]


def test_write_journals_every_entity_that_it_changes(france, bring):
    bring(*PARLIAMENT, person(), holds())
    bring(person(birth_year=1977), source=source("another", rank=60))

    changes = Change.objects.filter(entity__slug="marie-martin")

    assert [(change.action, change.via) for change in changes] == [("created", "register"), ("updated", "another")]
    assert changes[1].fields["birth_year"] == [None, 1977]


def test_write_dates_a_first_load_by_its_source(bring):
    bring(country(), dated_by_source=True)

    assert Entity.objects.get(slug="france").updated_at.isoformat() == "2026-01-22T00:00:00+00:00"


def _everything():
    entities = Entity.objects.with_details().order_by("pk")
    return (
        [(entity.pk, entity.name, entity.slug, entity.updated_at, entity.description) for entity in entities],
        list(Relationship.objects.order_by("pk").values_list()),
        Change.objects.count(),
    )
