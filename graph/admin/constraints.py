"""Constraints are named as sentences; of one that was broken, the editor reads its name."""

import re
from functools import cache

from django.apps import apps
from django.core.exceptions import ValidationError
from django.db import IntegrityError

from graph.models.rules import TRIGGER_RULES

VIOLATED = re.compile("Constraint “(.+)” is violated.")
OF_NO_NAME = "It contradicts what is stored."


def broken(error: IntegrityError) -> str:
    """``Identifier belongs to one entity: this would not be so any more.``"""
    said = str(error)
    for name, columns in _constraints().items():
        if re.search(rf"\b{re.escape(name)}\b", said) or (columns and columns in said):
            return _sentence(name)
    return OF_NO_NAME


def spelled_out(error: ValidationError) -> ValidationError:
    """The same, where it speaks of a constraint by its name in words."""
    for told in [one for many in error.error_dict.values() for one in many] if hasattr(error, "error_dict") else []:
        if found := VIOLATED.fullmatch(str(told.message)):
            told.message = _sentence(found[1])
    return error


def _sentence(name):
    return f"{name.replace('_', ' ').capitalize()}: with this it would not be so any more."


@cache
def _constraints():
    """Name to the columns by which SQLite calls a broken unique constraint, the longest first."""
    rules = dict.fromkeys(TRIGGER_RULES, "")
    for model in apps.get_app_config("graph").get_models():
        for constraint in model._meta.constraints:
            columns = (model._meta.get_field(name).column for name in getattr(constraint, "fields", ()))
            rules[constraint.name] = ", ".join(f"{model._meta.db_table}.{column}" for column in columns)
    return dict(sorted(rules.items(), key=lambda rule: -len(rule[1])))
