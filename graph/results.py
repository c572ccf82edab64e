"""The vocabulary of election results: modes, phases, methods, kinds of versions, and outcomes."""

from enum import StrEnum

RESULTS = "results"
"""In the journal, a change of the phase of an election's results is recorded under this field name."""
RACES = "races"
"""In the journal, a change of races is recorded under this field name."""
CANDIDACIES = "candidacies"
"""In the journal, added, changed and removed candidacies are recorded under this field name."""


class Mode(StrEnum):
    """The modes of an election with results:

    - "live": the counts arrive now.
    - "archive": all counts arrived in the past.
    - "test": the election is a rehearsal (a test election), and the counts are not real.
    """

    LIVE = "live"
    ARCHIVE = "archive"
    TEST = "test"


class Phase(StrEnum):
    """The phases of a count, from the first to the last."""

    SCHEDULED = "scheduled"
    COUNTING = "counting"
    PROVISIONAL = "provisional"
    FINAL = "final"
    CERTIFIED = "certified"


PHASE_RANKS = {phase.value: rank for rank, phase in enumerate(Phase)}
"""Maps each phase to its rank, from 0 for "scheduled". A new count may have a lower rank than the count before only if
it is a correction, a retraction, or the first count of a second round."""


class AreaLevel(StrEnum):
    NATIONAL = "national"
    REGION = "region"
    CONSTITUENCY = "constituency"


class Method(StrEnum):
    """The methods by which votes become seats."""

    PLURALITY = "plurality"
    INSTANT_RUNOFF = "instant-runoff"
    TWO_ROUND = "two-round"
    LIST = "list"
    ELECTORAL_COLLEGE = "electoral-college"
    OTHER = "other"


ONE_VOTE_A_VOTER = {Method.PLURALITY, Method.INSTANT_RUNOFF, Method.TWO_ROUND, Method.ELECTORAL_COLLEGE}
"""The methods with which each voter has one vote. With these methods, the votes of a round add up to at most the valid
votes."""


class VersionKind(StrEnum):
    """The reasons to record a result version (a new count of a race). A correction or a retraction needs a note that
    explains it."""

    COUNT = "count"
    CALL = "call"
    CORRECTION = "correction"
    RETRACTION = "retraction"
    CERTIFICATION = "certification"


class Outcome(StrEnum):
    """The outcome of a race. The winner's party gains the seat, holds it, or has no previous race to compare with
    (new). If there is no winner yet, the outcome is undecided."""

    GAIN = "gain"
    HOLD = "hold"
    NEW = "new"
    UNDECIDED = "undecided"


class Comparability(StrEnum):
    """The ways to compare a race with the previous race for the same seat: by the results of both races ("comparable"),
    by estimates of the previous result ("notional"), or not at all ("not-comparable")."""

    COMPARABLE = "comparable"
    NOTIONAL = "notional"
    NONE = "not-comparable"


def percentage(part: float, whole: float) -> float | None:
    """Return ``part`` in per cent of ``whole``, rounded to two decimals, or None if ``whole`` is 0."""
    return round(part / whole * 100, 2) if whole else None
