"""Read votes from a CSV file in the format of the downloads of this service. Each row has the votes of one candidacy in
one round, either in the whole race or in one reporting unit. Each line of the file is read on its own, so a line break
in a cell is an error. An error in a line does not affect the rows of other races."""

import csv
import re
from collections.abc import Iterator
from typing import BinaryIO

from graph.actions.results.ingest import Count, RaceUpdate, UnreadableFile
from graph.results import Mode

LONGEST_LINE = 65_536
REQUIRED = ("race", "candidacy", "votes")
NUMBERS = ("units_counted", "units_total", "electorate", "ballots", "valid", "rejected")
TEXTS = ("phase", "kind", "valid_from", "note")
OF_RACE = (*TEXTS, *NUMBERS, "is_called")
MODE = "mode"
OF_TALLY = ("round", "unit", "votes", "share", "elected", "seats")
IGNORED = "race_name area_code region method seats_of_race unit_name name label person party".split()
WHOLE = re.compile(r"-?[0-9]{1,18}")
DECIMAL = re.compile(r"-?[0-9]{1,9}(\.[0-9]{1,9})?")
FLAGS = {"true": True, "false": False}


class _Invalid(ValueError):
    """A cell or row of the file cannot be read. The message is the reason."""


def read_csv(file: BinaryIO, *, is_test: bool = False) -> Iterator[RaceUpdate]:
    """Yield a `RaceUpdate` with the counts of each race in the file. Its ``errors`` are messages about those lines of
    the race that cannot be read. ``is_test`` is True if the counts are for a rehearsal (test election). If it is False,
    a line with the mode "test" is an error. Raise UnreadableFile if the header is invalid."""
    lines = _lines(file)
    header = _header(next(lines, (1, b"")))
    updates: dict[str, RaceUpdate] = {}
    for number, line in lines:
        if line is not None and not line.strip():
            continue
        cells, error = _cells(line, header)
        race = cells.get("race", "")
        update = updates.setdefault(race, RaceUpdate(race or "?", f"line {number}"))
        try:
            if error:
                raise _Invalid(error)
            if cells.get(MODE, "").strip() == Mode.TEST and not is_test:
                raise _Invalid("A count with the mode test is recorded in a rehearsal only.")
            _add_row(update, cells)
        except _Invalid as reason:
            update.errors.append(f"Line {number}: {reason}")
    yield from updates.values()


def _lines(file):
    """Yield (line number, line as bytes). Lines are cut after LONGEST_LINE bytes. A line that was cut does not end with
    a line break."""
    number = 0
    while line := file.readline(LONGEST_LINE):
        number += 1
        yield number, line
        while not line.endswith(b"\n") and (line := file.readline(LONGEST_LINE)):
            pass


def _header(numbered):
    try:
        text = numbered[1].decode("utf-8-sig")
        header = next(csv.reader([text], strict=True), [])
    except (UnicodeDecodeError, csv.Error) as error:
        raise UnreadableFile(f"The header cannot be read: {error}.") from None
    known = {"race", "candidacy", *OF_RACE, *OF_TALLY, MODE, *IGNORED}
    if missing := [name for name in REQUIRED if name not in header]:
        raise UnreadableFile(f"The header has no column {', '.join(missing)}.")
    if unknown := [name for name in header if name not in known]:
        raise UnreadableFile(f"The header has an unknown column: {unknown[0]!r:.60}.")
    if len(header) != len(set(header)):
        raise UnreadableFile("The header has a column twice.")
    return header


def _cells(line, header):
    """Parse one line of the file, given as bytes. Return (cells by column name, error message or None). If there is an
    error, the cells are those that can still be read."""
    error = None
    if len(line) == LONGEST_LINE and not line.endswith(b"\n"):
        line, error = line[:1000], "The line is too long."
    try:
        text = line.decode()
    except UnicodeDecodeError:
        text, error = line.decode(errors="replace"), error or "The line is not UTF-8."
    try:
        row = next(csv.reader([text], strict=error is None), [])
    except csv.Error:
        row, error = text.split(","), "The quotes are not closed."
    if len(row) != len(header):
        error = error or f"The line has {len(row)} cells, not {len(header)}."
    return dict(zip(header, row, strict=False)), error


def _add_row(update, cells):
    if not update.race or not cells["race"]:
        raise _Invalid("The race is missing.")
    version = {name: value for name in OF_RACE if (value := _value(name, cells.get(name, ""))) is not None}
    if update.counts and version != update.version:
        names = [name for name in OF_RACE if version.get(name) != update.version.get(name)]
        raise _Invalid(f"The rows of the race differ in {names[0]}.")
    update.version = version
    values = {name: _value(name, cells.get(name, "")) for name in OF_TALLY}
    if values["votes"] is values["share"] is values["seats"] is values["elected"] is None:
        raise _Invalid("The row has no count.")
    update.counts.append(Count(cells["candidacy"], values.pop("round") or 0, **values))


def _value(name, text):
    text = text.strip()
    if not text:
        return None
    if name in (*TEXTS, "unit"):
        return text
    if name in ("is_called", "elected"):
        if text not in FLAGS:
            raise _Invalid(f"{name} is neither true nor false: {text!r:.40}.")
        return FLAGS[text]
    if not (DECIMAL if name == "share" else WHOLE).fullmatch(text):
        raise _Invalid(f"{name} is not a number: {text!r:.40}.")
    return float(text) if name == "share" else int(text)
