"""Test that the stored row versions contain all columns of a row, with any way to save the row."""

from datetime import date
from uuid import uuid4

import pytest

from graph.journal.guard import allow_writes
from graph.journal.journal import journalled
from graph.journal.revisions import Revision, stored_differences, stored_rows
from graph.models import VERSIONED_MODELS, Change, OtherName, Politician, RowVersion
from tests import factories

pytestmark = pytest.mark.django_db


@pytest.fixture
def graph():
    """Create at least one row of each versioned model."""
    for make in factories.FACTORIES.values():
        make()
    factories.PoliticianFactory(details__political_positions=[{"topic": "Energy", "position": "Pro", "source": "x"}])
    factories.ElectionFactory(details__turnout="71.90")
    factories.RelationshipFactory(start_date="2017-05", verified_at=date(2026, 1, 22))
    factories.SeatShareFactory(vote_share="12.50")
    factories.CitationFactory(facts=["name"])
    for make in (
        factories.OtherNameFactory,
        factories.IdentifierFactory,
        factories.RedirectFactory,
        factories.CandidacyFactory,
    ):
        make()


def test_stored_differences_returns_every_column_with_its_type(graph):
    revision = Revision()
    expected = {
        model: stored_rows(model, model._base_manager.values_list("pk", flat=True)) for model in VERSIONED_MODELS
    }
    for model, rows in expected.items():
        for pk in rows:
            revision.record_created(model, pk)

    with allow_writes():
        revision.write()

    found = {model: {} for model in VERSIONED_MODELS}
    for _, row in stored_differences([revision.id_of(1)]):
        found[row.model][row.pk] = row.after
    assert all(found.values())
    assert found == expected
    assert types_of(found) == types_of(expected)


def test_stored_differences_fills_a_column_that_is_younger_than_the_version():
    row = stored_rows(OtherName, [factories.OtherNameFactory().pk]).popitem()[1]
    kind = row.pop("kind")
    with allow_writes():
        version = RowVersion.objects.create(revision=uuid4(), model="othername", row=row["id"], before=row, after=None)

    ((_, found),) = stored_differences([version.revision])

    assert found.before == row | {"kind": OtherName._meta.get_field("kind").get_default()}
    assert kind in OtherName.Kind.values


def types_of(tables):
    return [[type(value) for value in row.values()] for rows in tables.values() for row in rows.values()]


def test_signals_record_a_row_that_is_saved_through_its_proxy():
    macron = factories.PoliticianFactory(name="Emmanuel Macron")

    with journalled() as journal:
        Politician.objects.get(pk=macron.pk).save()
        row = Politician.objects.get(pk=macron.pk)
        row.name = "Another"
        row.save()
        journal.record(macron.pk, Change.Action.UPDATED)

    version = RowVersion.objects.get(model="entity", row=macron.pk)
    assert (version.before["name"], version.after["name"]) == ("Emmanuel Macron", "Another")


def test_row_version_of_a_created_or_deleted_row_has_one_side():
    macron = factories.PoliticianFactory()
    old = factories.OtherNameFactory(entity=macron)

    with journalled() as journal:
        old.delete()
        factories.OtherNameFactory(entity=macron, name="Manu")
        journal.record(macron.pk, Change.Action.UPDATED)

    versions = RowVersion.objects.filter(model="othername").order_by("row")
    assert [(row.before is None, row.after is None) for row in versions] == [(False, True), (True, False)]
