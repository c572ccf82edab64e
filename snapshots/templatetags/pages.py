from calendar import month_name
from functools import lru_cache

import orjson
from django import template
from django.utils.html import escape
from django.utils.safestring import mark_safe

from snapshots.pictures.seats import Hemicycle

register = template.Library()
IN_MARKUP = str.maketrans({"<": "\\u003c", ">": "\\u003e", "&": "\\u0026"})


@register.filter
@lru_cache(maxsize=10_000)
def partial_date(text: str | None) -> str:
    """Return a partial date in words: "24 April 2022" for ``2022-04-24``, "April 2022" for ``2022-04``, "" for None."""
    year, *parts = (text or "").split("-")
    words = [str(int(parts[1]))] if len(parts) == 2 else []
    return " ".join([*words, *([month_name[int(parts[0])]] if parts else []), year])


@register.filter
def relationship_rows(table: dict) -> str:
    """Return the rows of a table from `relationship_tables` as HTML. A template would need ten times as long for the
    rows of a page, up to 200."""
    return mark_safe("\n".join(_relationship_row(table, row) for row in table["rows"]))  # noqa: S308 - all is escaped


def _relationship_row(table, row):
    entity = row["entity"]
    cells = [f'<th scope="row"><a href="/entity/{escape(entity["slug"])}">{escape(entity["name"])}</a></th>']
    if table["has_role"]:
        cells.append(f"<td>{escape(row['role'] or '')}</td>")
    if table["has_dates"]:
        cells.append(_day(row["start_date"]))
        if not table["is_of_events"]:
            status = escape(row["status"])
            cells += [_day(row["end_date"]), f'<td><span class="badge {status}">{status}</span></td>']
        cells.append(_day(row["verified_at"]))
    return f"<tr>{''.join(cells)}<td>{escape(row['source'])}</td></tr>"


def _day(text):
    return f'<td class="date">{escape(partial_date(text))}</td>'


@register.filter
def circles(picture: Hemicycle) -> str:
    """Return the seats of the picture as SVG circles, faster than a template does: a chamber may have 650 seats."""
    seats = (
        f'<circle class="series-{row.colour}" cx="{row.x}" cy="{row.y}" r="{picture.radius}"/>' for row in picture.seats
    )
    return mark_safe("".join(seats))  # noqa: S308 - only numbers


@register.filter
def signed(number: float | None) -> str:
    """Return a change with its sign, such as "+1.2", "−7.9" or "0". Return "" for None."""
    if number is None:
        return ""
    return f"{number:+,}".replace("-", "−") if number else "0"


@register.filter
def json_ld(document: dict) -> str:
    """Return the document as JSON that is safe inside a script element."""
    return mark_safe(orjson.dumps(document).decode().translate(IN_MARKUP))  # noqa: S308 - no markup is left
