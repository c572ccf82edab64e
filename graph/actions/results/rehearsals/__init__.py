"""Rehearse an election night: record the results of a past election again, for a test election. The results are
recorded by the same functions as on a real election night."""

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
