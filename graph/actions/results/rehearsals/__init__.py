"""Rehearse an election night: the results of a past election are recorded again as those of a test election. The same
functions are used as on a real night."""

from graph.actions.results.rehearsals.plan import plan
from graph.actions.results.rehearsals.replay import (
    WrongResponse,
    archived_races,
    create_rehearsal,
    delete_rehearsal,
    differences,
    find_archived,
    find_rehearsal,
    replay,
)
