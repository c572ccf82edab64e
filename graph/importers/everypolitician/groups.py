"""Groups of members that are no parties: independents, offices of the chamber, appointed members, unknown ones."""

import re

from graph.text.folding import fold

# In every country, by the language of the word. Names are compared folded: case, accents and punctuation do not count.
EVERYWHERE = {
    "none given": "- | ... | None | N/A | NA | n/a | Not Applicable | unknown | Unkown | Vacant",
    "ar": "مستقل",
    "cs": "Nezařazení",
    "de": "fraktionslos | parteilos | unabhängig | ohne (none)",
    "en": "Independent | Independents | IND | Ind. | Independent Candidate | Independent Aspirant | "
    "Independent Members | Independent Conservative | Independent Labour | Independent Ulster Unionist | "
    "Free fraction deputies | No party | Non-attached | Out of Faction",
    "es": "Independiente | Independientes | No agrupado | No integra bloque | Otros Movimientos | Sin bancada | "
    "Sin partido",
    "et": "Fraktsiooni mittekuuluvad Riigikogu liikmed",
    "fr": "Aucun bloc | Autre | Autres | Indép. | Indépendant | Indépendants | Non inscrit | Non inscrits | "
    "Sans étiquette",
    "hu": "Független | Függetlenek",
    "it": "Gruppo Misto | Misto | Misto - non iscritto ad alcuna componente politica",
    "ko": "무소속",
    "lt": "Mišri Seimo narių grupė",
    "my": "တစ်သီးပုဂ္ဂလ",
    "no": "Uavhengig representant",
    "pl": "Posłowie niezrzeszeni",
    "pt": "S.PART. | Sem partido",
    "sk": "Klub nezávislých poslancov NR SR",
    "sl": "Nepovezani poslanec",
    "sq": "Pa grup | Pa grup parlamentar",
    "tr": "Bağımsız",
    "uk": "Позафракційні",
}

# In one country only, where the word has a meaning of its own, or would be a party elsewhere.
IN_COUNTRY = {
    "Andorra": "Mixt",
    "Australia": "CWM | SPK",
    "Bulgaria": "National Assembly Members not affiliated with a parliamentary group | "
    "National Assembly Members of no membership with a parliamentary group",
    "Finland": "Alkiolainen keskustaryhmä | Eduskuntaryhmä Mustajärvi | Eduskuntaryhmä Puhjo | "
    "Eduskuntaryhmä Virtanen | Eduskuntaryhmä Yrttiaho | Eduskuntaryhmä Nuorsuomalaiset ja Risto Kuisma | "
    "Ryhmä Erlund | Vasemmistoryhmä | Vasenryhmän eduskuntaryhmä",
    "France": "NI",
    "Greece": "ANEXARTITOI DIMOKRATIKOI VOULEFTES",
    "Iran": "ستقل | اصلاح طلب | اصولگرا",
    "Iraq": "حارث شنشل سنيد الحارثي",
    "Ireland": "Ceann Comhairle",
    "Italy": "Misto - Minoranze linguistiche | Grandi autonomie e libertà | Gruppo per le autonomie-Psi",
    "Lebanon": "Independent within 14 March | Independent within March 14",
    "Namibia": "Appointed By President",
    "Nauru": "Government | Opposition",
    "Netherlands": "Bontes/Van Klaveren | Group Kuzu/Öztürk | HOUWERS | Klein | Van Vliet",
    "Romania": "Minoritati",
    "Rwanda": "Persons with Disabilities | Women | Youth",
    "San-Marino": "Federico Pedini Amati",
    "Sierra-Leone": "Paramount Chief",
    "Singapore": "Nominated Member of Parliament | Non-Constituency Member of Parliament",
    "Slovenia": "Italian and Hungarian National Communities",
    "Somalia": "BEESHA SHANAAD | DAAROOD | DIGIL MIRIFLE | DIR | HAWIYE",
    # Parliamentary groups that several parties shared.
    "Switzerland": "D | DE | E | LE | N | P | T",
    "Thailand": "NCPO",
    "Togo": "Indépendant SURSAUT NATIONAL",
    "Trinidad-and-Tobago": "President of the Senate | Speaker of the House",
    "UK": "Deputy Speaker | Speaker",
    "Ukraine": 'Група "Воля народу" | Група "Економічний розвиток"',
    "United-States-of-America": "AL",
}

# One member who had left a party, under the member's own name.
SINGLE_MEMBER = re.compile(r"single mk .*")


def _folded(names):
    return frozenset(fold(name) for name in names.split(" | "))


_EVERYWHERE = frozenset().union(*(_folded(names) for names in EVERYWHERE.values()))
_IN_COUNTRY = {country_slug: _folded(names) for country_slug, names in IN_COUNTRY.items()}


def is_party(name: str, country_slug: str) -> bool:
    """Whether a group of this name, in this country of the source, can be a party."""
    folded = fold(name)
    if not folded or folded in _EVERYWHERE or SINGLE_MEMBER.fullmatch(folded):
        return False
    return folded not in _IN_COUNTRY.get(country_slug, ())
