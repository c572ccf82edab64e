"""Test GET /api/changes, which lists the journal with a cursor (API contract, section 6)."""

from datetime import timedelta
from functools import partial
from random import Random

import pytest

from config.http import cursors
from graph.actions import merge, publish, rename, restore, withdraw
from graph.models import Entity
from tests.conftest import A_NOON
from tests.edits import create, relate, update
from tests.factories import (
    FACTORIES,
    ChangeFactory,
    OfficeFactory,
    PartyFactory,
    PoliticianFactory,
    SourceFactory,
    UserFactory,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("today")]
CHANGES = "/api/changes"


def changes_from(client, address=CHANGES):
    """Request this URL of /api/changes, and follow ``next`` to the end of the journal. Return (all changes, URL that
    will have later changes)."""
    changes = []
    while True:
        found = client.get(address)
        assert found.status_code == 200, found.content
        response = found.json()
        changes += response["changes"]
        address = response["next"]
        if not response["more"]:
            return changes, address


def replayed(changes, slugs=()):
    """Apply the changes from /api/changes to a set of slugs, as a client with a copy of the graph does. Return the
    slugs of the published entities afterwards."""
    slugs = set(slugs)
    for change in changes:
        if change["action"] in ("created", "restored"):
            slugs.add(change["slug"])
        elif change["action"] in ("withdrawn", "merged"):
            slugs.remove(change["slug"])
        elif change["action"] == "renamed":
            slugs.remove(change["fields"]["slug"][0])
            slugs.add(change["slug"])
    return slugs


def listed(client, query=""):
    address, slugs = f"/api/graph/entities?limit=1000{query}", set()
    while address:
        response = client.get(address).json()
        slugs |= {entity["slug"] for entity in response["results"]}
        address = response["next"]
    return slugs


def a_politician(name="Emmanuel Macron", slug="emmanuel-macron", **values):
    return create(kind="politician", name=name, slug=slug, country_code="fr", **values)


def test_change_names_action_and_entity(client):
    macron = a_politician(by=UserFactory(), note="asked for by telephone")
    update(entity=macron, birth_year=1977)

    response = client.get(CHANGES).json()

    assert [change["action"] for change in response["changes"]] == ["created", "updated"]
    assert response["changes"][1] == {
        "action": "updated",
        "at": "2026-06-15T12:00:00Z",
        "type": "politician",
        "slug": "emmanuel-macron",
        "name": "Emmanuel Macron",
        "country_code": "fr",
        "fields": {"birth_year": [None, 1977]},
        "into": None,
        "via": None,
    }
    assert "telephone" not in client.get(CHANGES).content.decode()


def test_merge_names_the_other_entity(client):
    merge(entity=a_politician("E. Macron", "e-macron"), into=a_politician())

    changes, _ = changes_from(client)

    assert [(change["slug"], change["action"], change["into"]) for change in changes][2:] == [
        ("e-macron", "merged", "emmanuel-macron"),
        ("emmanuel-macron", "updated", None),
    ]


def test_next_continues_even_when_there_are_no_changes_yet(client):
    first = client.get(CHANGES).json()
    a_politician()
    second = client.get(first["next"]).json()
    third = client.get(second["next"]).json()

    assert first["changes"] == third["changes"] == []
    assert [change["slug"] for change in second["changes"]] == ["emmanuel-macron"]
    assert second["next"] == third["next"]


@pytest.mark.parametrize("limit", [1, 2, 3, 7, 1000])
def test_pages_of_any_size_have_every_change_once(client, limit):
    macron = a_politician()
    for year in range(1970, 1976):
        update(entity=macron, birth_year=year)

    changes, _ = changes_from(client, f"{CHANGES}?limit={limit}")

    assert [change["fields"].get("birth_year", [0, 0])[1] for change in changes] == [0, *range(1970, 1976)]


def test_changes_of_a_draft_are_not_public(client):
    draft = a_politician(status="draft")
    update(entity=draft, birth_year=1977)
    rename(entity=draft, slug="e-macron")
    assert changes_from(client)[0] == []

    publish(entity=draft)

    assert [(change["action"], change["slug"]) for change in changes_from(client)[0]] == [("created", "e-macron")]


def test_relationships_with_a_draft_are_not_public(client):
    office = OfficeFactory(status="draft")
    relate(subject=a_politician(), type="politician_holds_office", object=office, source=SourceFactory())

    assert office.slug not in client.get(CHANGES).content.decode()


def test_changes_of_a_withdrawn_entity_are_not_public_until_it_is_restored(client):
    macron = a_politician()
    withdraw(entity=macron)
    rename(entity=macron, slug="e-macron")
    restore(entity=macron)

    changes, _ = changes_from(client)

    assert [change["action"] for change in changes] == ["created", "withdrawn", "restored"]
    assert replayed(changes) == listed(client) == {"e-macron"}


@pytest.mark.parametrize("seed", range(5))
def test_replay_from_the_start_gives_the_list_of_entities(client, seed):
    """After random edits, a client that applies all changes has the same slugs as the list of entities. A client that
    reads the journal during the edits has them, too."""
    random, next_url, slugs = Random(seed), CHANGES, set()  # noqa: S311 - nothing is secret here
    for number in range(60):
        random_action(random, number)
        if number % 10 == 0:
            changes, next_url = changes_from(client, next_url)
            slugs = replayed(changes, slugs)

    changes, _ = changes_from(client, f"{CHANGES}?limit=7")
    rest, _ = changes_from(client, next_url)
    assert replayed(changes) == replayed(rest, slugs) == listed(client)
    assert len(changes) > 30
    create(kind="party", name="Lega", slug="lega", country_code="it")
    for query in ("&type=politician", "&country=fr", "&type=party&country=de", "&country=it"):
        assert replayed(changes_from(client, f"{CHANGES}?limit=9{query}")[0]) == listed(client, query)


def random_action(random, number):
    """Perform a random action of an editor: create, rename, publish, withdraw, restore or merge entities. Choose only
    among possible actions."""
    by_status = {status: list(Entity.objects.filter(status=status)) for status in Entity.Status}
    published = by_status["published"]
    kind, code = random.choice(["politician", "party"]), random.choice(["fr", "de"])
    status = random.choice(["draft", "published", "published"])
    there = [row for rows in by_status.values() for row in rows]
    pairs = [(one, other) for one in there for other in published if one != other and one.kind == other.kind]
    verbs = [lambda: create(kind=kind, name="X", slug=f"x-{number}-{code}", country_code=code, status=status)]
    if there:
        verbs.append(lambda: rename(entity=random.choice(there), slug=f"y-{number}-{code}"))
    if published:
        verbs.append(lambda: withdraw(entity=random.choice(published)))
    if pairs:
        verbs.append(lambda: merge(**dict(zip(("entity", "into"), random.choice(pairs), strict=True))))
    for former, verb in (("draft", publish), ("withdrawn", restore)):
        verbs += [partial(verb, entity=row) for row in by_status[former][:1]]
    random.choice([verbs[0], *verbs])()


@pytest.mark.parametrize("kind", FACTORIES)
def test_changes_filters_combine(client, kind):
    for other in FACTORIES:
        ChangeFactory(entity=FACTORIES[other]())
    ChangeFactory(entity=PartyFactory(country_code="de"))

    changes, _ = changes_from(client, f"{CHANGES}?type={kind}&country=fr&limit=2")

    assert {(change["type"], change["country_code"]) for change in changes} == (
        set() if kind == "ideology" else {(kind, "fr")}
    )


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("type", "person"),
        ("country", "FR"),
        ("limit", "0"),
        ("limit", "1001"),
        ("limit", "9" * 30),
        ("since", "x"),
        ("since", ""),
        ("since", "2026-06-15"),
        ("since", cursors.encode(["entities", 1])),
        ("since", cursors.encode(["changes", -1])),
        ("since", cursors.encode(["changes", 2**64 - 1])),
        ("since", cursors.encode(["changes", "1"])),
        ("since", cursors.encode(["changes"])),
        ("since", cursors.encode(["changes", 2**63 - 1])),
        ("cursor", "x"),
    ],
)
def test_changes_return_400_for_invalid_parameters(client, name, value):
    ChangeFactory()

    response = client.get(CHANGES, {name: value})

    assert response.status_code == 400
    assert [error["parameter"] for error in response.json()["errors"]] == [name]


def test_link_is_present_when_there_are_more_changes(client):
    for _ in range(2):
        ChangeFactory(entity=PoliticianFactory())

    with_more, without = client.get(f"{CHANGES}?limit=1"), client.get(f"{CHANGES}?limit=2")

    assert with_more["Link"].startswith(f'<{with_more.json()["next"]}>; rel="next"')
    assert "next" not in without["Link"]


def test_changes_take_few_queries(client, django_assert_max_num_queries):
    a_politician()
    client.get(CHANGES)

    with django_assert_max_num_queries(5):
        client.get(f"{CHANGES}?type=politician&country=fr")


def test_if_modified_since_finds_a_change_within_the_second_of_a_response(client, time_machine):
    a_politician()
    held = client.get(CHANGES)["Last-Modified"]
    a_politician("Jane Doe", "jane-doe")
    time_machine.move_to(A_NOON + timedelta(seconds=5), tick=False)

    response = client.get(CHANGES, headers={"if-modified-since": held})

    assert len(response.json()["changes"]) == 2
