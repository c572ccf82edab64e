"""Test the triggers of election results. Rows must refer to entities of the right kinds, and results cannot be deleted,
except those of rehearsals."""

import pytest
from django.db import IntegrityError, transaction

from graph.kinds import KINDS, Kind
from graph.models import Candidacy, Coverage, ResultVersion, Tally
from graph.results import Mode
from tests.factories import (
    FACTORIES,
    CandidacyFactory,
    CoverageFactory,
    RaceFactory,
    ReportingUnitFactory,
    ResultVersionFactory,
    TallyFactory,
    UserFactory,
)

pytestmark = pytest.mark.django_db

APPEND_ONLY = "result_versions_are_append_only"


def is_rejected(rule, write):
    """Call ``write``. Return True if the database rejects it with an error that contains the text ``rule``."""
    try:
        with transaction.atomic():
            write()
    except IntegrityError as error:
        return rule in str(error)
    return False


@pytest.fixture
def tally():
    return TallyFactory()


@pytest.fixture
def rehearsed():
    """Return a tally of a rehearsal. The database allows its deletion."""
    coverage = CoverageFactory(mode=Mode.TEST)
    return TallyFactory(version__race__election=coverage.election)


@pytest.mark.parametrize(
    ("rule", "factory", "column", "kind"),
    [
        ("coverage_is_of_an_election", CoverageFactory, "election", Kind.ELECTION),
        ("race_is_of_an_election", RaceFactory, "election", Kind.ELECTION),
        ("candidacy_is_of_a_politician", CandidacyFactory, "person", Kind.POLITICIAN),
        ("candidacy_is_for_a_party", CandidacyFactory, "party", Kind.PARTY),
    ],
)
class TestKinds:
    def test_row_is_created_with_an_entity_of_the_right_kind_only(self, rule, factory, column, kind):
        entities = {other: FACTORIES[other](details=None) for other in KINDS}

        accepted = [
            other for other in KINDS if not is_rejected(rule, lambda other=other: factory(**{column: entities[other]}))
        ]

        assert accepted == [kind]

    def test_row_is_changed_to_an_entity_of_the_right_kind_only(self, rule, factory, column, kind):
        factory()
        rows = factory._meta.model.objects
        entities = {other: FACTORIES[other](details=None) for other in KINDS}

        accepted = [
            other
            for other in KINDS
            if not is_rejected(rule, lambda other=other: rows.update(**{column: entities[other]}))
        ]

        assert accepted == [kind]


def test_candidacy_needs_no_entities():
    assert (CandidacyFactory().person, Candidacy.objects.get().party) == (None, None)


@pytest.mark.parametrize("column", ["candidacy", "unit"])
def test_tally_of_another_race_is_rejected(tally, column):
    other = {"candidacy": CandidacyFactory, "unit": ReportingUnitFactory}[column]()

    assert is_rejected("tally_is_of_its_race", lambda: TallyFactory(version=tally.version, **{column: other}))


@pytest.mark.parametrize(
    "values",
    [{"ballots": 2}, {"phase": "final"}, {"note": "Recounted."}, {"received_at": "2026-01-01T00:00Z"}, {"margin": 3}],
)
def test_version_cannot_be_changed(tally, values):
    assert is_rejected(APPEND_ONLY, lambda: ResultVersion.objects.update(**values))


def test_tally_cannot_be_changed(tally):
    assert is_rejected(APPEND_ONLY, lambda: Tally.objects.update(votes=17_009))


@pytest.mark.parametrize("model", [Tally, ResultVersion, Candidacy, Coverage])
def test_results_cannot_be_deleted(tally, model):
    assert is_rejected(APPEND_ONLY, lambda: model.objects.all().delete())


def test_election_with_results_cannot_be_deleted(tally):
    assert is_rejected(APPEND_ONLY, lambda: tally.version.race.election.delete())


def test_rehearsal_can_be_deleted(tally, rehearsed):
    rehearsed.version.race.election.delete()

    assert Tally.objects.get() == tally
    assert Coverage.objects.get().election == tally.version.race.election


@pytest.mark.parametrize("modes", [(Mode.LIVE, Mode.TEST), (Mode.TEST, Mode.LIVE)])
def test_rehearsal_and_results_do_not_become_each_other(modes):
    coverage = CoverageFactory(mode=modes[0])

    assert is_rejected(APPEND_ONLY, lambda: Coverage.objects.filter(pk=coverage.pk).update(mode=modes[1]))


def test_live_results_become_an_archive(tally):
    Coverage.objects.update(mode=Mode.ARCHIVE)

    assert Coverage.objects.get().mode == Mode.ARCHIVE


def test_coverage_without_versions_can_be_deleted():
    RaceFactory()

    Coverage.objects.all().delete()

    assert not Coverage.objects.exists()


def test_user_of_a_version_can_be_deleted():
    version = ResultVersionFactory(by=UserFactory())

    version.by.delete()

    version.refresh_from_db()
    assert version.by is None
