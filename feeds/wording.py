"""A change in plain words: ``winner set to Emmanuel Macron; turnout 66.1 %``."""

from collections.abc import Iterable, Mapping

from graph.models import Change
from graph.relations import RELATIONSHIP_TYPES
from graph.seats import COMPOSITION

MOST_PHRASES = 8
LONGEST_VALUE = 120
PER_CENT, POINTS = "%", "points"
UNITS = {"turnout": PER_CENT, "result_margin": POINTS, "term_length": "years"}
YEARS = ("founded_year", "birth_year")
REWORDED = ("description", "overview")
"""Texts that are too long to be told; one that is emptied is composed anew."""
IN_OUTLINE = ("political_positions", "identifiers", "sources")
"""What is too long, or too technical, to be told in a sentence."""


def sentence(changes: Iterable[Change], names: Mapping[str, str]) -> str:
    """What the changes say, the oldest first, without saying anything twice; ``names`` of entities by their slugs."""
    phrases = list(dict.fromkeys(phrase for change in changes for phrase in _phrases(change, names)))
    shown = phrases[:MOST_PHRASES]
    if len(phrases) > len(shown):
        shown.append(f"and {len(phrases) - len(shown)} more")
    text = "; ".join(shown)
    return text[:1].upper() + text[1:]


def slugs_told(changes: Iterable[Change]) -> set[str]:
    """The slugs of other entities that the changes speak of."""
    pairs = (pair for change in changes for name, pair in change.fields.items() if name in RELATIONSHIP_TYPES)
    return {slug for pair in pairs for slug in pair if isinstance(slug, str)}


def _phrases(change, names):
    if change.action in WORDS:
        return [WORDS[change.action](change)]
    return [_phrase(change.action, name, *pair, names) for name, pair in change.fields.items()]


def _phrase(action, name, old, new, names):
    if name in RELATIONSHIP_TYPES:
        return _of_statement(action, name, old, new, names)
    if name in TOLD_OTHERWISE:
        return TOLD_OTHERWISE[name](old, new)
    label = name.replace("_", " ")
    if name in REWORDED:
        return f"{label} reworded"
    if name in IN_OUTLINE or any(isinstance(value, list | dict) for value in (old, new)):
        return _in_outline(label, old, new)
    return _of_value(name, label, old, new)


def _in_outline(label, old, new):
    if _is_unknown(old) == _is_unknown(new):
        return f"{label} revised"
    return f"{label} added" if _is_unknown(old) else f"{label} removed"


def _of_value(name, label, old, new):
    if _is_unknown(new):
        return f"{label} removed"
    told = _told(name, new)
    if isinstance(new, str):
        return f"{label} set to {told}" if _is_unknown(old) else f"{label} changed from {_told(name, old)} to {told}"
    return f"{label} {told}" if _is_unknown(old) else f"{label} {told} (was {_told(name, old)})"


def _of_statement(action, name, old, new, names):
    label = RELATIONSHIP_TYPES[name].label
    former, told = (_cut(names.get(slug, str(slug))) for slug in (old, old if new is None else new))
    said = f"{label[:1].lower()}{label[1:]}: {told}"
    if action == Change.Action.RELATED:
        return said
    if action == Change.Action.UNRELATED:
        return f"{said}, no longer stated"
    return f"{said}, revised" if None in (old, new) else f"{said} instead of {former}"


def _of_seats(old, new):
    """A composition with its seats where they are new; null stands for none."""
    if old == new or not _are_seats(new):
        happened = "removed" if new is None else "added" if old is None else "revised"
        return f"composition {happened}"
    told = [f"{_cut(str(name))} {count}" for name, count in new[:MOST_PHRASES]]
    if len(new) > len(told):
        told.append(f"and {len(new) - len(told)} more")
    return f"{'seats' if old is None else 'seats revised'}: {', '.join(told)}"


def _are_seats(value):
    """Early journals tell the days of compositions that were edited, not the seats."""
    return bool(value) and isinstance(value, list) and all(isinstance(row, list) and len(row) == 2 for row in value)


def _of_other_names(old, new):
    former, current = _several(old), _several(new)
    told = [("also called", [name for name in current if name not in former])]
    told += [("no longer called", [name for name in former if name not in current])]
    return ", ".join(f"{words} {_cut(', '.join(names))}" for words, names in told if names) or "other names revised"


def _several(value):
    """Imports tell one name by itself."""
    return [str(name) for name in value] if isinstance(value, list) else [str(value)] if value else []


def _of_merge(old, new):
    return f"merged with {new}" if new else f"parted again from {old}"


def _told(name, value):
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, str):
        return _cut(value)
    if name in YEARS:
        return str(value)
    unit = UNITS.get(name, "")
    number = f"{value:.1f}" if unit in (PER_CENT, POINTS) else f"{value:,}"
    return f"{number} {unit.removesuffix('s') if number == '1' else unit}".strip()


def _is_unknown(value):
    return value in (None, "", [])


def _cut(text):
    return text if len(text) <= LONGEST_VALUE else f"{text[: LONGEST_VALUE - 1]}…"


WORDS = {
    Change.Action.CREATED: lambda change: "added",
    Change.Action.RENAMED: lambda change: f"now at {change.slug}",
    Change.Action.MERGED: lambda change: f"merged into {change.fields.get('into', [None, ''])[1]}",
    Change.Action.WITHDRAWN: lambda change: "withdrawn",
    Change.Action.RESTORED: lambda change: "restored",
}
TOLD_OTHERWISE = {
    COMPOSITION: _of_seats,
    "other_names": _of_other_names,
    "merged": _of_merge,
}
