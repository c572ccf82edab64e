"""What the Factbook has wrong or tells in words of its own, put right by hand, each with the reason.

Only slips of the source itself stand here. What it could not know or left out belongs into the catalogue's
``corrections``, where every entry names another source.
"""

CHIEF = "chief of state"
HEAD = "head of government"

# Country and field -> the text as the importer reads it: title, name, dates in brackets, one holder a clause.
LEADERS = {
    # The representatives have no title, the bishop left on 31 May 2025, and Strzoda is misspelt.
    ("ad", CHIEF): "Co-prince Emmanuel MACRON (since 14 May 2017); Representative of the French Co-Prince Patrick "
    "STRZODA (since 14 May 2017); Co-prince Archbishop Joan-Enric VIVES i Sicilia (12 May 2003 - 31 May 2025); "
    "Representative of the Episcopal Co-Prince Eduard Ibanez PULIDO (since 27 November 2023)",
    # One person, told in a sentence the second time.
    ("af", HEAD): "Taliban Leader HAYBATULLAH Akhundzada (since 15 August 2021)",
    # The dates are of later terms.
    ("am", HEAD): "Prime Minister Nikol PASHINYAN (since 8 May 2018)",
    ("cd", CHIEF): "President Felix TSHISEKEDI (since 24 January 2019)",
    ("ci", CHIEF): "President Alassane Dramane OUATTARA (since 4 December 2010)",
    ("gm", CHIEF): "President Adama BARROW (since 19 January 2017)",
    ("sl", CHIEF): "President Julius Maada BIO (since 4 April 2018)",
    ("sl", HEAD): "President Julius Maada BIO (since 4 April 2018)",
    ("za", CHIEF): "President Matamela Cyril RAMAPHOSA (since 15 February 2018)",
    ("za", HEAD): "President Matamela Cyril RAMAPHOSA (since 15 February 2018)",
    ("zw", CHIEF): "President Emmerson Dambudzo MNANGAGWA (since 24 November 2017)",
    # Two offices in one pair of brackets.
    ("ba", CHIEF): "Chairperson of the Presidency Zeljko KOMSIC (since 16 July 2025); Member of the Presidency Zeljko "
    "KOMSIC (since 20 November 2018); Member of the Presidency Denis BECIROVIC (since 16 November 2022); Member of the "
    "Presidency Zeljka CVIJANOVIC (since 16 November 2022)",
    # No title is given.
    ("fr", HEAD): "Prime Minister Sébastien LECORNU (since 10 September 2025)",
    # Sworn in on 17 October 2025; the text has neither title nor date.
    ("mg", CHIEF): "Transition President Michael RANDRIANIRINA (since 17 October 2025)",
    # Took office in January 2024, after the election of November 2023.
    ("mh", CHIEF): "President Hilda C. HEINE (since 3 January 2024)",
    ("mh", HEAD): "President Hilda C. HEINE (since 3 January 2024)",
    # The junta's chief was sworn in as president; the note on the page says so.
    ("ne", CHIEF): "Transition President General Abdourahamane TIANI (since 28 July 2023)",
    ("ne", HEAD): "Prime Minister Ali Mahaman Lamine ZEINE (since 9 August 2023)",
    # Sworn in as interim prime minister, as the note on the page says.
    ("np", HEAD): "Interim Prime Minister Sushila KARKI (since 12 September 2025)",
    # A slip of the year.
    ("ro", HEAD): "Prime Minister Ilie BOLOJAN (since 23 June 2025)",
    # Two persons in one clause.
    ("sm", CHIEF): "Captain Regent Matteo ROSSI (1 October 2025 - 31 March 2026); Captain Regent Lorenzo BUGLI "
    "(1 October 2025 - 31 March 2026)",
    # Named president on 29 January 2025; the caretaker government ended with the transitional one, without a premier.
    ("sy", CHIEF): "Transition President Ahmad al-Shara' (since 29 January 2025)",
    ("sy", HEAD): "Caretaker Prime Minister Muhammad al-BASHIR (8 December 2024 - 29 March 2025)",
    ("th", CHIEF): "King WACHIRALONGKON (also spelled VAJIRALONGKORN) (since 1 December 2016)",
    # The bracket is another title.
    ("tw", HEAD): "Premier CHO Jung-tai (since 20 May 2024)",
    # Left the governorate on 1 March 2025.
    ("va", HEAD): "President of the Governorate Fernando VERGEZ ALZAGA (1 October 2021 - 1 March 2025)",
    # No title is given.
    ("ws", CHIEF): "O le Ao o le Malo TUIMALEALI'IFANO Va'aletoa Sualauvi II (since 21 July 2017)",
}

# Presidents who head the government too, though the field of that name has their deputy, their premier or nobody.
HEADS_OF_BOTH = frozenset({"gm", "kg", "kr", "sy", "zw"})

# Years of a president's term: the text names the term before the referendum of 2023.
TERMS = {"cf": 7}
# The text is of the constitution that the transition set aside.
NO_TERM = frozenset({"sy"})

# Country and election -> the date as the text should have it; empty where there was or will be no such election then.
LAST_PRESIDENTIAL = {
    "hr": "29 December 2024",  # the month alone is told
    "lt": "12 May 2024",  # the day of the second round
    "md": "20 October 2024",  # the day of the second round
    "ro": "4 May 2025",  # the day of the second round
    "by": "26 January 2025",  # the field tells the history of all elections since 1994
    "ci": "25 October 2025",  # the next election's date stands in the field, 2030
    "mh": "2 January 2024",  # a slip of the year
    "mm": "",  # the date of the parliamentary election
    "mw": "16 September 2025",  # the next election's date stands in the field, 2030
    "rs": "3 April 2022",  # 17 December 2023 was a parliamentary election
    "rw": "15 July 2024",  # the date of the election before
    "za": "14 June 2024",  # the day of the vote in the National Assembly, not of its own election
}
NEXT_PRESIDENTIAL = {
    "ie": "",  # held in October 2025
    "mm": "",  # a sentence about the parliamentary election
    "np": "",  # the date of the parliamentary election; the president's term ends in 2028
    "rs": "2027",  # five years after 2022
    "ss": "December 2026",  # as the sentence ends
}
LAST_LEGISLATIVE = {
    "cn": "",  # the day on which the congress met
    "er": "",  # the assembly was formed without an election
    "tm": "26 March 2023",  # the date is of the former upper chamber
}
NEXT_LEGISLATIVE = {
    "cg": "July 2027",  # five years after July 2022
    "mm": "",  # held from 28 December 2025 on
    "mw": "September 2030",  # the last election's date stands in the field
    "ss": "December 2026",  # the first election, together with the president's
}
# The dates of the two chambers are swapped; the months of their next elections give it away.
SWAPPED_CHAMBERS = frozenset({"ba", "cd", "cg", "cm", "fr", "ga", "ie", "jp", "ls", "mg", "om", "uz", "za"})
# Senators whom councillors choose, though the text says "directly elected".
CHOSEN_BY_COUNCILLORS = frozenset({"tg"})
# Seats of the lower or only chamber, where those told are not all.
SEATS = {
    "mt": 79,  # with the seats that balance votes and women
    "nz": 122,  # with two that a party won beyond its share
    "tm": 125,  # those told are of the former upper chamber
}
# Results of an earlier election, printed beside the date of one that has none.
NO_LEGISLATIVE_RESULTS = frozenset({"gw", "hn", "kg", "vc"})
# Chambers whose members' terms ran out without an election; the lists are of the first rounds ten years ago.
NO_SITTING_MEMBERS = frozenset({"ht"})

# Heads of state who are chosen without an election of their own, or whose title is not president.
NO_PRESIDENTIAL_ELECTION = {
    "ae": "the council of the rulers names the president",
    "ao": "the list of the party that wins the parliamentary election is headed by the president",
    "bw": "the leader of the party that wins the parliamentary election becomes president",
    "es": "the president of the government is a prime minister",
    "et": "the dates are those of the parliamentary election",
    "gy": "the candidate of the party that wins the parliamentary election becomes president",
    "kp": "the assembly confirms the leader",
    "ly": "the election was never held",
    "my": "the rulers of the states choose the king among themselves",
    "ws": "the head of state is no president",
}

# Names of legislatures and chambers that are turned round, lack their English, or name the country where others do not.
CHAMBER_NAMES = {
    "Cámara dos Deputados": "Câmara dos Deputados",
    "Council of Representatives of Iraq": "Council of Representatives",
    "German Bundestag": "Bundestag",
    "Législature nationale (National Legislature)": "National Legislature (Législature nationale)",
    "Majles": "Council of Oman",
    "National Assembly - Assemblée nationale": "National Assembly (Assemblée nationale)",
    "Parlement (Parliament)": "Parliament (Parlement)",
    "Parlement - Parliament": "Parliament (Parlement)",
    "Parlement de Barbade (Parliament of Barbados)": "Parliament of Barbados",
    "Parliament of Canada - Parlement du Canada": "Parliament of Canada (Parlement du Canada)",
    "Parliament of Tuvalu": "Parliament",
    "The Cortes (Las Cortes Generales)": "Cortes Generales",
    "The Danish Parliament (Folketinget)": "Parliament (Folketinget)",
    "The Estonian Parliament (Riigikogu)": "Parliament (Riigikogu)",
    "The Liberian Senate": "Senate",
    "UK Parliament": "Parliament of the United Kingdom",
}
# Legislatures that the Factbook leaves without a name, because they were dissolved or have no common one.
UNNAMED_LEGISLATURES = {
    "bd": "National Parliament (Jatiya Sangsad)",
    "de": "Federal Parliament",
    "eg": "Parliament",
    "et": "Federal Parliamentary Assembly",
    "kw": "National Assembly (Majlis al-Umma)",
    "mg": "Parliament",
    "pl": "Parliament",
    "si": "Parliament",
    "tn": "Parliament",
}
