"""The highest courts, cut out of the sentences that tell how many judges they have."""

import re
from collections.abc import Iterator

from graph.importers.factbook.page import Page
from graph.importers.factbook.text import split_outside
from graph.importers.records import EntityRecord, NameRecord, Record, RelationshipRecord, country_key
from graph.kinds import InstitutionType, Kind
from graph.relations import RelationshipType

PATH = ("Judicial branch", "highest court(s)")
MOST = 2
NAME = re.compile(r"[A-Z][\w' -]*?(?= *(?:\(|,|\bor\b|\bconsists\b|\bincludes\b|\bis organized\b|\bis the\b|- |$))")
COURT = re.compile(r"\bCourt\b|\bTribunal\b|\bCuria\b|\bCouncil of (?:State|Twelve)\b|\bConstitutional Council\b")
# One court for six countries, with its seat in Saint Lucia.
CARIBBEAN = "Eastern Caribbean Supreme Court"
CARIBBEAN_SEAT = "lc"
RENAMED = {
    "Federated States of Micronesia Supreme Court": "Supreme Court of Micronesia",
    "US Supreme Court": "Supreme Court of the United States",
    "Supreme Council": "Supreme Court",
}
# Where the text names the courts in another way, or tells of none that sits.
TOLD_OTHERWISE = {
    "af": (),
    "ba": ("Constitutional Court of Bosnia and Herzegovina", "Court of Bosnia and Herzegovina"),
    "bw": ("Court of Appeal", "High Court"),
    "gr": ("Supreme Civil and Criminal Court", "Council of State"),
    "gy": ("Supreme Court of Judicature",),
    "ly": ("Supreme Court",),
    "so": (),
}


def records(page: Page) -> Iterator[Record]:
    """The first courts named, two at most."""
    line = page.line(*PATH)
    text = page.text(*PATH)
    if CARIBBEAN in text:
        yield from _court(page, CARIBBEAN, f"factbook:institution:{CARIBBEAN_SEAT}:caribbean-court", line)
        return
    for number, name in enumerate(names(page.code, text), start=1):
        yield from _court(page, name, f"factbook:institution:{page.code}:court:{number}", line)


def names(code: str, text: str) -> tuple[str, ...]:
    """Names of the highest courts in a text: ``"Supreme Court or Corte Suprema (consists of …); …"``."""
    if code in TOLD_OTHERWISE:
        return TOLD_OTHERWISE[code]
    found = [match[0].strip() for part in split_outside(text, ";") if (match := NAME.match(part))]
    courts = [RENAMED.get(name, name) for name in found if COURT.search(name) or name in RENAMED]
    return tuple(dict.fromkeys(courts))[:MOST]


def _court(page, name, key, line):
    is_shared = name == CARIBBEAN
    yield EntityRecord(
        key=key,
        kind=Kind.INSTITUTION,
        name=name,
        country_code=CARIBBEAN_SEAT if is_shared else page.code,
        details={"institution_type": InstitutionType.HIGHEST_COURT},
        other_names=(NameRecord(name="ECSC", kind="acronym"),) if is_shared else (),
        line=line,
    )
    yield RelationshipRecord(
        type=RelationshipType.INSTITUTION_IN_COUNTRY, subject=key, object=country_key(page.code), line=line
    )
