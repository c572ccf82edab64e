import pytest

from graph.importers.records import BrokenFile, EntityRecord, RejectedRecord, RelationshipRecord
from graph.models import Change, Entity, Relationship
from tests.graph.importers.writer.conftest import PARLIAMENT, changed_nothing, country, holds, person, source


def test_an_import_creates_entities_with_their_facts_and_statements(bring):
    report = bring(country(capital="Paris"), *PARLIAMENT, person(birth_year=1977), holds())

    politician = Entity.objects.get(slug="marie-martin")
    assert politician.details.birth_year == 1977
    assert politician.outgoing.get().object.slug == "member-of-the-national-assembly-of-france"
    assert politician.citations.get().facts == ["birth_year", "name"]
    assert report.created["politician"] == 1


def test_an_import_twice_changes_nothing(france, bring):
    records = (*PARLIAMENT, person(birth_year=1977), holds(), holds(start="2017-06-21", end=""))
    bring(*records)
    before = _everything()

    report = bring(*records)

    assert changed_nothing(report)
    assert _everything() == before


def test_a_broken_record_is_refused_and_the_others_go_on(france, bring):
    report = bring(*PARLIAMENT, person("p1", "Marie\u202eMartin"), person("p2", "Paul Petit"), holds("p2"))

    assert [refusal.line for refusal in report.rejected] == ["people.csv:p1"]
    assert Entity.objects.filter(slug="paul-petit").exists()


@pytest.mark.parametrize(
    "record",
    [
        person(birth_year=20_000),
        person(shoe_size=42),
        person(name=""),
        person(name="x" * 301),
        EntityRecord(key="p1", kind="monarch", name="Louis", country_code="fr"),
        EntityRecord(key="p1", kind="politician", name="Louis", country_code="zz"),
        EntityRecord(key="p1", kind="politician", name="Louis", country_code=None),
    ],
    ids=["a year that is none", "an unknown fact", "no name", "a long name", "a kind", "a country", "no country"],
)
def test_what_the_database_would_refuse_is_refused_before(france, bring, record):
    report = bring(*PARLIAMENT, record, holds())

    assert len(report.rejected) == 2, "the record, and the statement that speaks of it"
    assert not Entity.objects.of_kind("politician").exists()


@pytest.mark.parametrize(
    ("record", "reason"),
    [
        (holds(start="2017", end="2012"), "before it starts"),
        (holds(start="12/06/2017"), "no date like"),
        (holds(object_="nowhere"), "does not exist"),
        (RelationshipRecord(type="politician_member_of_party", subject="p1", object="seat"), "joins a politician"),
        (RelationshipRecord(type="married_to", subject="p1", object="seat"), "no type"),
    ],
)
def test_a_statement_that_cannot_be_is_refused_with_its_reason(france, bring, record, reason):
    report = bring(*PARLIAMENT, person(), holds(), record)

    assert [reason in refusal.reason for refusal in report.rejected] == [True]


def test_what_the_reader_refused_is_in_the_report(france, bring):
    report = bring(RejectedRecord(reason="no name", line="people.csv:7"))

    assert report.rejected == [RejectedRecord(reason="no name", line="people.csv:7")]


def test_a_broken_file_leaves_the_graph_as_it_was(france, bring):
    before = _everything()

    def records():
        yield person()
        raise BrokenFile("people.csv is cut short.")

    with pytest.raises(BrokenFile):
        bring(*records())
    assert _everything() == before


def test_a_dry_run_reports_and_writes_nothing(france, bring):
    before = _everything()

    report = bring(*PARLIAMENT, person(), holds(), dry_run=True)

    assert report.created["politician"] == 1
    assert _everything() == before


def test_a_politician_without_an_office_is_refused_unless_the_graph_knows_them(france, bring):
    bring(*PARLIAMENT, person(), holds())

    report = bring(person(), person("p2", "Paul Petit"), source=source("another"))

    assert [refusal.reason for refusal in report.rejected] == ["'Paul Petit' holds no office that a source knows"]


def test_every_entity_that_is_written_is_in_the_journal(france, bring):
    bring(*PARLIAMENT, person(), holds())
    bring(person(birth_year=1977), source=source("another", rank=60))

    changes = Change.objects.filter(entity__slug="marie-martin")

    assert [(change.action, change.via) for change in changes] == [("created", "register"), ("updated", "another")]
    assert changes[1].fields["birth_year"] == [None, 1977]


def test_a_first_load_bears_the_day_of_its_source(bring):
    bring(country(), dated_by_source=True)

    assert Entity.objects.get(slug="france").updated_at.isoformat() == "2026-01-22T00:00:00+00:00"


def _everything():
    entities = Entity.objects.with_details().order_by("pk")
    return (
        [(entity.pk, entity.name, entity.slug, entity.updated_at, entity.description) for entity in entities],
        list(Relationship.objects.order_by("pk").values_list()),
        Change.objects.count(),
    )
