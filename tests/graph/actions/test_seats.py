"""Test that the journal records seats of a chamber that an editor changes in the same form as imported seats: pairs
(name, seats), most seats first, before and after the change."""

import pytest

from graph.actions import ActionRejected, editing, revert
from graph.models import Change, Composition, SeatShare
from tests import factories

pytestmark = pytest.mark.django_db
ELECTED = [["Others", 327], ["Renaissance", 250]]


@pytest.fixture
def assembly():
    return factories.InstitutionFactory(name="National Assembly")


@pytest.fixture
def composition(assembly):
    composition = factories.CompositionFactory(institution=assembly, start_date="2022-06-19", total=577)
    renaissance = factories.PartyFactory(name="Renaissance")
    factories.SeatShareFactory(composition=composition, party=renaissance, seats=250)
    factories.SeatShareFactory(composition=composition, party=None, name="Others", seats=327)
    return composition


def recorded():
    """Return [seats before, seats after] from the last change of a composition in the journal."""
    return Change.objects.filter(fields__has_key="composition").latest("pk").fields["composition"]


def share_of(composition, name):
    return composition.shares.get(name=name)


def set_seats(share, seats):
    share.seats = seats
    share.save()


def test_editing_records_changed_seats(assembly, composition):
    with editing(assembly):
        set_seats(share_of(composition, "Renaissance"), 320)
        set_seats(share_of(composition, "Others"), 257)

    assert recorded() == [ELECTED, [["Renaissance", 320], ["Others", 257]]]
    assert Change.objects.count() == 1


def test_editing_records_new_and_deleted_shares(assembly, composition):
    with editing(assembly):
        set_seats(share_of(composition, "Others"), 27)
        factories.SeatShareFactory(composition=composition, party=None, name="Independents", seats=300)
    with editing(assembly):
        share_of(composition, "Renaissance").delete()

    with_independents = [["Independents", 300], ["Renaissance", 250], ["Others", 27]]
    assert recorded() == [with_independents, [["Independents", 300], ["Others", 27]]]
    assert Change.objects.first().fields == {"composition": [ELECTED, with_independents]}


def test_editing_the_start_records_equal_seats(assembly, composition):
    with editing(assembly):
        composition.start_date = "2022-06"
        composition.save()

    assert recorded() == [ELECTED, ELECTED]


def test_deleting_a_composition_records_no_new_seats(assembly, composition):
    with editing(assembly):
        composition.delete()

    assert recorded() == [ELECTED, None]


def test_a_new_composition_records_no_old_seats(assembly):
    with editing(assembly):
        composition = factories.CompositionFactory(institution=assembly, start_date="2024-07-07", total=577)
        factories.SeatShareFactory(composition=composition, party=None, name="Others")

    assert recorded() == [None, [["Others", 577]]]


def test_each_composition_has_a_change(assembly, composition):
    other = factories.CompositionFactory(institution=assembly, start_date="2024-07-07")
    factories.SeatShareFactory(composition=other, party=None, name="Others")
    with editing(assembly):
        composition.delete()
        set_seats(other.shares.get(), 500)

    assert [row.fields["composition"] for row in Change.objects.order_by("pk")] == [
        [ELECTED, None],
        [[["Others", 577]], [["Others", 500]]],
    ]


def test_moving_a_share_records_both_compositions(assembly, composition):
    other = factories.CompositionFactory(institution=assembly, start_date="2024-07-07")
    share = share_of(composition, "Others")
    with editing(assembly):
        share.composition = other
        share.save()

    assert [row.fields["composition"] for row in Change.objects.order_by("pk")] == [
        [ELECTED, [["Renaissance", 250]]],
        [[], [["Others", 327]]],
    ]


def test_seats_of_a_new_chamber_are_part_of_its_creation():
    with editing():
        composition = factories.CompositionFactory()
        factories.SeatShareFactory(composition=composition, party=None, name="Others")

    assert [row.action for row in Change.objects.all()] == ["created"]


def test_revert_records_the_seats(assembly, composition):
    for seats in (320, 1):
        with editing(assembly):
            set_seats(share_of(composition, "Renaissance"), seats)

    revert(entity=assembly, to=Change.objects.first())

    assert recorded() == [[["Others", 327], ["Renaissance", 1]], [["Others", 327], ["Renaissance", 320]]]


class TestAnotherChamber:
    @pytest.fixture
    def senate(self):
        return factories.InstitutionFactory(name="Senate")

    def test_editing_rejects_its_share(self, senate, composition):
        with pytest.raises(ActionRejected, match="seat share of another"), editing(senate):
            set_seats(share_of(composition, "Others"), 1)
        assert share_of(composition, "Others").seats == 327

    def test_editing_rejects_the_deletion_of_its_share(self, senate, composition):
        with pytest.raises(ActionRejected, match="seat share of another"), editing(senate):
            share_of(composition, "Others").delete()
        assert SeatShare.objects.count() == 2

    def test_editing_rejects_taking_over_its_share(self, senate, composition):
        own = factories.CompositionFactory(institution=senate)
        share = share_of(composition, "Others")
        share.composition = own

        with pytest.raises(ActionRejected, match="seat share of another"), editing(senate):
            share.save()

    def test_editing_rejects_taking_over_its_composition(self, senate, composition):
        composition.institution = senate

        with pytest.raises(ActionRejected, match="composition of another"), editing(senate):
            composition.save()
        assert Composition.objects.get().institution.name == "National Assembly"
