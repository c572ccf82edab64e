import pytest

from graph.importers import corrections
from graph.importers.countries import Countries, Country
from graph.importers.records import BrokenFile, Refusal
from graph.management.commands.load_catalogue import CATALOGUE

COUNTRIES = Countries([Country(code="ps", name="Palestine", slug="palestine")])


def read(tmp_path, text):
    path = tmp_path / "corrections.yaml"
    path.write_text(text)
    return list(corrections.read(path, COUNTRIES))


def test_an_entry_becomes_a_record_that_cites_its_own_page(tmp_path):
    entry = "{key: a, kind: party, name: Fatah, country: ps, source: 'https://example.org/a'}"

    record = read(tmp_path, f"entities: [{entry}]\nrelationships: []")[0]

    assert (record.kind, record.name, record.country_code, record.url) == (
        "party",
        "Fatah",
        "ps",
        "https://example.org/a",
    )


def test_a_relationship_is_a_short_list(tmp_path):
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
        ("{key: a, kind: party, name: Fatah, source: x, colour: green}", "a field that is none"),
        ("Fatah", "a field that is none"),
    ],
)
def test_an_entry_without_its_source_or_with_another_field_is_refused(tmp_path, entry, reason):
    records = read(tmp_path, f"entities: [{entry}]\nrelationships: []")

    assert [isinstance(record, Refusal) and reason in record.reason for record in records] == [True]


@pytest.mark.parametrize("text", ["", "entities: [", "[]", "entities: []"])
def test_a_file_of_another_shape_is_broken(tmp_path, text):
    with pytest.raises(BrokenFile):
        read(tmp_path, text)


def test_every_correction_of_ours_names_a_web_address():
    records = list(corrections.read(CATALOGUE / "corrections.yaml", COUNTRIES))

    entities = [record for record in records if hasattr(record, "kind")]
    assert not [record for record in records if isinstance(record, Refusal)]
    assert all(record.url.startswith("https://") for record in entities)
