"""Describe changes of entities in plain English, such as ``winner set to Emmanuel Macron; turnout 66.1 %``."""

from collections.abc import Iterable, Mapping

from django.utils.text import capfirst

from graph.models import Change
from graph.relations import RELATIONSHIP_TYPES
from graph.results import RESULTS
from graph.seats import COMPOSITION

MOST_PHRASES = 8
LONGEST_VALUE = 120
PER_CENT, POINTS = "%", "points"
UNITS = {"turnout": PER_CENT, "result_margin": POINTS, "term_length": "years"}
YEARS = ("founded_year", "birth_year")
# The feed only says that these texts were reworded. If an editor empties one, the service writes a new text, so
# "removed" would be wrong.
LONG_TEXTS = ("description", "overview")
# The feed says only that these facts were added, removed or revised. Their values are too long or too technical for a
# sentence.
NOT_QUOTED = ("political_positions", "rounds", "identifiers", "sources")


def sentence(changes: Iterable[Change], names: Mapping[str, str]) -> str:
    """Describe the changes in one line of plain English, such as "Winner set to Emmanuel Macron; turnout 66.1 %". If
    the changes give more than eight phrases, use the first eight and count the others. ``names`` maps slugs of related
    entities to names."""
    # Several changes of one update can give the same phrase, such as "description reworded".
    phrases = dict.fromkeys(phrase for change in changes for phrase in _phrases(change, names))
    return capfirst("; ".join(_first(list(phrases))))


def related_slugs(changes: Iterable[Change]) -> set[str]:
    """Return the slugs of the entities to which these changes add, change or remove a relationship."""
    pairs = (pair for change in changes for name, pair in change.fields.items() if name in RELATIONSHIP_TYPES)
    return {slug for pair in pairs for slug in pair if isinstance(slug, str)}


def _phrases(change, names):
    if change.action in ACTION_PHRASES:
        return [ACTION_PHRASES[change.action](change)]
    return [_phrase(change.action, name, *pair, names) for name, pair in change.fields.items()]


def _phrase(action, name, old, new, names):
    if name in RELATIONSHIP_TYPES:
        return _relationship_phrase(action, name, old, new, names)
    if name in FIELD_PHRASES:
        return FIELD_PHRASES[name](old, new)
    label = name.replace("_", " ")
    if name in LONG_TEXTS:
        return f"{label} reworded"
    was_unknown, is_unknown = (value in (None, "", []) for value in (old, new))
    if name in NOT_QUOTED or any(isinstance(value, list | dict) for value in (old, new)):
        return f"{label} {_happened(was_unknown, is_unknown)}"
    if is_unknown:
        return f"{label} removed"
    text = _value(name, new)
    if isinstance(new, str):
        return f"{label} set to {text}" if was_unknown else f"{label} changed from {_value(name, old)} to {text}"
    return f"{label} {text}" if was_unknown else f"{label} {text} (was {_value(name, old)})"


def _happened(was_unknown, is_unknown):
    if was_unknown == is_unknown:
        return "revised"
    return "added" if was_unknown else "removed"


def _relationship_phrase(action, name, old, new, names):
    label = RELATIONSHIP_TYPES[name].label
    old_name, name = (_truncate(names.get(slug, str(slug))) for slug in (old, old if new is None else new))
    phrase = f"{label[:1].lower()}{label[1:]}: {name}"
    if action == Change.Action.RELATED:
        return phrase
    if action == Change.Action.UNRELATED:
        return f"{phrase}, no longer stated"
    return f"{phrase}, revised" if None in (old, new) else f"{phrase} instead of {old_name}"


def _seats_phrase(old, new):
    """Return a phrase about the changed composition of a chamber (its seats by party). ``old`` and ``new`` are lists of
    [name of a party, number of seats], or None if there is no composition."""
    if old == new or not _are_seats(new):
        return f"composition {_happened(old is None, new is None)}"
    parties = _first([f"{_truncate(str(name))} {count}" for name, count in new])
    return f"{'seats' if old is None else 'seats revised'}: {', '.join(parties)}"


def _are_seats(value):
    # In old changes in the journal, the values are the day of the edited composition instead of its seats.
    return bool(value) and isinstance(value, list) and all(isinstance(row, list) and len(row) == 2 for row in value)


def _other_names_phrase(old, new):
    old, new = _names(old), _names(new)
    parts = [("also called", [name for name in new if name not in old])]
    parts += [("no longer called", [name for name in old if name not in new])]
    return ", ".join(f"{words} {_truncate(', '.join(names))}" for words, names in parts if names) or (
        "other names revised"
    )


def _names(value):
    # In the journal, an import has a single name as text, and an editor's change has a list.
    return [str(name) for name in value] if isinstance(value, list) else [str(value)] if value else []


def _value(name, value):
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, str):
        return _truncate(value)
    if name in YEARS:
        return str(value)
    unit = UNITS.get(name, "")
    number = f"{value:.1f}" if unit in (PER_CENT, POINTS) else f"{value:,}"
    return f"{number} {unit.removesuffix('s') if number == '1' else unit}".strip()


def _first(texts):
    """Return the first MOST_PHRASES texts and, if texts are left out, a text such as "and 3 more"."""
    more = len(texts) - MOST_PHRASES
    return texts if more <= 0 else [*texts[:MOST_PHRASES], f"and {more} more"]


def _truncate(text):
    return text if len(text) <= LONGEST_VALUE else f"{text[: LONGEST_VALUE - 1]}…"


ACTION_PHRASES = {
    Change.Action.CREATED: lambda change: "added",
    Change.Action.RENAMED: lambda change: f"now at {change.slug}",
    Change.Action.MERGED: lambda change: f"merged into {change.fields.get('into', [None, ''])[1]}",
    Change.Action.WITHDRAWN: lambda change: "withdrawn",
    Change.Action.RESTORED: lambda change: "restored",
}
FIELD_PHRASES = {
    COMPOSITION: _seats_phrase,
    RESULTS: lambda old, new: f"results {new}",
    "other_names": _other_names_phrase,
    "merged": lambda old, new: f"merged with {new}" if new else f"parted again from {old}",
}
