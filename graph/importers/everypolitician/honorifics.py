"""Titles before and after a person's name, which are no part of it."""

import re

# Titles that are one with or without a full stop, anywhere.
ANYWHERE = frozenset(
    "deputada deputado dipl.-ing dipl.-kffr doctor dr dra drg drs her his honour honourable mag mdm miss mmag mmmag "
    "mme mlle mr mrs ms prof professor rev senator shri smt the".split()
)
# Titles that without the full stop are also names: Col, Eng, Gen, Hon, Maj.
WITH_STOP = frozenset(
    "adv alh alhaj amb ambassador assoc brg brig capt col doc eng engr gen h.e hon hr ing ir lt maj mej mw mst pilot "
    "prim staff".split()
)
# Titles of one country that are names elsewhere.
OF_COUNTRY = {
    "Afghanistan": "engineer",
    "Australia": "hon",
    "Bangladesh": "advocate alhaj barrister captain general lt major",
    "Belize": "hon rt",
    "Barbados": "rt lt col",
    "Bhutan": "dy lyonchhen lyonpo speaker",
    "Brazil": "pr",
    "Brunei": "pehin",
    "Cameroon": "fon s.m",
    "Guyana": "bishop",
    "India": "adv advocate col gen km maj",
    "Indonesia": "h hj hm kh krt mayjen mayjend tni",
    "Kenya": "bishop col eng gen maj",
    "New-Zealand": "hon",
    "Pakistan": "capt engr justice lt lt.g",
    "Panama": "hd h.d",
    "Papua-New-Guinea": "hon",
    "Saudi-Arabia": "highness princess royal",
    "Sierra-Leone": "p.c",
    "Singapore": "assoc",
    "Slovenia": "mag",
    "Suriname": "drs ir",
    "Tanzania": "ambassador brg gen",
    "Togo": "m",
    "Zambia": "brig col gen lt",
}
# Scripts that write the title and the name in one word.
ATTACHED = {
    "Myanmar": ("ပါမောက္ခ", "ဒေါက်တာ", "ဒေါ်", "ဦး"),
    "Thailand": ("นางสาว", "นาง", "นาย", "คุณ"),
    "Vietnam": ("Hòa thượng ", "Thượng tọa "),
}
LETTERS_AFTER = frozenset({"avsm", "vsm", "gcds", "mp", "m.p", "q.c"})
LETTERS_AFTER_OF_COUNTRY = {"Suriname": frozenset({"msc", "mpa"})}
INSIDE = frozenset({"Dr.", "Prof.", "Ambassador"})
OFFICES_AFTER = re.compile(r",? Deputy Speaker$")
GLUED = re.compile(
    r"\b(ambassador|brig|capt|col|dr|eng|gen|lt|maj|mej|prim|prof|staff)\.+(?=\w)|\b([HM])\.(?=\w{2})", re.IGNORECASE
)

# Brazilian members sit under the name they are known by: ``Dr. João`` is not ``João``.
LEAST_WORDS = {"Brazil": 2}


def without_titles(name: str, country_slug: str) -> str:
    """The name without titles around it: ``Dr. the Hon. Denis Lowe`` gives ``Denis Lowe``.

    A text of titles alone gives the empty string.
    """
    name = _detached(OFFICES_AFTER.sub("", name), country_slug)
    words = GLUED.sub(lambda title: title[0] + " ", name).split()
    local = OF_COUNTRY.get(country_slug, "").split()
    least = LEAST_WORDS.get(country_slug, 0)
    while len(words) > least and _is_title(words[0], local):
        words = words[1:]
    letters = LETTERS_AFTER | LETTERS_AFTER_OF_COUNTRY.get(country_slug, frozenset())
    while len(words) > 1 and words[-1].lower().rstrip(".") in letters:
        words = words[:-1]
    return " ".join(word for word in words if word not in INSIDE)


def _is_title(word, local):
    bare = word.lower().rstrip(".")
    return bare in ANYWHERE or bare in local or (word.endswith(".") and bare in WITH_STOP)


def _detached(name, country_slug):
    """The name without attached titles; they follow each other, and something must be left."""
    for title in ATTACHED.get(country_slug, ()):
        if name.startswith(title) and len(name) > len(title):
            name = name.removeprefix(title).strip()
    return name
