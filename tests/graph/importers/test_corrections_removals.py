"""Test entities that files of corrections withdraw, and relationships that they remove."""

from datetime import date

import pytest
import yaml

from graph.importers import corrections
from graph.importers.writer import known_countries, write
from graph.models import Change, Entity, Relationship
from tests import factories

SOURCE = "https://example.org/v-party"
MEMBER = "politician_member_of_party"


def run(tmp_path, **lists):
    path = tmp_path / "removals.yaml"
    path.write_text(yaml.safe_dump(lists))
    return write(corrections.SOURCE, corrections.read(path, known_countries()), today=date(2026, 11, 26))


@pytest.fixture
def takaichi(db):
    person, party = factories.PoliticianFactory(slug="sanae-takaichi"), factories.PartyFactory(slug="ldp-jp")
    for start in ("", "2014-12-14"):
        factories.RelationshipFactory(subject=person, object=party, start_date=start)
    return person


def test_withdrawn_withdraws_an_entity_once_and_records_the_reason(db, tmp_path):
    factories.ElectionFactory(slug="eritrea-2017-legislative")
    entry = {"reason": "No election was held.", "source": SOURCE, "entities": ["eritrea-2017-legislative"]}

    for updated in (1, 0):
        report = run(tmp_path, withdrawn=[entry])
        assert (report.rejected, report.updated["withdrawal"]) == ([], updated)

    assert Entity.objects.get().status == Entity.Status.WITHDRAWN
    change = Change.objects.get(action=Change.Action.WITHDRAWN)
    assert (change.note, change.via) == (f"No election was held. {SOURCE}", "corrections")


def test_removed_deletes_the_relationship_with_this_start_once(takaichi, tmp_path):
    entry = {"source": SOURCE, "relationships": [["sanae-takaichi", MEMBER, "ldp-jp", ""]]}

    for updated in (1, 0):
        report = run(tmp_path, removed=[entry])
        assert (report.rejected, report.updated["removal"]) == ([], updated)

    assert Relationship.objects.get().start_date == "2014-12-14"
    assert Change.objects.get(entity=takaichi, action=Change.Action.UNRELATED).fields == {MEMBER: ["ldp-jp", None]}


@pytest.mark.parametrize(
    ("lists", "reason"),
    [
        ({"withdrawn": [{"source": SOURCE, "entities": ["nobody"]}]}, "no reason"),
        ({"removed": [{"source": SOURCE, "relationships": [["sanae-takaichi", MEMBER, "ldp-jp"]]}]}, "is not [slug"),
        ({"removed": [{"source": SOURCE, "relationships": [["nobody", MEMBER, "ldp-jp", ""]]}]}, "no entity 'nobody'"),
    ],
)
def test_read_rejects_an_incomplete_entry_and_an_unknown_slug(takaichi, tmp_path, lists, reason):
    (record,) = run(tmp_path, **lists).rejected

    assert reason in record.reason
    assert Relationship.objects.count() == 2
