"""Test alliances in GET /api/results. The members of an alliance were separate lists in the previous election."""

import pytest

from graph.actions import rename
from graph.models import Candidacy, Coverage, Entity
from graph.results import Comparability, Mode
from tests.factories import CandidacyFactory, CoverageFactory, PartyFactory, TallyFactory
from tests.results import RESULTS, get, race, record, three_parties

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("today")]


@pytest.fixture
def alliance():
    """Return a race between the Conservatives and the Union, an alliance of Labour and the Greens. In the previous
    race, both members of the Union were separate lists."""
    labour, conservative, green = three_parties()
    union = PartyFactory(name="Union", slug="union-gb", country_code="gb")
    facts = {"mode": Mode.ARCHIVE, "phase": "final", "sequence": 1, "level": "national"}
    earlier, later = (CoverageFactory(election__slug=slug, **facts) for slug in ("gb-2024", "gb-2028"))
    Coverage.objects.filter(pk=later.pk).update(previous=earlier.election, comparability=Comparability.COMPARABLE)
    values = {"method": "list", "seats": 10}
    before = race(earlier.election, "national", [labour, conservative, green], **values)
    now = race(
        later.election,
        "national",
        [union, conservative],
        previous=before,
        comparability=Comparability.COMPARABLE,
        **values,
    )
    Candidacy.objects.filter(race=now, party=union).update(members=[labour.slug, green.slug, "nobody-gb"])
    record(before, [400, 500, 100], seats=[4, 5, 1])
    record(now, [550, 450], seats=[6, 4])
    return now


def test_alliance_is_compared_with_the_sum_of_its_members(client, alliance):
    union, conservative = get(client, f"{RESULTS}/gb-2028")["parties"]

    assert (union["share"], union["share_change"], union["seats_change"]) == (55.0, 5.0, 1)
    assert (conservative["share_change"], conservative["seats_change"]) == (-5.0, -1)
    rows = get(client, f"{RESULTS}/gb-2028/races/national")["race"]["candidacies"]
    assert [row["share_change"] for row in rows] == [5.0, -5.0]


def test_member_with_a_list_of_its_own_is_compared_alone(client, alliance):
    green = Entity.objects.get(name="Green")
    candidacy = CandidacyFactory(race=alliance, party=green)
    TallyFactory(version=alliance.current, candidacy=candidacy, votes=50, seats=0)

    union, _, greens = get(client, f"{RESULTS}/gb-2028")["parties"]

    assert (union["share_change"], union["seats_change"]) == (round(100 * 550 / 1050 - 40, 2), 2)
    assert (greens["share_change"], greens["seats_change"]) == (round(100 * 50 / 1050 - 10, 2), -1)


def test_member_is_found_by_its_old_slug(client, alliance):
    rename(entity=Entity.objects.get(name="Green"), slug="green-party-gb")

    assert get(client, f"{RESULTS}/gb-2028")["parties"][0]["seats_change"] == 1


def test_former_member_has_no_change_of_seats(client, alliance):
    green = Entity.objects.get(name="Green")
    later = CoverageFactory(
        mode=Mode.ARCHIVE,
        election__slug="gb-2032",
        previous=alliance.election,
        comparability=Comparability.COMPARABLE,
        sequence=1,
    )
    after = race(later.election, "national", [green], previous=alliance, comparability=Comparability.COMPARABLE)
    record(after, [10])

    assert get(client, f"{RESULTS}/gb-2032")["parties"][0]["seats_change"] is None


@pytest.mark.parametrize("path", ["", "/races/national"])
def test_results_take_at_most_eight_queries(client, alliance, django_assert_max_num_queries, path):
    with django_assert_max_num_queries(8):
        get(client, f"{RESULTS}/gb-2028{path}")
