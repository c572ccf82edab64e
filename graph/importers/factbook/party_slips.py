"""Parties whose names the Factbook misspells, or calls otherwise in the list of seats than in the list of parties."""

# What stands in any line -> what should: slips, and brackets that are no remark and no other name.
SLIPS = {
    " - also known as the Experience Coalition or": " or Experience Coalition or",
    " orBaytaq": " or Baytaq",
    "/TSHISEKEDI": "",
    "AKEL (Communist Party)": "AKEL",
    "Alliance for National Renewal or ARN": "Alliance for National Renewal or ARENA",
    "Amanat formerly Nur Otan": "Amanat (formerly Nur Otan)",
    "Approve Dignity (Apruebo Dignidad) coalition": "Approve Dignity (Apruebo Dignidad)",
    "Arab Socialist (Ba'ath) Party – Syrian Regional": "Arab Socialist Ba'ath Party",
    'Chile Podemos (Empowering Chile", CP +)': "Chile We Can Do More (ChP+)",
    "Coalition Brothers of Italy": "Brothers of Italy",
    "CPI(M)": "CPI-M",
    "Dravida Munnetra Khazhagam": "Dravida Munnetra Kazhagam",
    'Ecologist Party "The Greens" or "Os Verdes" (': "Ecologist Party The Greens (Os Verdes) (",
    "Estonia Centre Party of": "Estonian Centre Party",
    "Great Order Party or BAP": "Great Order Party or BQP",
    "Les Engages": "Les Engagés",
    'Future", FM': "Future, FM",
    "Great Britian": "Great Britain",
    "Labor (Labour)": "Labour",
    "New Azerbaidjan": "New Azerbaijan",
    "(NFP)/UG": "(NFP)",
    "Pheu (Puea) Thai": "Pheu Thai",
    'Political Party "The Dawn of Nemunas"': "Dawn of Nemunas",
    "PUSC of UNIDAD": "PUSC or UNIDAD",
    "RNDT/ Le Réveil": "RNDT/Le Reveil",
    "Soldelpa": "SODELPA",
    "Telegana Rashtra": "Telangana Rashtra",
    "UFD a or UFDG": "UFD",
    'Union of Democrats "For Lithuania"': "Union of Democrats for Lithuania",
    # The Polish acronym is that of the party, which led the alliance.
    "United Right or PiS": "Law and Justice or PiS",
    "ZSD and before that Alliance": "ZSD or Alliance",
    "dei Lenk/la Gauche": "dei Lenk or la Gauche",
}
# Country -> name in a list of seats -> name in the list of parties.
SAME_PARTY = {
    "at": {"Greens": "The Greens - The Green Alternative", "NEOS": "NEOS - The New Austria and Liberal Forum"},
    "au": {"Liberal": "Liberal Party of Australia"},
    "ch": {"Socialist Party": "Social Democratic Party"},
    "ci": {"Democratic Party of Côte d'Ivoire-African Democratic Rally": "Democratic Party of Cote d'Ivoire"},
    "cz": {"ANO 2011": "ANO"},
    "de": {"Green Party": "Alliance '90/Greens"},
    "dk": {
        "Social Democratic Party": "Social Democrats",
        "Socialist People's Party": "Green Left",
        "Danish Democrats": "Denmark Democrats",
        "Unity List-Red-Green Alliance": "Red-Green Alliance",
    },
    "dz": {"El Binaa Movement": "National Construction Movement", "El-Moustakbel Front": "El Mostakbal"},
    "ec": {"Pachakutik": "Pachakutik Plurinational Unity Movement"},
    "ee": {"Pro Patria": "Fatherland"},
    "eg": {"Future of the Nation": "Nation's Future Party"},
    "fi": {"The Greens": "Green League"},
    "fj": {"FijiFirst": "Fiji First"},
    "gt": {
        "Let's Go for a Different Guatemala": "Vamos por una Guatemala Diferente",
        "Seed Movement": "Movimiento Semilla",
    },
    "ht": {"Bouclier": "National Shield Network"},
    "hu": {"Hungarian Civic Union-Christian Democratic People's Party": "Fidesz-Hungarian Civic Alliance"},
    "id": {"Democratic Party": "Democrat Party"},
    "ie": {"Social Democratic Party": "Social Democrats"},
    "il": {"Religious Zionism": "Religious Zionist Party"},
    "ke": {"Kenya Kwanza Alliance": "Kenya Kwanza coalition"},
    "kg": {
        "Ata-Jurt Kyrgyzstan": "Fatherland Kyrgyzstan",
        "Butun Kyrgyzstan": "United Kyrgyzstan",
        "Yiman Nuru": "Light of Faith",
        "Yntymak": "Cohesion",
    },
    "lt": {"Liberals Movement of the Republic of Lithuania": "Liberals' Movement"},
    "lu": {"Greens": "Green Party"},
    "pg": {"Papua & Niugini Union Pati": "Papua and Niugini Union Party"},
    "pk": {"Muttahida Quami Movement Pakistan": "Muttahida Qaumi Movement-Pakistan"},
    "rs": {
        "Aleksandar Vucic – Serbia Must Not Stop": "Serbia Must Not Stop",
        "We – Voice of the People, Prof. Dr. Branimir Nestorovic": "We - The Voice from the People",
    },
    "sm": {"R.E.T.E. Citizens' Movement": "RETE Movement"},
    "th": {"Palang Pracharath": "Palang Pracharat Party"},
    "uz": {
        "Milliy Tiklanish Democratic Party": "Uzbekistan National Revival Democratic Party",
        "Movement of Entrepreneurs and Businesspeople - Liberal Democratic Party": (
            "Uzbekistan Liberal Democratic Party"
        ),
    },
}
# Lists of several parties that no sign tells apart from one.
NOT_ONE_PARTY = frozenset({"Liberal National coalition", "Liberal/Nationals"})
