"""Test how /feed, /feed/entity/{slug} and /api/changes show seats that an editor has changed in the admin."""

import feedparser
import pytest
from django.urls import reverse

from graph.models import Change
from tests.factories import (
    ChangeFactory,
    CompositionFactory,
    InstitutionFactory,
    PartyFactory,
    SeatShareFactory,
    SourceFactory,
)
from tests.feeds.rss_rules import broken
from tests.graph.admin.conftest import create_staff
from tests.graph.admin.pages import fill_in, form_on, save, with_row

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("today")]
ADD = "/admin/graph/composition/add/"
ELECTED = [["Others", 327], ["Renaissance", 250]]


@pytest.fixture
def assembly():
    return InstitutionFactory(name="National Assembly", slug="national-assembly")


@pytest.fixture
def composition(assembly):
    composition = CompositionFactory(institution=assembly, start_date="2022-06-19", total=577)
    SeatShareFactory(composition=composition, party=PartyFactory(name="Renaissance"), seats=250)
    SeatShareFactory(composition=composition, party=None, name="Others", seats=327)
    return composition


@pytest.fixture
def editor(client):
    client.force_login(create_staff("editor", "editors"))
    return client


def page(composition, name="change"):
    return reverse(f"admin:graph_composition_{name}", args=[composition.pk])


def shown(client):
    """Return (summary, fields) of the only change: its summary, which both feeds must show alike, and its changed seats
    in /api/changes."""
    summaries = set()
    for path in ("/feed", "/feed/entity/national-assembly"):
        response = client.get(path)
        assert response.status_code == 200
        assert broken(response.content) == []
        for item in feedparser.parse(response.content).entries:
            assert item.title == "National Assembly"
            summaries.add(item.description.partition("</p>")[0].removeprefix("<p>").removesuffix("."))
    (summary,) = summaries
    (change,) = client.get("/api/changes").json()["changes"]
    return summary, change["fields"]["composition"]


def test_feed_shows_seats_that_an_editor_corrects(composition, editor):
    fill_in(editor, page(composition), shares__0__seats="300", shares__1__seats="277", reason="Counted again.")

    words, seats = shown(editor)

    assert words == "Seats revised: Others 300, Renaissance 277"
    assert seats == [ELECTED, [["Others", 300], ["Renaissance", 277]]]


def test_feed_shows_a_share_that_an_editor_adds(composition, editor):
    form = with_row(
        form_on(editor.get(page(composition))), "shares", party="", name="Greens", seats="27", vote_share=""
    )
    save(editor, page(composition), form, shares__0__seats="300", reason="Counted again.")

    words, seats = shown(editor)

    assert words == "Seats revised: Others 300, Renaissance 250, Greens 27"
    assert seats == [ELECTED, [["Others", 300], ["Renaissance", 250], ["Greens", 27]]]


def test_feed_shows_a_share_that_an_editor_removes(composition, editor):
    typed = {"shares__0__seats": "577", "shares__1__DELETE": "on"}
    fill_in(editor, page(composition), reason="None of them sat.", **typed)

    assert shown(editor) == ("Seats revised: Others 577", [ELECTED, [["Others", 577]]])


def test_feed_shows_a_day_that_an_editor_corrects(composition, editor):
    fill_in(editor, page(composition), start_date="June 2022", reason="The day is not known.")

    assert shown(editor) == ("Composition revised", [ELECTED, ELECTED])


def test_feed_shows_a_composition_that_an_editor_adds(assembly, editor):
    form = form_on(editor.get(f"{ADD}?institution={assembly.pk}"))
    row = {"party": "", "name": "Others", "seats": "577", "vote_share": ""}
    known = {"start_date": "7 July 2024", "total": "577", "verified_at": "2024-08-01", "source": SourceFactory().pk}
    save(editor, ADD, with_row(form, "shares", **row) | known, reason="Elected.")

    assert shown(editor) == ("Seats: Others 577", [None, [["Others", 577]]])


def test_feed_shows_a_composition_that_an_editor_removes(composition, editor):
    version = editor.get(page(composition, "delete")).context["version"]
    editor.post(page(composition, "delete"), {"post": "yes", "version": version, "reason": "Never sat."})

    assert shown(editor) == ("Composition removed", [ELECTED, None])


@pytest.mark.parametrize("days", [["2022-06-19", "2022-06"], [None, "2022"], ["2022", None], ["", "2022"]])
def test_feed_reads_days_of_compositions_in_an_early_journal(assembly, client, days):
    ChangeFactory(entity=assembly, action=Change.Action.UPDATED, fields={"composition": days})

    words, fields = shown(client)

    assert words.startswith("Composition ")
    assert fields == days
