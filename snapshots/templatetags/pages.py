from calendar import month_name
from datetime import date, datetime
from datetime import time as time_of_day
from functools import lru_cache

import orjson
from django import template
from django.utils.html import escape
from django.utils.safestring import mark_safe

from snapshots.pictures.colours import party_fill
from snapshots.pictures.seats import Hemicycle, Wedge
from snapshots.pictures.text import is_other_name

register = template.Library()
MIDNIGHT = time_of_day()
NO_BREAK_SPACE = "\u00a0"
IN_MARKUP = str.maketrans({"<": "\\u003c", ">": "\\u003e", "&": "\\u0026"})


@register.filter
def megabytes(size: int) -> str:
    return f"{size / 1e6:.2f}"


@register.filter
@lru_cache(maxsize=10_000)
def partial_date(text: str | None) -> str:
    """Return a partial date in words: "24 April 2022" for ``2022-04-24``, "April 2022" for ``2022-04``, "" for None."""
    year, *parts = (text or "").split("-")
    words = [str(int(parts[1]))] if len(parts) == 2 else []
    return " ".join([*words, *([month_name[int(parts[0])]] if parts else []), year])


@register.filter
def moment(time: datetime) -> str:
    """Return a UTC time in words: "24 April 2022, 18:05 UTC". If the time is midnight, return only the day, because
    midnight means that the source publishes no time."""
    day = f"{time.day} {month_name[time.month]} {time.year}"
    return day if time.time() == MIDNIGHT else f"{day}, {time:%H:%M} UTC"


@register.filter
def uncertainty(row: dict, at: date | None) -> str:
    """Return the reason why a row of a snapshot has the status "unknown", such as "not confirmed since May 2022".
    ``at`` is the chosen day of the snapshot, or None for today."""
    if at is not None:
        return "exact day unknown" if row.get("dates") else "not certain on this day"
    return f"not confirmed since {partial_date(row['verified_at'])}" if row["verified_at"] else "not confirmed lately"


@register.filter
def relationship_rows(table: dict) -> str:
    """Return the rows of a table from `relationship_tables` as HTML. A template would take ten times as long for up to
    200 rows."""
    return mark_safe("\n".join(_relationship_row(table, row) for row in table["rows"]))  # noqa: S308 - all is escaped


def _relationship_row(table, row):
    entity = row["entity"]
    cells = [f'<th scope="row"><a href="/entity/{escape(entity["slug"])}">{escape(entity["name"])}</a></th>']
    if table["countries"]:
        cells.append(f"<td>{escape(table['countries'].get(entity['country_code'], ''))}</td>")
    if table["has_role"]:
        cells.append(f"<td>{escape(row['role'] or '')}</td>")
    if table["has_dates"]:
        cells.append(_day(row["start_date"]))
        if not table["is_of_events"]:
            status = escape(row["status"])
            cells += [_day(row["end_date"])] if table["has_ends"] else []
            cells += [f'<td><span class="badge {status}">{status}</span></td>']
        cells.append(_day(row["verified_at"]))
    number = table["sources"][row["source"]]
    return f'<tr>{"".join(cells)}<td><a href="#source-{number}">{number}</a></td></tr>'


def _day(text):
    return f'<td class="date">{escape(date_in_cell(text))}</td>'


@register.filter
def date_in_cell(text: str | None) -> str:
    """Return a partial date in words for a cell of a table, such as "24 April 2022". On a phone, only the year wraps to
    a second line, because a no-break space joins day and month."""
    return partial_date(text).replace(" ", NO_BREAK_SPACE, 1)


SIGNS = ("", '<circle r="1.7"/>', '<path d="M-.7-5h1.4v10h-1.4z"/>', '<path d="M-5-.7h10v1.4h-10z"/>')
"""The signs inside the coloured dots of a legend, as SVG, in the colour of the background. The index is the ``pattern``
of the party's dots (see `Wedge`)."""
STEPS = ("h0", "h0", "h.5", "v.5")
"""Commands of an SVG path. Each draws one dot: a very short line with round ends. The index is the ``pattern`` of the
party's dots (see `Wedge`)."""


@register.filter
def dots(picture: Hemicycle, name: str) -> str:
    """Return the dots of a chamber as one SVG path for each party. In the path, each dot is a very short line with
    round ends: 2,980 separate SVG elements would make the page slow. ``name`` is the prefix of the IDs of the paths:
    ``name-0`` is the ID of the first party's path."""
    name, width = escape(name), round(2 * picture.radius, 2)
    paths = (_dots_of_party(wedge, f"{name}-{place}", width) for place, wedge in enumerate(picture.wedges))
    start = f'<g fill="none" stroke-linecap="round" stroke-width="{width}">'
    return mark_safe(f"{start}{''.join(paths)}</g>")  # noqa: S308 - numbers, colours and an escaped name


def _dots_of_party(wedge, name, width):
    lines = "".join(f"M{seat.x:g} {seat.y:g}{STEPS[wedge.pattern]}" for seat in wedge.seats)
    path = f'<g stroke="{wedge.fill}"><path id="{name}" d="{lines}"/></g>'
    if wedge.pattern == 0:
        return path
    # Draw the same lines in the colour of the page. Thinner lines become holes, and lines with flat ends become bars.
    sign = f'stroke-width="{width / 3:.2f}"' if wedge.pattern == 1 else 'stroke-linecap="butt"'
    return f'{path}<use href="#{name}" class="gap" {sign}/>'


@register.filter
def dot(wedge: Wedge) -> str:
    """Return one dot as SVG, for a legend. The dot has the colour and the pattern of one party. ``wedge`` is the part
    of the picture with the seats of this party. The centre of the dot is (0, 0), and its radius is 5."""
    return mark_safe(f'<circle r="5" fill="{wedge.fill}"/><g class="ground">{SIGNS[wedge.pattern]}</g>')  # noqa: S308 - colours of ours


@register.filter
def rows_with_dots(composition: list[dict], picture: Hemicycle) -> list[tuple[dict, Wedge]]:
    """Return a pair (row, `Wedge`) for each party in a chamber. ``composition`` is the list of parties with their
    seats, and ``row`` is the row of the party in this list. The `Wedge` has the dots of the party in the picture."""
    return list(zip(composition, picture.rows, strict=True))


register.filter(party_fill)


@register.filter
def name_of_today(candidacy: dict) -> str:
    """Return the name that the graph has for the party of a candidacy. Return "" if readers do not need this name:

    - if the candidacy has no label (the party's name in the source),
    - if the label is similar to the name in the graph,
    - or if the name of the candidacy is similar to the name in the graph.

    The candidacy must have a party in the graph."""
    name = candidacy["party"]["name"]
    is_other = is_other_name(candidacy["label"], name) and is_other_name(candidacy["name"], name)
    return name if is_other else ""


@register.filter
def party_key(slug: str | None) -> str:
    """Return a dot in the colour of the party, as an SVG image. Pages show the dot before the name of the party. If
    ``slug`` is None, the dot has the colour of rows that are not parties, such as "Others"."""
    # Browsers from before 2024 do not support the function light-dark(), and use the colour of the style sheet.
    start = '<svg class="key" viewBox="-5 -5 10 10" aria-hidden="true"><circle r="5" fill="'
    return mark_safe(f'{start}{party_fill(slug or None)}"/></svg>')  # noqa: S308 - colours of ours


@register.filter
def other_names(entity: dict) -> list[dict]:
    """Return the other names of an entity, without those that differ from its name only in capital letters."""
    return [row for row in entity["other_names"] if row["name"].casefold() != entity["name"].casefold()]


@register.filter
def signed(number: float | None, places: int = 2) -> str:
    """Return a change with its sign, such as "+1.20", "−7" or "0". ``places`` is the number of decimals of a float;
    integers have none. Return "" for None."""
    if not number or not round(number, places):
        return "" if number is None else "0"
    text = f"{number:+,.{places}f}" if isinstance(number, float) else f"{number:+,}"
    return text.replace("-", "−")


@register.filter
def json_ld(document: dict) -> str:
    """Return the document as JSON that is safe inside a script element."""
    return mark_safe(orjson.dumps(document).decode().translate(IN_MARKUP))  # noqa: S308 - no markup is left
