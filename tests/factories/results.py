"""Factories for election results. By default, they create the race in Aberavon at the British general election of
2019."""

import factory
from factory.django import DjangoModelFactory

from graph.models import Candidacy, Coverage, Race, ReportingUnit, ResultVersion, Tally
from graph.results import AreaLevel, Method, Phase
from tests.factories.entities import ElectionFactory
from tests.factories.sources import SourceFactory


class CoverageFactory(DjangoModelFactory):
    """Creates an election and its `Coverage`. Arguments such as ``election__name="…"`` set values of the election."""

    election = factory.SubFactory(
        ElectionFactory,
        country_code="gb",
        year="2019",
        elects="legislative",
        details__date="2019-12-12",
        details__kind="legislative",
    )
    level = AreaLevel.CONSTITUENCY

    class Meta:
        model = Coverage


class RaceFactory(DjangoModelFactory):
    """Creates a race in a new election. ``election=`` adds the race to an existing election."""

    election = factory.LazyFunction(lambda: CoverageFactory().election)
    name = factory.Iterator(("Aberavon", "Aberconwy", "Aberdeen North", "Aberdeen South"))
    slug = factory.LazyAttributeSequence(lambda race, number: f"{race.name.lower().replace(' ', '-')}-{number}")
    area_name = factory.SelfAttribute("name")
    area_level = AreaLevel.CONSTITUENCY
    seats = 1
    method = Method.PLURALITY

    class Meta:
        model = Race


class CandidacyFactory(DjangoModelFactory):
    """Creates a candidacy of a person who is not in the graph. Set ``person`` and ``party`` to link it to entities."""

    race = factory.SubFactory(RaceFactory)
    key = factory.Sequence(lambda number: f"candidate-{number}")
    name = factory.Iterator(("Stephen Kinnock", "Charlotte Lang", "Glenda Davies", "Nigel Hunt"))

    class Meta:
        model = Candidacy


class ReportingUnitFactory(DjangoModelFactory):
    race = factory.SubFactory(RaceFactory)
    code = factory.Sequence(lambda number: f"unit-{number}")
    name = "Port Talbot"

    class Meta:
        model = ReportingUnit


class ResultVersionFactory(DjangoModelFactory):
    """Creates the first result version of a race, without tallies. `TallyFactory` adds a tally."""

    race = factory.SubFactory(RaceFactory)
    number = 1
    sequence = 1
    phase = Phase.COUNTING
    source = factory.SubFactory(SourceFactory)

    class Meta:
        model = ResultVersion


class TallyFactory(DjangoModelFactory):
    """Creates a tally in a result version: 17,008 votes for a new candidacy in the same race."""

    version = factory.SubFactory(ResultVersionFactory)
    candidacy = factory.SubFactory(CandidacyFactory, race=factory.SelfAttribute("..version.race"))
    votes = 17_008

    class Meta:
        model = Tally
