"""The titles of leaders, and the offices they stand for."""

import re
from dataclasses import dataclass

from graph.kinds import OfficeType


@dataclass(frozen=True, slots=True)
class Title:
    """An office as it is called before "of <country>".

    ``aliases`` stand before the country as well, ``full_names`` alone. ``is_regnal`` where the title is part of
    the holder's name.
    """

    name: str
    aliases: tuple[str, ...] = ()
    office_type: OfficeType | None = None
    is_regnal: bool = False
    full_names: tuple[str, ...] = ()


KING = Title("Monarch", ("King",), is_regnal=True)
GOVERNOR = Title("Governor-General", office_type=OfficeType.REPRESENTATIVE)
PREMIER = Title("Prime Minister")
PRESIDENT = Title("President")
EMIR = Title("Emir", ("Amir",), is_regnal=True)
SULTAN = Title("Sultan", ("Sultan and Prime Minister",), is_regnal=True)
TALIBAN = Title("Supreme Leader", ("Taliban Leader",))
SWISS = Title("President", full_names=("President of the Swiss Confederation",))
POPE = Title("Sovereign", is_regnal=True, full_names=("Sovereign of the Vatican City State", "Pope"))

# As the Factbook prints them before the name; the longest that fits is meant.
TITLES = {
    "Amir": EMIR,
    "Captain Regent": Title("Captain Regent"),
    "Chairman of the Cabinet of Ministers": Title("Chairman of the Cabinet of Ministers"),
    "Chairperson of the Council of Ministers": Title("Chairperson of the Council of Ministers"),
    "Chairperson of the Presidency": Title("Chairperson of the Presidency"),
    "Chancellor": Title("Chancellor"),
    "Co-prince": Title("Co-Prince"),
    "CNSP Prime Minister": PREMIER,
    "Crown Prince and Prime Minister": PREMIER,
    "Emperor": Title("Emperor", is_regnal=True),
    "Governor General": GOVERNOR,
    "Governor-General": GOVERNOR,
    "Grand Duke": Title("Grand Duke", is_regnal=True),
    "King": KING,
    "Member of the Presidency": Title("Member of the Presidency"),
    "Minister of State": Title("Minister of State"),
    "O le Ao o le Malo": Title("O le Ao o le Malo", ("Head of State",)),
    "Pope": POPE,
    "Premier": Title("Premier", ("Prime Minister",)),
    "President": PRESIDENT,
    "President of Council of Ministers": Title("President of the Council of Ministers"),
    "President of the Governorate": Title("President of the Governorate"),
    "President of the Government of Spain": Title("Prime Minister", ("President of the Government",)),
    "President of the Swiss Confederation": SWISS,
    "President, Presidential Council,": Title("President of the Presidential Council"),
    "Presidential Leadership Council Chairperson": Title("Chairperson of the Presidential Leadership Council"),
    "Prime Minister": PREMIER,
    "Prime Minister and Co-Vice President": PREMIER,
    "Prime Minister and Foreign Minister": PREMIER,
    "Prince": Title("Prince", is_regnal=True),
    "Queen": KING,
    "Representative of the Episcopal Co-Prince": Title(
        "Representative of the Episcopal Co-Prince", office_type=OfficeType.REPRESENTATIVE
    ),
    "Representative of the French Co-Prince": Title(
        "Representative of the French Co-Prince", office_type=OfficeType.REPRESENTATIVE
    ),
    "Secretary of State for Foreign and Political Affairs": Title(
        "Secretary of State for Foreign and Political Affairs"
    ),
    "Sovereign Council Chair and Commander-in-Chief of the Sudanese Armed Forces": Title(
        "Chair of the Sovereign Council"
    ),
    "State Affairs Commission President": Title("President of the State Affairs Commission"),
    "Sultan and Prime Minister": SULTAN,
    "Supreme Leader": Title("Supreme Leader"),
    # Presides over the parliament; the premier, whom the Factbook does not name, heads the government.
    "Supreme People's Assembly President": Title(
        "President of the Supreme People's Assembly", office_type=OfficeType.EXECUTIVE
    ),
    "Taliban Leader": TALIBAN,
    "Taoiseach": Title("Taoiseach", ("Prime Minister",)),
    "Vice President": Title("Vice President", office_type=OfficeType.DEPUTY),
}
# Where a title of one country has another name in the language of newsrooms, or one more.
OWN_TITLES = {
    ("it", "Prime Minister"): Title("Prime Minister", ("President of the Council of Ministers",)),
    ("my", "King"): Title("Monarch", ("King", "Yang di-Pertuan Agong"), is_regnal=True),
    ("ru", "Premier"): Title("Prime Minister", ("Premier",)),
    ("tw", "Premier"): Title("Premier", ("President of the Executive Yuan", "Prime Minister")),
}
ROLES = {
    "Acting": "acting",
    "Caretaker": "caretaker",
    "Interim": "interim",
    "GNU Interim": "interim",
    "Transition": "transitional",
    "Transitional": "transitional",
}
ROLE = re.compile(rf"(?P<role>{'|'.join(sorted(ROLES, key=len, reverse=True))}) +")
TITLE = re.compile(rf"(?P<title>{'|'.join(map(re.escape, sorted(TITLES, key=len, reverse=True)))})(?= |$)")
# What explains a title: "Taoiseach (Prime Minister) ".
EXPLANATION = re.compile(r" *(?:\([^()]*\) *)?")


def split(text: str) -> tuple[str, str, str] | None:
    """Role, title and the rest of ``"Acting President Jane DOE"``; None when no title is known."""
    role = ROLE.match(text)
    start = role.end() if role else 0
    title = TITLE.match(text, start)
    if not title:
        return None
    rest = text[EXPLANATION.match(text, title.end()).end() :]
    return ROLES[role["role"]] if role else "", title["title"], rest


def title_of(code: str, title: str) -> Title:
    """The title as the country means it."""
    return OWN_TITLES.get((code, title)) or TITLES[title]
