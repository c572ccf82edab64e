"""Find out from the journal of changes whether the cached votes and seats of candidacies are still correct."""

from graph.models import Change
from graph.queries.cached import JournalHead
from graph.queries.sql import fetch_all
from graph.results import CANDIDACIES, RACES
from snapshots.results.sql import SQL

MOST_CHANGES = 200
HARMLESS = {Change.Action.UPDATED, Change.Action.RELATED, Change.Action.UNRELATED, Change.Action.RENAMED}
HARMFUL_FIELDS = tuple(f'"{name}"' for name in (CANDIDACIES, RACES, "merged"))


def are_candidacies_unchanged(old: JournalHead, new: JournalHead) -> bool:
    """Return True if it is certain that no candidacy got another party, name or alliance between the states ``old`` and
    ``new`` of the journal of changes. Return False in these cases:

    - One of the changes may affect candidacies.
    - There are more than 200 changes, too many to check.
    - There are no changes: the states differ for another reason, for example because a source was edited.
    - The journal was replaced.
    - One of the states has no position, because the journal had no numbered changes yet."""
    if not old.position or not new.position or new.position < old.position:
        return False
    # Without new positions, the journal was replaced.
    if new.position == old.position and new.assigned_at != old.assigned_at:
        return False
    changes = fetch_all(SQL.CHANGES_AFTER, {"position": old.position, "limit": MOST_CHANGES + 1})
    return 0 < len(changes) <= MOST_CHANGES and all(map(_is_harmless, changes))


def _is_harmless(change):
    action, fields = change
    return action in HARMLESS and not any(field in fields for field in HARMFUL_FIELDS)
