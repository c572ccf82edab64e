"""Build the data of webhook events as JSON: what has changed, and the URL of the details."""

from datetime import datetime

import orjson

from config.http.documents import COUNT, STRING, URL, Document, Member
from config.http.links import server_url
from graph.documents import CHANGED_FIELDS, ShortEntity
from graph.models import Change
from graph.results import Mode
from snapshots.results import members
from snapshots.results.races import RACE_SLUG

MOST_BYTES = 20_000
"""The largest size of the JSON text of an event, in bytes. In a longer text, the member ``fields`` of the data becomes
null. Standard Webhooks, the standard for signed events, asks for small bodies."""


class EntityEventData(Document):
    """The data of all events ``entity.…`` and ``election.…``."""

    entity = Member(ShortEntity, description="The entity as it is after the change")
    mode = Member(members.MODE)
    version = Member(COUNT, description="The position of the change in the journal; a higher one is newer")
    fields = Member(
        CHANGED_FIELDS,
        null=True,
        description="Field to its old and new value, as in /api/changes; null where this would be too long",
    )
    into = Member(STRING, null=True, description="The slug that a merged entity now leads to")
    url = Member(URL, description="The entity or the results of the election")


class EventCandidacy(Document):
    key = members.CANDIDACY_KEY
    name = Member(STRING, description="Name of the candidate or list, as the source prints it")
    label = members.LABEL
    person = Member(STRING, null=True, description="The slug of the entity")
    party = Member(STRING, null=True, description="The slug of the entity")


class EventRace(Document):
    """The race of an event: its slug, its name and the code of its area."""

    slug = Member(RACE_SLUG)
    name = Member(STRING, description="Name of the race, usually that of its area")
    area_code = Member(STRING, null=True, description="Official code of its area")


class RaceEventData(Document):
    """The data of all events ``race.…``."""

    election = Member(ShortEntity, description="The election of the race")
    mode = Member(members.MODE)
    race = Member(EventRace)
    version = Member(COUNT, description="The number of the race's result version; a higher one is newer")
    kind = Member(members.VERSION_KIND)
    phase = Member(members.PHASE)
    previous_phase = Member(members.PHASE, null=True, description="The phase before this version; null before any")
    is_called = Member(members.IS_CALLED)
    leader = Member(EventCandidacy, null=True, description="Who leads or has won")
    margin_votes = Member(members.MARGIN_VOTES, null=True)
    margin = Member(members.MARGIN, null=True)
    outcome = Member(members.OUTCOME)
    winner_before = Member(EventCandidacy, null=True, description="Who won the race before, if it can be compared")
    note = Member(STRING, null=True, description="The reason of a correction or a retraction")
    url = Member(URL, description="The race in full")


class PingData(Document):
    endpoint = Member(COUNT, description="The number of the endpoint")
    message = Member(STRING, description="A sentence for the person who tests the endpoint")


EVENT_DATA = {"entity": EntityEventData, "election": EntityEventData, "race": RaceEventData, "webhook": PingData}
"""Maps what an event is about, such as "race", to the document class of its data."""


def body(type_: str, at: datetime, data: dict) -> str:
    """Return the JSON text of a webhook event, which is signed and sent. ``type_`` is the type, such as "race.called",
    and ``at`` is the time of the event. If the text has more than MOST_BYTES bytes, ``fields`` in ``data`` is replaced
    by null."""
    text = orjson.dumps({"type": type_, "timestamp": at, "data": data}, option=orjson.OPT_UTC_Z)
    # Long texts such as overviews are left out. Clients can read them at the URL.
    if len(text) > MOST_BYTES and data.get("fields"):
        return body(type_, at, data | {"fields": None})
    return text.decode()


def entity_data(change: Change, description: str) -> dict:
    country_code = change.country_code or None
    return EntityEventData.from_values(
        (
            ShortEntity.from_values((change.name, change.kind, change.slug, country_code, description)),
            Mode.LIVE,
            change.position,
            {name: pair for name, pair in change.fields.items() if name != "into"},
            change.fields["into"][1] if change.action == Change.Action.MERGED else None,
            f"{server_url()}/api/graph/entity/{change.slug}",
        )
    )


def phase_data(election, mode: str, sequence: int, phases: list[str]) -> dict:
    """Return the data of the event ``election.phase_changed`` for a rehearsal (test election). For other elections,
    this data comes from the journal. ``mode`` is the mode of the election's `Coverage`. ``sequence`` is the number of
    result versions of the election. ``phases`` is [old phase, new phase]."""
    short = ShortEntity.render(election)
    return EntityEventData.from_values((short, mode, sequence, {"results": phases}, None, results_url(election.slug)))


def race_data(coverage, race, version, before) -> dict:
    """Return the data of an event about a race. ``version`` is the result version that caused the event. ``before`` is
    the result version before it, or None if it is the first one. ``coverage`` is the `Coverage` row of the election."""
    previous = race.previous.current if race.previous_id and race.comparability != "not-comparable" else None
    return RaceEventData.from_values(
        (
            ShortEntity.render(coverage.election),
            coverage.mode,
            EventRace.from_values((race.slug, race.name, race.area_code or None)),
            version.number,
            version.kind,
            version.phase,
            before and before.phase,
            version.is_called,
            _candidacy(version.leader),
            version.margin_votes,
            None if version.margin is None else float(version.margin),
            version.outcome,
            _candidacy(previous and previous.leader),
            version.note or None,
            f"{results_url(coverage.election.slug)}/races/{race.slug}",
        )
    )


def results_url(slug: str) -> str:
    return f"{server_url()}/api/results/{slug}"


def _candidacy(candidacy):
    if candidacy is None:
        return None
    ends = (row and row.slug for row in (candidacy.person, candidacy.party))
    return EventCandidacy.from_values((candidacy.key, candidacy.name, candidacy.label or None, *ends))
