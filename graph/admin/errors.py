"""Write error messages for editors. The name of a database constraint becomes a readable sentence."""

import re
from functools import cache

from django.apps import apps
from django.core.exceptions import ValidationError
from django.db import IntegrityError

from graph.models.rules import TRIGGER_RULES

VIOLATED = re.compile("Constraint “(.+)” is violated.")
UNKNOWN_CONSTRAINT = "It contradicts what is stored."


def error_messages(error: Exception) -> list[str]:
    """Return the messages for editors of an exception that an action or a form raised."""
    if isinstance(error, ValidationError):
        return error.messages
    return [_integrity_message(error) if isinstance(error, IntegrityError) else str(error)]


def with_constraint_messages(error: ValidationError) -> ValidationError:
    """Replace the messages for violated constraints, in which Django shows the technical name. Return the error."""
    by_field = error.error_dict.values() if hasattr(error, "error_dict") else ()
    for field_error in [each for errors in by_field for each in errors]:
        if found := VIOLATED.fullmatch(str(field_error.message)):
            field_error.message = _constraint_message(found[1])
    return error


def _integrity_message(error):
    text = str(error)
    for name, columns in _constraints().items():
        # PostgreSQL names the constraint; SQLite names the columns of a unique constraint.
        if re.search(rf"\b{re.escape(name)}\b", text) or (columns and columns in text):
            return _constraint_message(name)
    return UNKNOWN_CONSTRAINT


def _constraint_message(name):
    return f"This would break a rule: {name.replace('_', ' ')}."


@cache
def _constraints():
    """Map each constraint or trigger rule to the columns in the error message of SQLite, the longest list first."""
    rules = dict.fromkeys(TRIGGER_RULES, "")
    for model in apps.get_app_config("graph").get_models():
        for constraint in model._meta.constraints:
            columns = (model._meta.get_field(name).column for name in getattr(constraint, "fields", ()))
            rules[constraint.name] = ", ".join(f"{model._meta.db_table}.{column}" for column in columns)
    # The columns of one constraint may begin those of another one.
    return dict(sorted(rules.items(), key=lambda rule: -len(rule[1])))
