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
"""The exceptions that are raised if an action of an editor is rejected. Editors see the reasons as messages."""
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
    """Return a context manager. If its ``with`` block raises an exception of REJECTED, the messages are added to the
    form as errors, and the program continues after the block. The errors belong to the form field ``field`` or, if it
    is None, to the whole form."""
    try:
        yield
    except REJECTED as error:
        form.add_error(field, error_messages(error))


def constraint_message(name):
    return f"This would break a rule: {name.replace('_', ' ')}."


@cache
def _constraints():
    """Map the name of each database constraint to its columns as one text, such as "graph_race.election_id,
    graph_race.slug". A constraint without columns has the text "". The longest texts come first. The errors of the
    database contain these names or texts."""
    rules = dict.fromkeys(TRIGGER_RULES, "")
    for model in apps.get_app_config("graph").get_models():
        for constraint in model._meta.constraints:
            columns = (model._meta.get_field(name).column for name in getattr(constraint, "fields", ()))
            rules[constraint.name] = ", ".join(f"{model._meta.db_table}.{column}" for column in columns)
    # The longest texts come first, because a short list of columns may be the beginning of a longer one.
    return dict(sorted(rules.items(), key=lambda rule: -len(rule[1])))
