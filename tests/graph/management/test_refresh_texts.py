from datetime import UTC, date, datetime

import pytest
from django.core.management import call_command

from graph.models import Change, Entity, Relationship
from tests import factories

pytestmark = [pytest.mark.django_db, pytest.mark.time_machine("2026-11-23", tick=False)]


@pytest.mark.parametrize("options", [[], ["--keep-dates"]])
def test_texts_follow_the_calendar(capsys, options):
    election = factories.ElectionFactory(
        country_code="fr",
        details__kind="presidential",
        details__date="2026-11-22",
        details__status="scheduled",
        description="Presidential election in France, due on 22 November 2026.",
        created_at=datetime(2026, 1, 22, tzinfo=UTC),
        updated_at=datetime(2026, 1, 22, tzinfo=UTC),
    )
    term = factories.RelationshipFactory(start_date="2022-05-14", verified_at=date(2026, 1, 22))
    factories.RelationshipFactory(subject=term.object, object=election, type="office_elected_in_election")
    before = election.updated_at

    call_command("refresh_texts", *options)

    election.refresh_from_db()
    assert election.description.endswith("planned for 22 November 2026, overdue.")
    assert ", last confirmed in 2026" in Entity.objects.get(pk=term.subject_id).description
    assert Relationship.objects.get(pk=term.pk).current_last == date(2026, 11, 22)
    assert (election.updated_at == before) == bool(options)
    assert Change.objects.filter(entity=election, via="descriptions").count() == 1

    capsys.readouterr()
    call_command("refresh_texts", *options)
    assert capsys.readouterr().out == "0 descriptions changed.\n"
