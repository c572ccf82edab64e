"""Test which webhook events follow from a change in the journal, and from a result version."""

from datetime import UTC, datetime

import orjson
import pytest

from feeds.models import WebhookEvent
from feeds.webhooks.dispatching import dispatch
from feeds.webhooks.event_types import EVENT_TYPES, examples
from feeds.webhooks.payloads import EVENT_DATA, MOST_BYTES, body
from graph.actions import entities, merging
from graph.models import ElectionDetails
from graph.results import Mode, Phase, VersionKind
from tests import edits
from tests.factories import (
    ElectionFactory,
    PartyFactory,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def events(endpoint):
    """Return a function that creates the events for all new changes and result versions. It returns (type, data) of
    each event since its last call."""
    seen = set()

    def _events():
        while dispatch():
            pass
        rows = [row for row in WebhookEvent.objects.all() if row.pk not in seen]
        seen.update(row.pk for row in rows)
        return [(row.type, orjson.loads(row.body)["data"]) for row in rows]

    return _events


def types(found):
    return [type_ for type_, _ in found]


def test_each_action_on_an_entity_has_its_event(events):
    party = edits.create(kind="party", name="Labour", slug="labour", country_code="gb")
    edits.update(entity=party, name="Labour Party")
    entities.rename(entity=party, slug="labour-party")
    party.refresh_from_db()
    entities.withdraw(entity=party)
    party.refresh_from_db()
    entities.restore(entity=party)

    assert types(events()) == [f"entity.{name}" for name in "created updated renamed withdrawn restored".split()]


def test_merge_names_the_entity_that_remains(events):
    remains, ends = (PartyFactory(slug=slug, country_code="gb") for slug in ("labour", "labour-party"))

    merging.merge(entity=ends, into=remains)

    data = dict(events())["entity.merged"]
    assert (data["entity"]["slug"], data["into"]) == ("labour-party", "labour")


def test_drafts_have_no_events(events):
    edits.create(kind="party", name="Labour", slug="labour", country_code="gb", status="draft")

    assert events() == []


def test_election_is_scheduled_and_rescheduled(events):
    election = ElectionFactory(country_code="gb", details__date="2030-05-02", details__status="held")
    edits.update(entity=election, status="scheduled")
    assert types(events()) == ["entity.updated", "election.scheduled"]

    edits.update(entity=election, date="2030-06-06")
    ((_, _), (type_, data)) = events()

    assert type_ == "election.rescheduled"
    assert data["fields"] == {"date": ["2030-05-02", "2030-06-06"]}
    assert ElectionDetails.objects.get().status == "scheduled"


def test_new_phase_of_results_is_an_event_of_the_election(events, count):
    count()

    found = events()

    assert "entity.updated" not in types(found)
    assert dict(found)["election.phase_changed"]["fields"] == {"results": ["scheduled", "counting"]}


def test_versions_have_the_events_of_a_night(events, count):
    expected = [
        ({}, set()),
        ({"kind": VersionKind.CALL.value, "is_called": True}, {"race.called"}),
        ({"kind": VersionKind.RETRACTION.value, "note": "Too close."}, {"race.call_retracted"}),
        ({"kind": VersionKind.CORRECTION.value, "note": "Typo.", "ballots": 110}, {"race.corrected"}),
        ({"phase": Phase.FINAL.value, "ballots": 110}, {"race.called"}),
        ({"kind": VersionKind.CERTIFICATION.value, "phase": Phase.CERTIFIED.value}, {"race.certified"}),
    ]
    for values, special in expected:
        count(**values)

        assert {type_ for type_ in types(events()) if type_.startswith("race.")} == {"race.updated"} | special


@pytest.mark.parametrize(("kind", "phase"), [("correction", "final"), ("certification", "certified")])
def test_race_can_be_called_by_any_kind_of_version(events, count, kind, phase):
    count()
    events()

    count(kind=kind, phase=phase, note="Recounted.")

    of_kind = {"correction": "race.corrected", "certification": "race.certified"}[kind]
    assert set(types(events())) >= {"race.updated", "race.called", of_kind}


def test_called_race_names_leader_margin_and_reason(events, count):
    count()
    count(kind=VersionKind.CALL.value, is_called=True)

    data = dict(events())["race.called"]

    assert data["leader"]["person"] == "stephen-kinnock"
    assert (data["margin_votes"], data["margin"], data["outcome"]) == (20, 20.0, "new")
    assert (data["version"], data["phase"], data["previous_phase"]) == (2, "counting", "counting")
    assert data["url"].endswith(f"/api/results/{data['election']['slug']}/races/{data['race']['slug']}")


def test_archived_results_make_no_events(events, count):
    count(mode=Mode.ARCHIVE)

    assert not [type_ for type_ in types(events()) if type_.startswith("race.")]


def test_first_count_of_a_rehearsal_changes_the_phase(events, count, endpoint):
    endpoint.includes_test = True
    endpoint.save()
    count(mode=Mode.TEST)

    assert dict(events())["election.phase_changed"]["fields"] == {"results": ["scheduled", "counting"]}


def test_rehearsal_reaches_only_endpoints_with_test_mode(events, count, endpoint):
    count(mode=Mode.TEST)
    assert events() == []

    endpoint.includes_test = True
    endpoint.save()
    count(phase=Phase.FINAL.value)

    found = dict(events())
    assert found.keys() == {"race.updated", "race.called", "election.phase_changed"}
    assert {data["mode"] for data in found.values()} == {"test"}
    assert found["election.phase_changed"]["fields"] == {"results": ["counting", "final"]}


def test_long_fields_are_left_out_of_the_body():
    text = body("entity.updated", datetime.now(UTC), {"version": 1, "fields": {"overview": ["", "x" * MOST_BYTES]}})

    assert orjson.loads(text)["data"] == {"version": 1, "fields": None}


def test_examples_have_the_members_of_real_events():
    assert examples().keys() == EVENT_TYPES.keys() - {"webhook.ping"}
    for type_, data in examples().items():
        document = EVENT_DATA[EVENT_TYPES[type_].about]
        assert data.keys() == document._members.keys(), type_
        assert data["mode"] == "test"
