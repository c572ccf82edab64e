import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache

from django.apps import apps
from django.core.exceptions import ValidationError
from django.db import IntegrityError, OperationalError

from graph.actions import ActionRejected
from graph.models.constraints import TRIGGER_RULES

REJECTED = (ActionRejected, ValidationError, IntegrityError, OperationalError)
"""The exceptions that mean that an action was rejected. Editors see the reasons as messages."""
UNKNOWN_CONSTRAINT = "It contradicts what is stored."


def error_messages(error: Exception) -> list[str]:
    if isinstance(error, OperationalError):
        # The database cancels one of two transactions that wait for each other (deadlock).
        return ["Somebody else is changing the same rows. Try again in a moment."]
    if isinstance(error, IntegrityError):
        # The error of PostgreSQL contains the name of the constraint. For a unique constraint, that of SQLite contains
        # the columns.
        broken = [
            name
            for name, columns in _constraints().items()
            if re.search(rf"\b{re.escape(name)}\b", str(error)) or (columns and columns in str(error))
        ]
        return [constraint_message(broken[0]) if broken else UNKNOWN_CONSTRAINT]
    return error.messages if isinstance(error, ValidationError) else [str(error)]


@contextmanager
def errors_shown_in(form, field: str | None = None) -> Iterator[None]:
    """A context manager. If code in its ``with`` block raises an exception of REJECTED, add the messages to the form as
    errors of ``field``, or of the whole form, and continue after the block."""
    try:
        yield
    except REJECTED as error:
        form.add_error(field, error_messages(error))


def constraint_message(name):
    return f"This would break a rule: {name.replace('_', ' ')}."


@cache
def _constraints():
    """Return {name of a database constraint: its columns}. `error_messages` searches the text of a database error for
    these names and columns. The columns of a constraint are one text, as in errors of SQLite: for example,
    "graph_race.election_id, graph_race.slug". A constraint without columns has the text "". The constraints with the
    longest texts come first. The result is cached."""
    rules = dict.fromkeys(TRIGGER_RULES, "")
    for model in apps.get_app_config("graph").get_models():
        for constraint in model._meta.constraints:
            columns = (model._meta.get_field(name).column for name in getattr(constraint, "fields", ()))
            rules[constraint.name] = ", ".join(f"{model._meta.db_table}.{column}" for column in columns)
    # The longest texts come first, because a short list of columns may be the beginning of a longer one.
    return dict(sorted(rules.items(), key=lambda rule: -len(rule[1])))
