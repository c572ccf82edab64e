"""One line of a list of parties, taken apart: name, other names, acronyms; sentences and remarks left out."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from graph.importers.factbook.party_slips import NOT_ONE_PARTY, SAME_PARTY, SLIPS
from graph.importers.factbook.text import brackets, split_outside, without_brackets, without_note
from graph.text.folding import fold

# Headings end in a colon; these announce what is no party.
HEADING = re.compile(r".*:\W*")
NO_PARTIES_BELOW = re.compile(r"de facto governance entities", re.IGNORECASE)
NO_PARTY = re.compile(
    r"[a-z]|Independents?$|Others?\b|N/A|.* (?:do|does) not have |.*\bpolitical parties\b|.*\bKorean Residents\b|"
    r".*\bBranch, Socialist\b"
)
# A remark in brackets, not a name.
REMARK = re.compile(
    r"(?:a )?(?:electoral |broad |governing )?(?:coalitions?|alliance (?:of|with|includes|between)|merger|includ|"
    r"various|part of|formed|dissolved|largest|leftist|led by|split|the only|successor|founded|operates|under |an? |"
    r"now |consists|[0-9]|presidential majority|two branches|two factions|"
    r"Northern Ireland|United Kingdom|hope$|consultation$|Mon$|Ershad|Manju)|"
    r".*\b(?:factions|electoral alliance|coalition of|allies)\b",
    re.IGNORECASE,
)
ALLIANCE = re.compile(r"includ|electoral|coalition|alliance (?:of|between)", re.IGNORECASE)
FORMERLY = re.compile(r"(?:formerly|formally|previously)(?: known as| the)? +(?:the )?", re.IGNORECASE)
KNOWN_AS = re.compile(r"(?:also(?: known as)?|aka|known as)(?: the)? +", re.IGNORECASE)
# Names whose brackets tell two parties of one name apart.
PART_OF_NAME = re.compile(
    r"(?:Maoist Cent(?:re|er)|Unified Marxist-Leninist|Unified Socialist|(?:Ershad|Manju) faction)"
)
OR = r",? or (?!the\b)|; |, (?=[A-Z]\w{1,6}$)"
OR_IN_SEVERAL_LANGUAGES = r",? or |, "
OF_ACRONYM = re.compile(r" of (?P<acronym>[A-Z]{2,})$")
LAST_ACRONYM = re.compile(r"(?P<name>.* .*(?<! from)(?<! of)(?<! and)(?<! the)) (?P<acronym>[A-Z]{3,})$")
REMARK_AFTER = re.compile(r"; (?:coalition|includes)\b.*")
COALITION = re.compile(r'^Coalition "(?P<name>[^"]+)"')
# "Union Party for the People "Partido de la U"": what is quoted at the end is another name.
QUOTED = re.compile(r' "(?P<name>[^"]+)"(?= \(|$)')
ALLIES = re.compile(r",? and (?:its )?allies$")
OPPOSITE = re.compile(r"^Coalition of .* - ")
JOINT_LIST = re.compile(r" [-–]|, |\) ?[-–/+]|/UG|\bCoalition\b.* - ")
LONGEST_ACRONYM = 16
ENGLISH = frozenset("party of the for and people s we our together movement".split())
ENGLISH_LIKELY = ENGLISH | frozenset("union democratic alliance front national coalition social pact unity new".split())
# Parties elsewhere are called so in the spelling of their own English names.
AMERICAN_SPELLING = frozenset({"au", "il", "us"})
# Where an acronym is told once for each language: "SVP/UDC".
SEVERAL_LANGUAGES = frozenset({"be", "ch", "cm", "lu"})


@dataclass(frozen=True, slots=True)
class PartyName:
    """A name with what stands beside it: pairs of other name and kind (alias, acronym, native, former)."""

    name: str
    others: tuple[tuple[str, str], ...] = ()
    is_alliance: bool = False

    @property
    def folded(self) -> frozenset[str]:
        """The name and the names now in use, folded."""
        return frozenset(
            fold(name) for name in (self.name, *(name for name, kind in self.others if kind in ("alias", "native")))
        )

    @property
    def acronyms_folded(self) -> frozenset[str]:
        """The acronyms, folded."""
        return frozenset(fold(name) for name, kind in self.others if kind == "acronym")


def items(lines: Iterable[str]) -> Iterator[str]:
    """The lines that name a party; headings and sentences are left out."""
    for line in lines:
        if NO_PARTIES_BELOW.match(line):
            return
        for part in re.split(r"\[[^\]]*\](?=[A-Z])", line):
            text = without_note(re.sub(r"\[[^\]]*\]?|\]", "", part)).strip(" ;,")
            if text and not HEADING.fullmatch(text) and not NO_PARTY.match(without_brackets(text)):
                yield text


def is_one_party(text: str) -> bool:
    """Whether an entry of a list of seats is one party, not a joint list of several."""
    return text not in NOT_ONE_PARTY and not JOINT_LIST.search(without_brackets(ALLIES.sub("", _without_slips(text))))


def stands_for_one(text: str, code: str) -> bool:
    """Whether an entry of a list of seats means one party or alliance, though it may name several.

    A single acronym is that of the whole, and of some joint lists we know which alliance of the page they are.
    """
    is_known = parse(text, code).name in SAME_PARTY.get(code, {})
    return text not in NOT_ONE_PARTY and (is_one_party(text) or is_known or len(brackets(text)) == 1)


def joint_name(text: str) -> str:
    """What a joint list of several parties is called, slips put right, without acronyms and remarks."""
    return without_brackets(_without_slips(text))


def parse(text: str, code: str) -> PartyName:
    """``"National Rally or RN (formerly National Front or FN)"``: the name, an acronym, two former names."""
    text = _spelled(text, code)
    qualifier = next((inside for inside in brackets(text) if PART_OF_NAME.fullmatch(inside)), "")
    inside = [part for part in brackets(text) if part != qualifier]
    first, *more = [part.strip(" -") for part in split_outside(without_brackets(text), r",? or ")] or [""]
    found = [(name, _kind(name)) for name in more]
    for part in inside:
        found += _in_brackets(part, first, code)
    if code in SEVERAL_LANGUAGES:
        found = [
            (part, kind) for name, kind in found for part in (re.split("[/*]", name) if kind == "acronym" else [name])
        ]
    name, found = _without_acronym(first, found)
    name, found = _swapped(name, found)
    name = f"{name} ({qualifier})" if qualifier else name
    others = dict.fromkeys((other, kind) for other, kind in found if other not in ("", name))
    return PartyName(name, tuple(others), is_alliance=any(ALLIANCE.match(part) for part in inside))


def parse_seated(text: str, code: str) -> PartyName:
    """A name in a list of seats, by the name that the list of parties has for it."""
    found = parse(text, code)
    listed = SAME_PARTY.get(code, {}).get(found.name)
    if listed and not is_one_party(text):
        # What stands beside the names of a joint list are other names of its parties.
        return PartyName(listed)
    return PartyName(listed, ((found.name, "alias"), *found.others)) if listed else found


def _spelled(text, code):
    text = _without_slips(REMARK_AFTER.sub("", OPPOSITE.sub("", ALLIES.sub("", text))))
    text = QUOTED.sub(r" (\g<name>)", COALITION.sub(r"\g<name>", text))
    if code not in AMERICAN_SPELLING:
        text = text.replace("Labor ", "Labour ").replace("Center ", "Centre ").replace("Center-", "Centre-")
    return text


def _without_slips(text):
    for wrong, right in SLIPS.items():
        text = text.replace(wrong, right)
    return text


def _kind(name):
    letters = [letter for letter in name if letter.isalpha()]
    capitals = sum(letter.isupper() for letter in letters)
    is_short = len(name) <= LONGEST_ACRONYM and len(name.split()) <= 2
    is_mixed = name.isalpha() and capitals > 1
    return "acronym" if is_short and (is_mixed or capitals * 2 >= len(letters) or len(letters) <= 3) else "alias"


def _in_brackets(text, name, code):
    former, known_as = FORMERLY.match(text), KNOWN_AS.match(text)
    if not (former or known_as) and REMARK.match(text):
        return []
    kind = "former" if former else ""
    text = text[(former or known_as).end() :] if former or known_as else text
    names = split_outside(without_brackets(text), OR_IN_SEVERAL_LANGUAGES if code in SEVERAL_LANGUAGES else OR)
    spelled = [KNOWN_AS.sub("", part).replace('"', "").strip(" '") for part in names]
    return [(part, kind or _kind_beside(part, name)) for part in spelled]


def _kind_beside(text, name):
    """A name in another language than the English one before it is a native name."""
    if _kind(text) == "acronym":
        return "acronym"
    is_english = bool(ENGLISH & set(fold(text).split()))
    return "native" if ENGLISH_LIKELY & set(fold(name).split()) and not is_english else "alias"


def _without_acronym(name, found):
    match = OF_ACRONYM.search(name) or LAST_ACRONYM.fullmatch(name)
    if not match:
        return name, found
    bare = match["name"] if "name" in match.groupdict() else name[: match.start()]
    return bare, [(match["acronym"], "acronym"), *found]


def _swapped(name, found):
    """``"AND (National Alliance for Democracy)"`` puts the acronym first."""
    longer = next((other for other, kind in found if kind != "acronym" and len(other.split()) > 1), "")
    if longer and len(name) <= 3 and name.isupper():
        return longer, [(name, "acronym"), *((other, kind) for other, kind in found if other != longer)]
    return name, found
