"""What sources call parties that no register calls so: by country and folded alias, the party's Party Facts number.

The number stays when a party is renamed; the comment says which party it is.
"""

ALIASES = {
    ("al", "democratic party"): "190",  # Democratic Party of Albania
    ("ar", "union pro"): "1790",  # Republican Proposal
    ("au", "labor"): "424",  # Australian Labor Party
    ("au", "labour"): "424",
    ("au", "australian labour party"): "424",
    ("au", "liberal"): "486",  # Liberal Party of Australia
    ("au", "liberal party"): "486",
    ("au", "the greens"): "1209",  # Australian Greens
    ("au", "the nationals"): "1743",  # National Party of Australia
    ("au", "united australia party"): "1996",  # Palmer United Party
    ("bd", "jatiya party"): "2341",  # National Party (Ershad)
    ("bd", "jatiya party ershad faction"): "2341",
    ("bd", "jatiya party manju faction"): "7673",  # Jatiya Party (Manju)
    ("be", "christian democratic and flemish"): "604",  # Christian Democrats and Flemish
    ("bi", "abigenga mizero"): "7095",  # Independents of Hope
    ("bg", "citizens for european development"): "760",  # GERB
    ("br", "brazilian democratic movement"): "654",  # Brazilian Democratic Movement Party
    ("br", "liberal party"): "4405",  # Party of the Republic
    ("ca", "conservative"): "1004",  # Conservative Party of Canada of 2003
    ("ca", "conservative party"): "1004",
    ("ca", "liberal"): "1739",  # Liberal Party of Canada
    ("ca", "ndp new democratic party"): "152",  # New Democratic Party
    ("cd", "afdc et allies"): "8945",  # Alliance of Democratic Forces of Congo
    ("cn", "chinese communist party"): "5124",  # Communist Party of China
    ("cd", "mlc et allies"): "5089",  # Movement for the Liberation of the Congo
    ("cd", "msr et allies"): "5598",  # Social Movement for Renewal
    ("cd", "palu et allies"): "5597",  # Unified Lumumbist Party
    ("cd", "unc et allies"): "6063",  # Union for the Congolese Nation
    ("ch", "alliance of independents"): "1194",  # Independents' Alliance
    ("cl", "radical party"): "437",  # Social Democrat Radical Party
    ("ci", "democratic party of ivory coast"): "5098",  # Democratic Party of Côte d'Ivoire
    ("cl", "renovacion nacional"): "928",  # National Renewal
    ("co", "conservative party"): "1577",  # Colombian Conservative Party
    ("cz", "christian and democratic union czechoslovak peoples party"): "676",  # KDU-ČSL
    ("cz", "freedom union"): "905",  # Freedom Union
    ("cz", "freedom union democratic union"): "104",  # Freedom Union - Democratic Union
    ("cz", "liberal national social party"): "1813",  # National Social Party
    ("de", "greens"): "1816",  # Alliance 90/The Greens
    ("de", "the greens"): "1816",
    ("ec", "pachakutik"): "827",  # Pachakutik Plurinational Unity Movement
    ("eg", "wafd party"): "2303",  # New Wafd Party
    ("fi", "social democrats"): "1303",  # Social Democratic Party of Finland
    ("ge", "national democratic party"): "2161",  # National Democratic Party of Georgia
    ("gb", "conservative"): "1567",  # Conservative Party
    ("gb", "conservative and unionist party"): "1567",
    ("gb", "green"): "1794",  # Green Party of England and Wales
    ("gb", "green party"): "1794",
    ("gb", "labour and co operative"): "1516",  # Labour Party
    ("gb", "labour and co operative party"): "1516",
    ("gb", "labour co operative"): "1516",
    ("gb", "liberal democrat"): "1388",  # Liberal Democrats
    ("ht", "ansanm nou fo"): "6320",  # Together We Are Strong
    ("id", "golkar party"): "2304",  # Party of the Functional Groups
    ("id", "indonesian democratic party of struggle faction"): "2560",
    ("id", "national democrat party"): "4496",  # Nasdem Party
    ("ie", "sinn fein"): "4",  # Sinn Féin (Provisional)
    ("il", "ahdut haavoda poalei zion"): "1398",  # Labour Unity
    ("il", "civil rights movement"): "1358",  # Ratz
    ("il", "habayit hayehudi"): "3677",  # The Jewish Home
    ("il", "hatenua"): "3127",  # The Movement
    ("il", "hadash"): "421",  # The Democratic Front for Peace and Equality
    ("il", "herut movement"): "1655",  # Freedom Party
    ("il", "ichud leumi"): "953",  # National Union
    ("il", "israel communist party"): "1417",  # Maki
    ("il", "israel labor party"): "1436",  # Israeli Labor Party
    ("il", "labor meimad"): "1436",
    ("il", "labor meimad am ehad"): "1436",
    ("il", "liberal party of israel"): "678",  # Liberal Party
    ("il", "mapai"): "109",  # Workers Party of the Land of Israel
    ("il", "po el mizrahi"): "613",  # Mizrachi Workers
    ("il", "rafi"): "396",  # Israeli Workers List
    ("il", "yisrael beitenu"): "235",  # Israel is Our Home
    ("il", "zionist camp"): "8625",  # Zionist Union
    ("iq", "al ahrar bloc"): "5927",  # Sadrist Movement
    ("iq", "gorran movement"): "3661",  # Movement for Change
    ("ir", "peoples voice coalition"): "7568",  # People's Voice
    ("it", "forza italia"): "8058",  # Forza Italia of 2013
    ("kg", "ata meken"): "4527",  # Socialist Party "Fatherland"
    ("lk", "illankai tamil arasu kadchi"): "5447",  # Lanka Tamil State Party
    ("lt", "social democratic party of lithuania"): "64",  # Lithuanian Social Democratic Party
    ("lv", "concord"): "5976",  # Social Democratic Party "Harmony"
    ("lv", "harmony"): "5976",
    ("mg", "mapar"): "8069",  # With President Andry Rajoelina
    ("mt", "partit nazzjonlista"): "699",  # Nationalist Party
    ("mv", "maldives democratic party"): "5329",  # Maldivian Democratic Party
    ("mx", "partido verde ecologista"): "446",  # Ecologist Green Party of Mexico
    ("my", "pan malayan islamic party"): "2483",  # Pan-Malaysian Islamic Party
    ("my", "semangat 46"): "6431",  # Spirit of 46 Malay Party
    ("ne", "andp zaman lahiya"): "2351",  # Nigerien Alliance for Democracy and Progress
    ("ne", "lumana africa"): "5385",  # Nigerien Democratic Movement for an African Federation
    ("ne", "pnds tarayya"): "2325",  # Nigerien Party for Democracy and Socialism
    ("np", "unified communist party of nepal maoist"): "3759",  # Communist Party of Nepal (Maoist)
    ("nl", "christian union"): "1459",  # ChristianUnion
    ("pe", "fuerza popular"): "4214",  # Popular Force
    ("pl", "akcja wyborcza solidarnosc"): "863",  # Solidarity Electoral Action
    ("pl", "mniejszosc niemiecka"): "1439",  # German minority
    ("pl", "nszz solidarnosc"): "767",  # Solidarity
    ("pl", "porozumienie ludowe"): "1266",  # Peasants' Agreement
    ("pl", "samoobrona rzeczpospolitej polskiej"): "727",  # Self-Defence of the Republic of Poland
    ("rs", "boris tadic social democratic party together for serbia greens of serbia"): "4770",
    ("sd", "national umma party"): "4756",  # National Umma Party
    ("se", "centerpartiet"): "199",  # Centre Party
    ("se", "centre party"): "199",
    ("si", "party of modern centre"): "3098",  # Party of Miro Cerar
    ("sk", "ordinary people and independent personalities"): "2130",  # Ordinary People and Independents
    ("sm", "lista pdcs ns"): "5490",  # Sammarinese Christian Democratic Party
    ("sm", "partito dei socialisti e dei democratici"): "3837",  # Party of Socialists and Democrats
    ("sr", "nieuw front"): "5799",  # New Front for Democracy and Development
    ("tn", "front populaire"): "5586",  # Popular Front
    ("tn", "mouvement nidaa tounes"): "4530",  # Nidaa Tounes
    ("tr", "cumhuriyetci guven partisi"): "4371",  # Republican Reliance Party
    ("tr", "democrat party"): "899",  # Democratic Party of 2007
    ("tr", "demokrat parti"): "4758",  # Democrat Party of 1946
    ("tr", "demokratik turkiye partisi"): "398",  # Democratic Turkey Party
    ("tr", "fazilet partisi"): "1463",  # Virtue Party
    ("tr", "sosyaldemokrat halkci parti"): "1253",  # Social Democratic Populist Party
    ("tr", "yeni turkiye partisi"): "7926",  # New Turkey Party of 1961
    ("tz", "civil united front"): "2345",  # Civic United Front
    ("ua", "radical party of oleh liashko"): "4774",  # Radical Party of Oleh Lyashko
    ("us", "democrat"): "432",  # Democratic Party
    ("us", "republican"): "809",  # Republican Party
}

# Parties no register has, whose name or code is another's.
OF_THEIR_OWN = frozenset(
    {
        ("gn", "union of democratic forces"),
        ("it", "greens and left alliance"),
        ("mk", "democratic alliance"),
        ("ng", "social democratic party"),
        ("pt", "democratic alliance"),
        ("tr", "future party"),
        ("tr", "new welfare party"),
    }
)
