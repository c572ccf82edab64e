"""Seats that an editor writes in the admin, as /feed, /feed/entity/{slug} and /api/changes tell them."""

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
from tests.graph.admin.conftest import worker
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
def desk(client):
    client.force_login(worker("editor", "editors"))
    return client


def page(composition, name="change"):
    return reverse(f"admin:graph_composition_{name}", args=[composition.pk])


def told(client):
    """What both feeds say happened, in the same words, and the fields that the journal gives."""
    titles = set()
    for path in ("/feed", "/feed/entity/national-assembly"):
        response = client.get(path)
        assert response.status_code == 200
        assert broken(response.content) == []
        titles |= {item.title for item in feedparser.parse(response.content).entries}
    (title,) = titles
    (change,) = client.get("/api/changes").json()["changes"]
    return title.removeprefix("National Assembly: "), change["fields"]["composition"]


def test_seats_are_corrected(composition, desk):
    fill_in(desk, page(composition), shares__0__seats="300", shares__1__seats="277", reason="Counted again.")

    words, seats = told(desk)

    assert words == "Seats revised: Others 300, Renaissance 277"
    assert seats == [ELECTED, [["Others", 300], ["Renaissance", 277]]]


def test_a_share_is_added(composition, desk):
    form = with_row(form_on(desk.get(page(composition))), "shares", party="", name="Greens", seats="27", vote_share="")
    save(desk, page(composition), form, shares__0__seats="300", reason="Counted again.")

    words, seats = told(desk)

    assert words == "Seats revised: Others 300, Renaissance 250, Greens 27"
    assert seats == [ELECTED, [["Others", 300], ["Renaissance", 250], ["Greens", 27]]]


def test_a_share_is_removed(composition, desk):
    typed = {"shares__0__seats": "577", "shares__1__DELETE": "on"}
    fill_in(desk, page(composition), reason="None of them sat.", **typed)

    assert told(desk) == ("Seats revised: Others 577", [ELECTED, [["Others", 577]]])


def test_the_day_is_corrected(composition, desk):
    fill_in(desk, page(composition), start_date="June 2022", reason="The day is not known.")

    assert told(desk) == ("Composition revised", [ELECTED, ELECTED])


def test_a_composition_is_added(assembly, desk):
    form = form_on(desk.get(f"{ADD}?institution={assembly.pk}"))
    row = {"party": "", "name": "Others", "seats": "577", "vote_share": ""}
    known = {"start_date": "7 July 2024", "total": "577", "verified_at": "2024-08-01", "source": SourceFactory().pk}
    save(desk, ADD, with_row(form, "shares", **row) | known, reason="Elected.")

    assert told(desk) == ("Seats: Others 577", [None, [["Others", 577]]])


def test_a_composition_is_removed(composition, desk):
    version = desk.get(page(composition, "delete")).context["version"]
    desk.post(page(composition, "delete"), {"post": "yes", "version": version, "reason": "Never sat."})

    assert told(desk) == ("Composition removed", [ELECTED, None])


@pytest.mark.parametrize("days", [["2022-06-19", "2022-06"], [None, "2022"], ["2022", None], ["", "2022"]])
def test_an_early_journal_that_tells_days_is_read_too(assembly, client, days):
    ChangeFactory(entity=assembly, action=Change.Action.UPDATED, fields={"composition": days})

    words, fields = told(client)

    assert words.startswith("Composition ")
    assert fields == days
