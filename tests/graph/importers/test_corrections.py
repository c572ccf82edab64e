from datetime import date

import pytest

from graph.importers import corrections
from graph.importers.countries import Countries, Country
from graph.importers.records import BrokenFile, RejectedRecord
from graph.importers.writer import write
from graph.management.commands.load_catalogue import CATALOGUE
from graph.models import Entity
from tests import factories

COUNTRIES = Countries([Country(code="ps", name="Palestine")])


def read(tmp_path, text):
    path = tmp_path / "corrections.yaml"
    path.write_text(text)
    return list(corrections.read(path, COUNTRIES))


def test_read_gives_a_record_that_cites_its_own_page(tmp_path):
    entry = "{key: a, kind: party, name: Fatah, country: ps, source: 'https://example.org/a'}"

    record = read(tmp_path, f"entities: [{entry}]\nrelationships: []")[0]

    assert (record.kind, record.name, record.country_code, record.url) == (
        "party",
        "Fatah",
        "ps",
        "https://example.org/a",
    )


def test_read_takes_a_relationship_from_a_short_list(tmp_path):
    text = "entities: []\nrelationships: [[a, party_operates_in_country, 'country:ps', {start: '1959'}]]"

    record = read(tmp_path, text)[0]

    assert (record.subject, record.type, record.object, record.start_date) == (
        "a",
        "party_operates_in_country",
        "country:ps",
        "1959",
    )


@pytest.mark.parametrize(
    ("entry", "reason"),
    [
        ("{key: a, kind: party, name: Fatah, country: ps}", "no source"),
        ("{key: a, kind: party, name: Fatah, source: x, colour: green}", "an unknown field"),
        ("Fatah", "an unknown field"),
    ],
)
def test_read_rejects_an_entry_without_its_source_or_with_an_unknown_field(tmp_path, entry, reason):
    records = read(tmp_path, f"entities: [{entry}]\nrelationships: []")

    assert [isinstance(record, RejectedRecord) and reason in record.reason for record in records] == [True]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "something other"),
        ("[]", "something other"),
        ("entities: [", "cannot be read"),
        ("persons: []", "something other"),
        ("entities: {}", "no list"),
        ("terms: []", "no day in as_of"),
        ("{terms: [], as_of: yesterday}", "no day in as_of"),
        ("members: []", "no day in as_of"),
    ],
)
def test_read_raises_broken_file_for_another_shape(tmp_path, text, reason):
    with pytest.raises(BrokenFile, match=reason):
        read(tmp_path, text)


def test_read_takes_the_files_of_a_folder_in_the_order_of_their_names(tmp_path):
    for name in ("b", "a"):
        entry = f"{{key: {name}, kind: party, name: Fatah, country: ps, source: 'https://example.org/{name}'}}"
        (tmp_path / f"{name}.yaml").write_text(f"entities: [{entry}]")

    records = list(corrections.read(tmp_path, COUNTRIES))

    assert [(record.key, record.line) for record in records] == [("a", "a.yaml: a"), ("b", "b.yaml: b")]


def test_read_raises_broken_file_before_the_first_record_of_the_folder(tmp_path):
    entry = "{key: a, kind: party, name: Fatah, country: ps, source: 'https://example.org/a'}"
    (tmp_path / "a.yaml").write_text(f"entities: [{entry}]")
    (tmp_path / "b.yaml").write_text("[]")

    with pytest.raises(BrokenFile, match="b"):
        next(corrections.read(tmp_path, COUNTRIES))


def test_read_raises_broken_file_for_a_folder_without_a_file(tmp_path):
    with pytest.raises(BrokenFile, match="no corrections"):
        list(corrections.read(tmp_path, COUNTRIES))


@pytest.mark.django_db
def test_shipped_corrections_all_cite_a_web_address():
    records = list(corrections.read(CATALOGUE / "corrections", COUNTRIES))

    entities = [record for record in records if hasattr(record, "kind")]
    rejected = [record.reason for record in records if isinstance(record, RejectedRecord)]
    # The graph is empty, so ignore rejected lines that name an office, party, politician, election or chamber of the
    # catalogue.
    unknown = ("office", "party", "politician", "election", "institution")
    rejected = [reason for reason in rejected if not any(f" has no {kind} " in reason for kind in unknown)]
    assert rejected == []
    assert all(record.url.startswith("https://") for record in entities)


def test_read_merges_entities_of_any_kind_once(db, tmp_path):
    for slug in ("philip-pierre", "philip-j-pierre"):
        factories.PoliticianFactory(slug=slug)
    entry = "{slug: philip-pierre, into: philip-j-pierre, source: 'https://example.org/a'}"
    path = tmp_path / "corrections.yaml"
    path.write_text(f"merges: [{entry}]")

    for merged in (1, 0):
        report = write(corrections.SOURCE, corrections.read(path, COUNTRIES), today=date(2026, 1, 22))

        assert (report.rejected, report.updated["merge"]) == ([], merged)
    assert Entity.objects.get(kind="politician").slug == "philip-j-pierre"


def test_read_renames_entities_of_any_kind_once(db, tmp_path):
    factories.PoliticianFactory(slug="abe-shinzo")
    path = tmp_path / "corrections.yaml"
    path.write_text("slugs: [{slug: abe-shinzo, new_slug: shinzo-abe}]")

    for renamed in (1, 0):
        report = write(corrections.SOURCE, corrections.read(path, COUNTRIES), today=date(2026, 1, 22))

        assert (report.rejected, report.updated["slug"]) == ([], renamed)
    assert Entity.objects.get(kind="politician").slug == "shinzo-abe"
    assert Entity.objects.with_slug("abe-shinzo").slug == "shinzo-abe"
