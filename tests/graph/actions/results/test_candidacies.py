"""Test that candidacies can be added, corrected and withdrawn after the race was created."""

import pytest
from django.core.exceptions import ValidationError

from graph.actions import ActionRejected
from graph.actions.results import VersionRejected, record
from graph.actions.results.candidacies import add_candidacy, add_keys, change_candidacy, remove_candidacy
from graph.models import Candidacy, Change, Coverage, Relationship
from graph.results import Comparability, Mode
from tests.factories import CandidacyFactory, CoverageFactory, PartyFactory, RaceFactory, SourceFactory
from tests.graph.actions.results.conftest import counted

pytestmark = pytest.mark.django_db


def test_add_keys_distinguishes_equal_names_by_label_or_number():
    labels = ("Reds", "Blues", "Blues", "")
    rows = add_keys([{"name": "Ann Lee", "label": label} for label in labels] + [{"name": "-"}, {"name": "Bo " * 40}])

    keys = ["ann-lee-reds", "ann-lee-blues", "ann-lee-blues-2", "ann-lee", "candidate", "-".join(["bo"] * 27)]
    assert [row["key"] for row in rows] == keys
    assert rows[0] == {"key": "ann-lee-reds", "name": "Ann Lee", "label": "Reds"}


def test_add_keys_leaves_keys_and_uses_no_key_twice():
    rows = add_keys([{"name": "Anna Lee"}, {"key": "anna-lee", "name": "Ann Lee"}])

    assert [row["key"] for row in rows] == ["anna-lee-2", "anna-lee"]


def first_of(race):
    return race.candidacies.order_by("pk").first()


def test_change_renames_a_candidacy_and_leaves_its_key_and_votes(race, first_count, guarded):
    candidacy, updated_at = first_of(race), Coverage.objects.get().updated_at

    with guarded():
        assert change_candidacy(candidacy, {"name": "Stephen N. Kinnock"}, note="Typo.")

    renamed = first_of(race)
    assert (renamed.pk, renamed.key, renamed.name) == (candidacy.pk, candidacy.key, "Stephen N. Kinnock")
    assert renamed.tallies.get().votes == 100
    change = Change.objects.get(fields__has_key="candidacies")
    assert (change.entity, change.note) == (race.election, "Typo.")
    assert Coverage.objects.get().updated_at > updated_at


def test_change_with_the_same_values_changes_nothing(race, guarded):
    with guarded():
        assert not change_candidacy(first_of(race), {"name": first_of(race).name, "party": first_of(race).party})

    assert not Change.objects.exists()


def test_change_of_the_winners_party_corrects_the_outcome(race, parties, guarded):
    race.previous = RaceFactory()
    race.comparability = Comparability.COMPARABLE
    race.save()
    held = CandidacyFactory(race=race.previous, party=parties[1])
    record(race.previous, counted(10, phase="final"))
    assert race.previous.versions.get().leader == held
    version = record(race, counted(100, 60, 20, phase="final"))
    assert version.outcome == "gain"

    with guarded():
        change_candidacy(first_of(race), {"party": parties[1]}, note="Stood for them.")

    race.refresh_from_db()
    assert (race.current.number, race.current.kind, race.current.note) == (2, "correction", "Stood for them.")
    assert race.current.outcome == "hold"

    change_candidacy(first_of(race), {"party": parties[0]}, note="Stood for them.")

    race.refresh_from_db()
    assert (race.current.number, race.current.outcome) == (3, "gain")


def test_change_of_the_person_of_a_final_race_relates_the_new_person(race, guarded):
    record(race, counted(100, 60, 20, phase="final", source=SourceFactory().slug))
    second = race.candidacies.order_by("pk")[1]
    person = first_of(race).person

    with guarded():
        change_candidacy(first_of(race), {"person": None}, note="A namesake.")
        change_candidacy(second, {"person": person}, note="It was she.")

    assert Relationship.objects.filter(subject=person, object=race.election).exists()


@pytest.mark.parametrize("changes", [{"name": ""}, {"name": "x" * 201}])
def test_change_rejects_invalid_values(race, changes):
    with pytest.raises(ValidationError):
        change_candidacy(first_of(race), changes)


def test_add_accepts_a_late_candidacy_that_later_counts_include(race, first_count, guarded):
    added = Candidacy(race=race, key="late", name="A late candidate", party=PartyFactory())
    with guarded():
        add_candidacy(added)

    assert list(race.candidacies.order_by("pk"))[-1] == added
    second = record(race, counted(110, 70, 30, 5))
    assert list(second.tallies.order_by("pk").values_list("votes", flat=True)) == [110, 70, 30, 5]
    assert first_count.tallies.count() == 3


def test_add_rejects_a_taken_key_and_a_final_race(race):
    with pytest.raises(ActionRejected, match="already"):
        add_candidacy(Candidacy(race=race, key=first_of(race).key, name="Late"))
    record(race, counted(100, 60, 20, phase="final"))
    with pytest.raises(ActionRejected, match="final"):
        add_candidacy(Candidacy(race=race, key="late", name="Late"))


def test_remove_rejects_a_candidacy_with_votes(race, guarded):
    with guarded():
        remove_candidacy(race.candidacies.order_by("pk").last(), note="Withdrawn.")
    assert race.candidacies.count() == 2

    record(race, counted(100, 60))
    with pytest.raises(ActionRejected, match="has votes"):
        remove_candidacy(first_of(race))
    with pytest.raises(VersionRejected):
        record(race, counted(100, 60, 20, phase="final"))


def test_candidacies_of_a_rehearsal_do_not_change():
    candidacy = CandidacyFactory(race__election=CoverageFactory(mode=Mode.TEST).election)

    with pytest.raises(ActionRejected, match="rehearsal"):
        remove_candidacy(candidacy)
    assert Candidacy.objects.get() == candidacy
