"""Test GET /feed and GET /feed/entity/{slug} (API contract, section 6)."""

from datetime import timedelta
from random import Random

import feedparser
import pytest
from django.utils import timezone

from feeds.rss import write_rss
from feeds.updates import updates_of
from graph.actions import merge, rename, withdraw
from graph.journal.journal import assign_positions
from graph.kinds import KINDS
from graph.models import Entity
from tests.edits import create, relate, update
from tests.factories import (
    FACTORIES,
    ChangeFactory,
    ElectionFactory,
    OfficeFactory,
    PartyFactory,
    PoliticianFactory,
    SourceFactory,
)
from tests.factories.cast import COUNTRIES
from tests.feeds.rss_rules import broken

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("today")]
RANDOM_TEXTS, STORED_TEXTS = 5000, 500
A_FEED_OF = 50


def read(client, path="/feed", **query):
    """Request the feed, and assert that it follows the rules of RSS. Return the feed as feedparser has parsed it."""
    response = client.get(path, query)
    assert response.status_code == 200
    assert response["Content-Type"] == "application/rss+xml; charset=utf-8"
    assert broken(response.content) == []
    feed = feedparser.parse(response.content)
    assert not feed.bozo
    return feed


def an_hour_later(time_machine, minutes=60):
    time_machine.move_to(timezone.now() + timedelta(minutes=minutes), tick=False)


@pytest.fixture
def election():
    return ElectionFactory(details__winner="")


def test_feed_item_is_an_update_of_an_entity(client, election):
    update(entity=election, winner="Emmanuel Macron", turnout="66.10")

    feed = read(client)

    (item,) = feed.entries
    assert item.title == "France 2022 presidential election"
    assert item.link == "http://testserver/entity/france-2022-presidential"
    assert item.published == "Mon, 15 Jun 2026 12:00:00 +0000"
    assert [(tag.scheme, tag.term) for tag in item.tags] == [
        (None, "election"),
        ("https://www.iso.org/iso-3166-country-codes.html", "fr"),
    ]
    assert item.description.partition("</p>")[0].endswith("Winner set to Emmanuel Macron; turnout 66.1 %.")
    assert "Winner: Emmanuel Macron." in item.description
    assert item.guidislink is False
    assert feed.feed.links[1].href == "http://testserver/feed"
    assert feed.feed.links[1].type == "application/rss+xml"
    assert feed.feed.ttl == "5"


def test_feed_joins_changes_within_an_hour(client, election, time_machine):
    update(entity=election, winner="Emmanuel Macron")
    an_hour_later(time_machine, minutes=59)
    update(entity=election, turnout="66.10")

    (item,) = read(client, f"/feed/entity/{election.slug}").entries

    assert item.description.partition("</p>")[0].endswith("Winner set to Emmanuel Macron; turnout 66.1 %.")


def test_feed_has_another_guid_for_a_later_update(client, election, time_machine):
    update(entity=election, winner="Emmanuel Macron")
    first = read(client).entries
    an_hour_later(time_machine)
    update(entity=election, turnout="66.10")

    (now,) = read(client).entries
    both = read(client, f"/feed/entity/{election.slug}").entries

    assert "<p>Turnout 66.1 %.</p>" in now.description
    assert [item.id for item in both] == [now.id, first[0].id]


def test_feed_has_another_guid_after_a_change_within_the_hour(client, election):
    update(entity=election, winner="Emmanuel Macron")
    before = read(client).entries[0].id

    update(entity=election, turnout="66.10")

    assert read(client).entries[0].id != before


def test_feed_titles_a_new_entity_with_its_name(client):
    create(kind="ideology", name="Liberalism", slug="liberalism")

    (item,) = read(client).entries

    assert (item.title, item.tags[0].term, len(item.tags)) == ("Liberalism", "ideology", 1)
    assert "Added." in item.description


def test_feed_names_the_related_entity(client):
    macron, office = PoliticianFactory(name="Emmanuel Macron"), OfficeFactory()
    relate(subject=macron, type="politician_holds_office", object=office, source=SourceFactory())

    assert "<p>Holds office: President of France.</p>" in read(client).entries[0].description


def test_feed_leaves_out_withdrawn_and_merged_entities(client):
    gone, double, macron, draft = (PoliticianFactory(name=name) for name in ("Gone", "Double", "Macron", "Draft"))
    update(entity=gone, birth_year=1950)
    update(entity=double, birth_year=1950)
    withdraw(entity=gone)
    merge(entity=double, into=macron)
    Entity.objects.filter(pk=draft.pk).update(status="draft")
    update(entity=draft, birth_year=1950)

    (item,) = read(client).entries
    assert item.title == "Macron"
    assert "<p>Merged with double; birth year 1950.</p>" in item.description


def test_feed_has_the_fifty_entities_updated_last_newest_first(client):
    now = timezone.now()
    for number in range(55):
        at = now - timedelta(days=number)
        party = PartyFactory(name=f"Parti {number:02}", created_at=at, updated_at=at)
        ChangeFactory(entity=party, action="created", at=at)

    assert [item.title for item in read(client).entries] == [f"Parti {number:02}" for number in range(50)]


def test_feed_filters_combine(client):
    """Test the filters ``type`` and ``country`` alone, and each kind together with each of twenty countries."""
    codes = [*COUNTRIES, "es", "it", "pt", "gr"]
    for number, code in enumerate(codes):
        for kind in KINDS:
            country_code = "" if kind == "ideology" else code
            at = timezone.now() - timedelta(hours=(number * 7) % 20)
            entity = FACTORIES[kind](country_code=country_code, details=None, created_at=at, updated_at=at)
            ChangeFactory(entity=entity, action="created", at=at)

    for kind in KINDS:
        assert {item.tags[0].term for item in read(client, type=kind).entries} == {kind}
        for code in codes:
            found = [[tag.term for tag in item.tags] for item in read(client, type=kind, country=code).entries]
            assert found == ([] if kind == "ideology" else [[kind, code]])
    for code in codes:
        items = read(client, country=code).entries
        assert len(items) == len(KINDS) - 1
        assert {item.tags[1].term for item in items} == {code}


def test_feed_is_well_formed_for_any_stored_text(client):
    """The names and descriptions of politicians are random texts, stored without validation. Each feed shows fifty of
    them."""
    random, texts = Random(5), iter(range(STORED_TEXTS))  # noqa: S311 - nothing is secret here
    politicians = [PoliticianFactory(name="x", details=None) for _ in range(A_FEED_OF)]
    changes = [ChangeFactory(entity=row, action="created") for row in politicians]
    found = 0
    for _ in range(STORED_TEXTS // A_FEED_OF):
        for row in politicians:
            row.name = row.description = random_text(random, next(texts))
        Entity.objects.bulk_update(politicians, ["name", "description"])
        found += len(read(client).entries)
    for row in politicians:
        assert read(client, f"/feed/entity/{row.slug}")

    assert (found, len(changes)) == (STORED_TEXTS, A_FEED_OF)


def test_write_rss_is_well_formed_for_random_texts():
    random = Random(6)  # noqa: S311 - nothing is secret here
    politician = PoliticianFactory(details=None)
    ChangeFactory(entity=politician, action="updated", fields={"name": ["x", "y"]})
    [item] = updates_of(politician)
    broken_ones = []
    for number in range(RANDOM_TEXTS):
        item.entity.name = item.entity.description = text = random_text(random, number)
        document = write_rss(
            "http://localhost", [item], title=text, description=text, path="/feed", modified=timezone.now()
        )
        if broken(document):
            broken_ones.append(text)

    assert broken_ones == []


SPECIAL = "<>&\"']]><![CDATA[\x01\x08\x0b\x1f\x7f\x85\ufffe\uffff\ufdd0\U0001fffe\u2028\u202e\t\r\n&amp;&#0;<?xml"


def random_text(random, number):
    """Return up to 39 random characters after the number, some of them special in XML. NUL and surrogates are left out,
    because no database stores them."""
    anywhere = [chr(random.randrange(1, 0xD800)), chr(random.randrange(0xE000, 0x110000))]
    return f"{number}" + "".join(random.choices([*SPECIAL, *anywhere, "a"], k=random.randrange(1, 40)))


def test_feed_titles_an_entity_with_its_slug_when_its_name_has_only_invalid_characters(client):
    ChangeFactory(entity=PoliticianFactory(name="\x01\uffff", slug="jane-doe", description="\x02"), action="created")

    assert [item.title for item in read(client).entries] == ["jane-doe"]


def test_feed_escapes_markup(client):
    ChangeFactory(entity=PoliticianFactory(name="<b>Jane</b> & Co", description="<script>x</script>"), action="created")

    body = client.get("/feed").content.decode()

    assert "<title>&lt;b&gt;Jane&lt;/b&gt; &amp; Co</title>" in body
    assert "&amp;lt;script&amp;gt;" in body


def test_feed_without_items_is_valid_and_does_not_change(client, time_machine):
    create(kind="ideology", name="Liberalism", slug="liberalism")
    assign_positions()
    before = client.get("/feed", {"type": "party"})
    assert read(client, type="party").entries == []
    an_hour_later(time_machine)

    assert client.get("/feed", {"type": "party"})["ETag"] == before["ETag"]


def test_title_names_the_country(client, france):
    found = feedparser.parse(client.get("/feed?type=country&country=fr").content)

    assert found.feed.title == "Political Knowledge Graph: Countries of France"


class TestOfAnEntity:
    def test_entity_feed_redirects_an_old_slug(self, client, election):
        rename(entity=election, slug="france-2022-presidential-april")

        response = client.get("/feed/entity/france-2022-presidential")

        assert (response.status_code, response["Location"]) == (308, "/feed/entity/france-2022-presidential-april")

    def test_entity_feed_returns_410_for_a_withdrawn_entity(self, client, election):
        withdraw(entity=election)

        assert client.get(f"/feed/entity/{election.slug}").status_code == 410

    def test_entity_feed_suggests_nothing_for_an_unknown_slug(self, client):
        PoliticianFactory(name="Emmanuel Macron")

        response = client.get("/feed/entity/emanuel-macron")

        assert (response.status_code, response.json().get("suggestions")) == (404, None)

    def test_entity_feed_returns_400_for_any_parameter(self, client, election):
        assert client.get(f"/feed/entity/{election.slug}?type=party").status_code == 400


@pytest.mark.parametrize(
    ("name", "value"),
    [("type", "person"), ("type", ""), ("type", "Party"), ("country", "FR"), ("country", "fra"), ("since", "x")],
)
def test_feed_returns_400_for_invalid_parameters(client, name, value):
    response = client.get("/feed", {name: value})

    assert response.status_code == 400
    assert [error["parameter"] for error in response.json()["errors"]] == [name]


@pytest.mark.parametrize("accepted", ["*/*", "application/rss+xml", "application/xml;q=0.9", "text/xml", "text/*"])
def test_feed_is_rss_for_every_accept_header_with_xml(client, accepted):
    assert client.get("/feed", headers={"accept": accepted})["Content-Type"].startswith("application/rss+xml")


def test_feed_takes_few_queries(client, election, django_assert_max_num_queries):
    update(entity=election, winner="Emmanuel Macron")
    # A change gets its position in the journal after the commit, but the transaction of a test never commits.
    assign_positions()

    for path in ("/feed", "/feed?type=election&country=fr", f"/feed/entity/{election.slug}"):
        with django_assert_max_num_queries(5):
            client.get(path)


def test_pages_link_to_the_feed(client):
    for path in ("/", "/search", "/problems", "/nothing"):
        assert '<link rel="alternate" type="application/rss+xml"' in client.get(path).content.decode()
