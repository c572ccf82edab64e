"""Form fields for lists: an editor types each item of the list on a line of its own."""

import re

from django import forms
from django.contrib.admin.widgets import AdminTextareaWidget

from graph.text import typed_dates
from graph.text.characters import BLANKS, FORBIDDEN, clean

BLANKS_TO_FOLD = re.compile(r"[\t\r\n]+")
CONTEXT = 20
POSITION_PARTS = ("topic", "position", "source")
MAX_PART_LENGTH = 1000
MAX_LINES = 100
SHARE = re.compile(r"[0-9]{1,3}(?:\.[0-9]{1,2})?")


def clean_text(text: str) -> str:
    """Return the text in one line: each run of blanks and line breaks becomes one blank, and blanks at both ends are
    removed. Raise ValidationError if the text has an invisible character, such as a zero-width blank."""
    text = BLANKS_TO_FOLD.sub(" ", text)
    if found := FORBIDDEN.search(text):
        before = BLANKS.sub(" ", text[max(0, found.start() - CONTEXT) : found.start()]).strip()
        where = f" after “{before}”" if before else " at the beginning"
        raise forms.ValidationError(f"There is a character that cannot be stored{where}: U+{ord(found[0]):04X}.")
    return clean(text)


class LinesField(forms.CharField):
    """The base class of form fields for a list. An editor types each item on a line of its own, with ``|`` between its
    parts. ``parts`` are the names of these parts. Subclasses define two methods. ``read_line(number, texts)`` converts
    the texts of the parts to an item (a dictionary). ``write_line(item)`` converts an item to a line."""

    widget = AdminTextareaWidget
    parts = ()

    def __init__(self, *, encoder=None, decoder=None, **kwargs):
        super().__init__(**kwargs)
        self.help_text = f"One per line: {' | '.join(self.parts)}"

    def to_python(self, value):
        lines = [line for line in (super().to_python(value) or "").splitlines() if line.strip()]
        # Limit the number of items, because each is validated and all are stored in one row.
        if len(lines) > MAX_LINES:
            raise forms.ValidationError(f"At most {MAX_LINES} lines can be stored.")
        return [self.read_line(number, self._split(line)) for number, line in enumerate(lines, 1)]

    def _split(self, line):
        # ``|`` separates the parts, because names and sources rarely contain it.
        texts = [clean_text(text) for text in line.split("|")]
        if len(texts) != len(self.parts):
            raise forms.ValidationError(f"Each line has {len(self.parts)} parts: {' | '.join(self.parts)}.")
        if any(len(text) > MAX_PART_LENGTH for text in texts):
            raise forms.ValidationError(f"No part is longer than {MAX_PART_LENGTH} characters.")
        return texts

    def prepare_value(self, value):
        return "\n".join(map(self.write_line, value)) if isinstance(value, list) else value


class PositionsField(LinesField):
    """A form field for a politician's political positions. Each line is one position: ``topic | position | source``."""

    parts = POSITION_PARTS

    def read_line(self, number, texts):
        if not all(texts):
            raise forms.ValidationError("Each line has three parts: topic | position | source.")
        return dict(zip(POSITION_PARTS, texts, strict=True))

    def write_line(self, row):
        return " | ".join(str(row.get(part, "")) for part in POSITION_PARTS)


class RoundsField(LinesField):
    """A form field for the rounds of an election. Each line has the date, the turnout and the candidates of one round:
    ``24 April 2022 | 71.99 | Emmanuel Macron 58.5; Marine Le Pen 41.5``. All except the date can be empty."""

    parts = ("date", "turnout in %", "candidate %; candidate %")

    def read_line(self, number, texts):
        try:
            day = typed_dates.read(texts[0])
            turnout = float(texts[1]) if texts[1] else None
        except ValueError as error:
            raise forms.ValidationError(f"Line {number}: {error}") from None
        # A name may contain a comma, so semicolons separate the candidates.
        candidates = [self._candidate(text.strip()) for text in texts[2].split(";") if text.strip()]
        return {"round": number, "date": day, "turnout": turnout, "candidates": candidates}

    def _candidate(self, text):
        # The share is the last word. All words before it are the name.
        name, _, share = text.rpartition(" ")
        is_number = name and SHARE.fullmatch(share)
        return {"name": name if is_number else text, "share": float(share) if is_number else None}

    def write_line(self, row):
        candidates = "; ".join(" ".join(_known(one["name"], one["share"])) for one in row["candidates"])
        return " | ".join([row["date"], *(_known(row["turnout"]) or [""]), candidates])


def _known(*values):
    return [f"{value:g}" if isinstance(value, float) else str(value) for value in values if value is not None]
