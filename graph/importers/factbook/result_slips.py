"""Slips in the Factbook's election results, and results told in words of their own: what stands there, what should."""

# Country -> pairs of what stands in the election results and what should.
RESULTS = {
    "ba": (
        (
            "percent of vote - Denis BECIROVIC - (SDP BiH) 57.4% - Bosniak seat; Zeljko KOMSIC (DF) 55.8% - Croat "
            "seat; Zeljka CVIJANOVIC (SNSD) 51.7% - Serb seat",
            "Denis BECIROVIC, Zeljko KOMSIC, Zeljka CVIJANOVIC elected",
        ),
        (
            "percent of vote - Milorad DODIK (SNSD) 53.9% - Serb seat; Zeljko KOMSIC (DF) 52.6% - Croat seat; Sefik "
            "DZAFEROVIC (SDA) 36.6% - Bosniak seat",
            "Milorad DODIK, Zeljko KOMSIC, Sefik DZAFEROVIC elected",
        ),
    ),
    "bd": (("Mohammad YUNIS", "Muhammad YUNUS"),),
    "cv": (("2020:", "2021:"),),
    "cy": (("CHRISTODOULIDS", "CHRISTODOULIDIS"),),
    # The election of 2019 was annulled.
    "bo": (("RODRÌGUEZ", "RODRÍGUEZ"), ("2019: Juan", "2019: disputed; Juan")),
    "br": (("Ciro GOMEZ", "Ciro GOMES"),),
    "ch": (("Guy PARLEMIN", "Guy PARMELIN"),),
    "dm": (("parliament elects Sylvanie BURTON (DLP)", "Sylvanie BURTON (DLP) elected president"),),
    "dz": (
        ("2024: Abdelmadjid", "2024: percent of vote - Abdelmadjid"),
        ("2019: (FLN)", "2019: percent of vote - Abdelmadjid TEBBOUNE (FLN)"),
    ),
    "eg": (
        ("Abdelfattah ELSISI", "Abdel Fattah EL-SISI"),
        ("Hazam OMAR", "Hazem OMAR"),
        ("Democratic Party 4%", "Democratic Party) 4%"),
    ),
    "fj": (
        (
            "LALABALAVU elected president (People's Alliance) 35 votes",
            "LALABALAVU elected president; vote - Naiqama LALABALAVU (People's Alliance) 35 votes",
        ),
    ),
    "ge": (("was formally inaugurated on 29 December 2024", "elected president"),),
    "gw": (
        ("Umaro Sissoco EMBALO (Madem G15) and Fernando", "vote - Umaro Sissoco EMBALO (Madem G15), Fernando"),
        (" both claimed victory in first round", "; note - both claimed victory"),
    ),
    # The first round was on 28 November 2010.
    "ht": (("2011:", "2010:"),),
    "ir": (("QAKIBAF", "QALIBAF"), ("Abbdolnaser", "Abdolnaser")),
    "kz": (("Kassym-Jomart TOKAYEV", "Kasym-Zhomart TOKAYEV"),),
    "md": (
        (
            "In the second round of presidential elections, incumbent Maia SANDU (PAS) wins 55.4% of the vote, "
            "Alexandr STOIANOGLO (PSRM) 44.6; turnout is 54.3%",
            "Maia SANDU elected president; percent of vote in second round - Maia SANDU (PAS) 55.4%, Alexandr "
            "STOIANOGLO (PSRM) 44.6%",
        ),
    ),
    "me": (("Milo DUKANOVIC", "Milo DJUKANOVIC"),),
    "mh": (("2023: Hilda", "2024: Hilda"),),
    "mm": (("2020: the National League", "the National League"),),
    "mr": (("el MOKHTAR independent)", "el MOKHTAR (independent)"),),
    "nr": (
        ("David ADEAGN elected president (unopposed)", "David ADEANG elected president"),
        (
            "David ADEAGN elected president over Delvin THOMA, 10-8",
            "David ADEANG elected president; vote - David ADEANG 10, Delvin THOMA 8",
        ),
    ),
    "pa": (("Alberto ROUX Moses", "Rómulo ROUX Moses"),),
    "pl": (
        ("; NAWROCKI takes office", "; note - in office"),
        ("First round Rafal", "percent of vote in first round - Rafal"),
        ("; second round to be held", "; note - "),
    ),
    "si": (("in second round: percent", "in second round; percent"),),
    "sk": (("in second round Peter", "in second round - Peter"),),
    "tj": (("TALBAKOV CPT)", "TALBAKOV (CPT)"),),
    "tt": (("electoral college vote Christine", "electoral college vote - Christine"),),
    "ve": (("official results disputed; ", "disputed; "),),
}
