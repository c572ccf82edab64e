"""Test the admin pages that add an election with results, and a race with its candidacies."""

import pytest

from graph.models import Coverage, Race
from tests import factories
from tests.graph.admin.results.forms import FORBIDDEN, OK, page
from tests.graph.admin.test_hostile_text import HOSTILE, is_safe, post

pytestmark = pytest.mark.django_db
COVER, ADD = "/admin/graph/coverage/add/", "/admin/graph/race/add/"


@pytest.fixture
def election():
    return factories.ElectionFactory(slug="australia-2028-legislative", details__date="2028-05-03")


@pytest.fixture
def coverage():
    previous = factories.RaceFactory(slug="aston", name="Aston")
    coverage = factories.CoverageFactory(election__slug="australia-2025-legislative", previous=previous.election)
    factories.PartyFactory(slug="labor-au", name="Labor")
    return coverage


def covering(election, **typed):
    values = {"mode": "live", "level": "constituency", "comparability": "not-comparable"}
    return {"election": election.pk, **values, "comparability_reason": "", "note": "", "previous": "", **typed}


def racing(coverage, *candidacies, **typed):
    rows = {"candidacies-TOTAL_FORMS": max(6, len(candidacies)), "candidacies-INITIAL_FORMS": 0}
    for number, row in enumerate(candidacies):
        rows |= {f"candidacies-{number}-{name}": value for name, value in row.items()}
    values = {"name": "Aston", "level": "constituency", "seats": 1, "method": "instant-runoff"}
    return {"election": coverage.pk, **values, **rows, **typed}


def test_cover_adds_the_coverage_of_an_election(election, as_editor):
    before = factories.ElectionFactory()
    typed = {"previous": before.pk, "comparability": "comparable", "note": "Provisional until June."}

    response = as_editor.post(COVER, covering(election, **typed), follow=True)

    coverage = Coverage.objects.get(pk=election.pk)
    assert "Added." in response.content.decode()
    assert (coverage.mode, coverage.phase, coverage.level) == ("live", "scheduled", "constituency")
    assert (coverage.previous, coverage.comparability, coverage.note) == (before, "comparable", typed["note"])


@pytest.mark.parametrize(
    "typed",
    [{"election": ""}, {"election": "999999"}, {"mode": "test"}, {"level": "galaxy"}, {"note": "x" * 1001}],
    ids=["no election", "unknown", "test", "level", "long"],
)
def test_cover_rejects_invalid_values(election, as_editor, typed):
    response = as_editor.post(COVER, covering(election) | typed)

    assert response.status_code == OK
    assert "Nothing was stored" in response.content.decode()
    assert not Coverage.objects.exists()


def test_cover_rejects_a_covered_election(coverage, as_editor):
    response = as_editor.post(COVER, covering(coverage.election))

    assert response.context["form"].non_field_errors()


def test_add_race_stores_candidacies_in_the_order_of_the_ballot(coverage, as_editor):
    labor, jones = factories.PartyFactory(name="ALP"), factories.PoliticianFactory(name="Alex Jones")
    rows = [
        {"name": "Alex Jones", "label": "Labor", "party": labor.pk, "person": jones.pk, "is_incumbent": "on"},
        {},
        {"name": "Sam Lee", "label": "Independent"},
        {"name": "Sam Lee", "label": "Greens"},
    ]
    typed = {"area_code": "197", "area_scheme": "aec", "region": "Victoria", "previous": "aston"}

    as_editor.post(ADD, racing(coverage, *rows, **typed))

    race = Race.objects.get(election=coverage.pk)
    found = list(race.candidacies.order_by("pk").values_list("key", "party", "person", "position", "is_incumbent"))
    assert (race.slug, race.area_code, race.region, race.method) == ("aston", "197", "Victoria", "instant-runoff")
    assert (race.previous.slug, race.comparability) == ("aston", "comparable")
    assert found == [
        ("alex-jones", labor.pk, jones.pk, 1, True),
        ("sam-lee-independent", None, None, 2, False),
        ("sam-lee-greens", None, None, 3, False),
    ]


@pytest.mark.parametrize(
    ("typed", "reason"),
    [
        ({"name": ""}, "required"),
        ({"seats": "0"}, "greater than or equal to 1"),
        ({"previous": "deakin"}, "has no race &#x27;deakin&#x27;"),
        ({"candidacies-0-label": "Labor"}, "required"),
        ({"candidacies-TOTAL_FORMS": "x"}, "ManagementForm"),
        ({"candidacies-TOTAL_FORMS": "900"}, "at most 200"),
        ({"candidacies-0-name": "Jo", "candidacies-0-party": "x"}, "Select a valid choice"),
    ],
)
def test_add_race_rejects_invalid_values_and_stores_nothing(coverage, as_editor, typed, reason):
    response = as_editor.post(ADD, racing(coverage) | typed)

    assert response.status_code == OK
    assert reason in response.content.decode()
    assert not Race.objects.filter(election=coverage.pk).exists()


def test_add_race_without_seats_has_an_unknown_number(coverage, as_editor):
    as_editor.post(ADD, racing(coverage, {"name": "Sam Lee"}, seats=""))

    race = Race.objects.get(election=coverage.election)
    assert race.seats is None
    assert "unknown number of seats" in as_editor.get(page(race)).content.decode()


@pytest.mark.parametrize("election", ["", "999999"])
def test_add_race_needs_an_election_before_its_previous_race(coverage, as_editor, election):
    form = as_editor.post(ADD, racing(coverage, previous="aston") | {"election": election}).context["form"]

    assert list(form.errors) == ["election"]


def test_add_race_rejects_a_previous_race_if_there_is_no_previous_election(as_editor):
    coverage = factories.CoverageFactory()

    form = as_editor.post(ADD, racing(coverage, previous="aston")).context["form"]

    assert form.errors["previous"] == ["The election has no previous election."]


def test_add_race_rejects_an_election_that_is_not_covered(election, as_editor):
    form = as_editor.post(ADD, racing(election) | {"election": election.pk}).context["form"]

    assert form.errors["election"] == ["Add this election to the covered ones first."]


def test_add_race_rejects_a_second_race_with_the_slug(coverage, as_editor):
    as_editor.post(ADD, racing(coverage))

    assert as_editor.post(ADD, racing(coverage)).context["form"].non_field_errors()
    assert Race.objects.filter(election=coverage.pk).count() == 1


def test_more_candidacies_keeps_what_was_typed(coverage, as_editor):
    response = as_editor.post(ADD, racing(coverage, {"name": "Sam Lee"}) | {"more": "1"})

    assert 'value="Sam Lee"' in response.content.decode()
    assert len(response.context["form"].rows.forms) == 12
    assert not Race.objects.filter(election=coverage.pk).exists()


def test_add_race_page_opens_with_the_election_of_the_list(coverage, as_editor):
    page = as_editor.get(f"{ADD}?_changelist_filters=election%3D{coverage.pk}").content.decode()

    assert f'<option value="{coverage.pk}" selected>' in page
    assert as_editor.get(f"{ADD}?election=x").status_code == OK


@pytest.mark.parametrize("address", [COVER, ADD])
def test_pages_are_closed_to_publishers_and_others(address, as_publisher, browser):
    assert as_publisher.get(address).status_code == FORBIDDEN
    assert as_publisher.post(address, {}).status_code == FORBIDDEN
    assert browser(None).get(address).status_code != OK


@pytest.mark.parametrize("hostile", HOSTILE)
def test_pages_reject_or_escape_hostile_text(hostile, coverage, election, as_editor):
    text = HOSTILE[hostile]
    for address, data in (
        (COVER, covering(election, note=text, comparability_reason=text)),
        (COVER, covering(election) | {"election": text, "previous": text}),
        (ADD, racing(coverage, {"name": text, "label": text, "party": text}, name=text, area_code=text, slug=text)),
        (ADD, racing(coverage, {"name": "Jo"}, seats=text, method=text, previous=text, region=text)),
    ):
        response = post(as_editor, address, data, follow=True)
        assert response.status_code == OK
        assert is_safe(response)
