"""Test how editors correct, add and remove candidacies of a race."""

import pytest
from django.urls import reverse

from graph.models import Change
from tests import factories
from tests.graph.admin.results.forms import FORBIDDEN, OK, page

pytestmark = pytest.mark.django_db


def address(race):
    return reverse("admin:graph_race_candidacies", args=[race.pk])


def typed(race, changes=(), added=(), reason="As on the ballot.", **others):
    """Return the data for the form of a race's candidacies. ``changes`` maps the index of a stored candidacy to its
    changed fields. ``added`` has a dictionary of fields for each new candidacy."""
    rows = [{"key": row.key, "name": row.name, "label": row.label} for row in race.candidacies.order_by("pk")]
    for index, values in dict(changes).items():
        rows[index] |= values
    data = {"candidacies-INITIAL_FORMS": len(rows), "candidacies-TOTAL_FORMS": len(rows) + len(added) + 1}
    for number, row in enumerate([*rows, *added]):
        data |= {f"candidacies-{number}-{name}": value for name, value in row.items()}
    return {"reason": reason, **data, **others}


def candidacies(race):
    return list(race.candidacies.order_by("pk").values_list("name", "label"))


def test_page_corrects_adds_and_removes_candidacies(race, as_editor, editor, guarded):
    before, party = candidacies(race), factories.PartyFactory()
    changes = {0: {"name": "Ann Lee", "party": party.pk}, 2: {"DELETE": "on"}}

    with guarded():
        response = as_editor.post(address(race), typed(race, changes, added=[{"name": "Late", "label": "Greens"}]))

    assert (response.status_code, response["Location"]) == (302, page(race))
    assert candidacies(race) == [("Ann Lee", before[0][1]), before[1], ("Late", "Greens")]
    assert race.candidacies.order_by("pk").first().party == party
    assert {(change.by, change.note) for change in Change.objects.all()} == {(editor, "As on the ballot.")}
    assert address(race) in as_editor.get(page(race)).content.decode()


def test_page_stores_nothing_if_one_row_is_rejected(race, final, as_editor):
    before = candidacies(race)

    response = as_editor.post(address(race), typed(race, {0: {"name": "Ann Lee"}, 2: {"DELETE": "on"}}))

    assert response.status_code == OK
    assert "has votes" in str(response.context["form"].non_field_errors())
    assert candidacies(race) == before


def test_page_rejects_changes_of_a_removed_candidacy(race, as_editor):
    data, gone = typed(race, {2: {"name": "Ann Lee"}}), race.candidacies.order_by("pk").last()
    gone.delete()

    response = as_editor.post(address(race), data)

    assert "Somebody has removed the candidacy of Ann Lee." in str(response.context["form"].non_field_errors())
    assert not Change.objects.exists()


@pytest.mark.parametrize("wrong", [{"reason": ""}, {"candidacies-0-name": ""}, {"candidacies-0-party": "999999"}])
def test_page_rejects_invalid_values(race, as_editor, wrong):
    response = as_editor.post(address(race), typed(race, {0: {"name": "Ann Lee"}}) | wrong)

    assert response.status_code == OK
    assert "Nothing was stored" in response.content.decode()
    assert not Change.objects.exists()


def test_page_offers_more_rows_and_is_for_editors_only(race, as_editor, client):
    assert as_editor.post(address(race), typed(race, more="1")).status_code == OK
    assert as_editor.get(reverse("admin:graph_race_candidacies", args=[race.pk + 1])).status_code == 404

    client.force_login(factories.UserFactory(is_staff=True))
    assert client.get(address(race)).status_code == FORBIDDEN
